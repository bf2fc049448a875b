# Names of OpenCV's ways to read, resize, pad and turn, and of its element types (modules/imgcodecs, core and imgproc, 4.6).
IMREAD_UNCHANGED, IMREAD_GRAYSCALE, IMREAD_COLOR, IMREAD_ANYDEPTH, IMREAD_ANYCOLOR = -1, 0, 1, 2, 4
IMREAD_IGNORE_ORIENTATION = 128
INTER_NEAREST, INTER_LINEAR, INTER_CUBIC, INTER_AREA, INTER_LANCZOS4, INTER_LINEAR_EXACT, INTER_NEAREST_EXACT = range(7)
INTER_MAX = 7
WARP_FILL_OUTLIERS, WARP_INVERSE_MAP = 8, 16
BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, BORDER_WRAP, BORDER_REFLECT_101, BORDER_TRANSPARENT = range(6)
BORDER_REFLECT101 = BORDER_DEFAULT = BORDER_REFLECT_101
ROTATE_90_CLOCKWISE, ROTATE_180, ROTATE_90_COUNTERCLOCKWISE = range(3)
CV_8U, CV_8S, CV_16U, CV_16S, CV_32S, CV_32F, CV_64F = range(7)
TYPES = ("uint8", "int8", "uint16", "int16", "int32", "float32", "float64")

# How many channels a picture has behind `cvtColor`; 1: it has no dimension for them.
_SPACES = {"GRAY": 1, "BGRA": 4, "RGBA": 4, "BGR": 3, "RGB": 3, "HSV": 3, "HSV_FULL": 3, "HLS": 3, "HLS_FULL": 3, "LAB": 3,
           "Lab": 3, "LUV": 3, "Luv": 3, "XYZ": 3, "YCrCb": 3, "YCR_CB": 3, "YUV": 3}
_NUMBERS = {
    "BGR2BGRA": 0, "RGB2RGBA": 0, "BGRA2BGR": 1, "RGBA2RGB": 1, "BGR2RGBA": 2, "RGB2BGRA": 2, "RGBA2BGR": 3, "BGRA2RGB": 3,
    "BGR2RGB": 4, "RGB2BGR": 4, "BGRA2RGBA": 5, "RGBA2BGRA": 5, "BGR2GRAY": 6, "RGB2GRAY": 7, "GRAY2BGR": 8, "GRAY2RGB": 8,
    "GRAY2BGRA": 9, "GRAY2RGBA": 9, "BGRA2GRAY": 10, "RGBA2GRAY": 11, "BGR2XYZ": 32, "RGB2XYZ": 33, "XYZ2BGR": 34,
    "XYZ2RGB": 35, "BGR2YCrCb": 36, "RGB2YCrCb": 37, "BGR2YCR_CB": 36, "RGB2YCR_CB": 37, "YCrCb2BGR": 38, "YCrCb2RGB": 39,
    "YCR_CB2BGR": 38, "YCR_CB2RGB": 39, "BGR2HSV": 40, "RGB2HSV": 41, "BGR2LAB": 44, "BGR2Lab": 44, "RGB2LAB": 45, "RGB2Lab": 45,
    "BGR2LUV": 50, "BGR2Luv": 50, "RGB2LUV": 51, "RGB2Luv": 51, "BGR2HLS": 52, "RGB2HLS": 53, "HSV2BGR": 54, "HSV2RGB": 55,
    "LAB2BGR": 56, "Lab2BGR": 56, "LAB2RGB": 57, "Lab2RGB": 57, "LUV2BGR": 58, "Luv2BGR": 58, "LUV2RGB": 59, "Luv2RGB": 59,
    "HLS2BGR": 60, "HLS2RGB": 61, "BGR2HSV_FULL": 66, "RGB2HSV_FULL": 67, "BGR2HLS_FULL": 68, "RGB2HLS_FULL": 69,
    "HSV2BGR_FULL": 70, "HSV2RGB_FULL": 71, "BGR2YUV": 82, "RGB2YUV": 83, "YUV2BGR": 84, "YUV2RGB": 85,
}
_BAYER = {"BayerBG": 46, "BayerGB": 47, "BayerRG": 48, "BayerGR": 49}
CHANNELS = {number: _SPACES[name.replace("_FULL", "").split("2")[1]] for name, number in _NUMBERS.items()}
CHANNELS.update({number: 3 for number in _BAYER.values()})
COLORS = {"COLOR_" + name: number for name, number in _NUMBERS.items()}
COLORS.update({"COLOR_" + name + "2BGR": number for name, number in _BAYER.items()})


def type_of(depth, otherwise):
    """Of the element type that a function is asked for; -1: the same as before."""
    return otherwise if depth is None or depth < 0 else TYPES[depth % 8]
