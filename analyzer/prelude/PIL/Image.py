"""A picture has a size and a mode; what a file holds is not known."""
import os

import _run
import _vramlint
import vramlint_data
import vramlint_pictures

NEAREST, LANCZOS, BILINEAR, BICUBIC, BOX, HAMMING = 0, 1, 2, 3, 4, 5
ANTIALIAS = LANCZOS
FLIP_LEFT_RIGHT, FLIP_TOP_BOTTOM, ROTATE_90, ROTATE_180, ROTATE_270, TRANSPOSE, TRANSVERSE = range(7)
MAX_IMAGE_PIXELS = 89478485
DecompressionBombError = type("DecompressionBombError", (Exception,), {})
UnidentifiedImageError = type("UnidentifiedImageError", (OSError,), {})


class Resampling:
    NEAREST, LANCZOS, BILINEAR, BICUBIC, BOX, HAMMING = 0, 1, 2, 3, 4, 5


class Transpose:
    FLIP_LEFT_RIGHT, FLIP_TOP_BOTTOM, ROTATE_90, ROTATE_180, ROTATE_270, TRANSPOSE, TRANSVERSE = range(7)


# PIL/ImageMode.py, getmode (10.4).
_CHANNELS = {"1": 1, "L": 1, "P": 1, "LA": 2, "RGB": 3, "RGBA": 4, "RGBX": 4, "CMYK": 4, "YCbCr": 3, "LAB": 3, "HSV": 3,
             "I": 1, "F": 1, "I;16": 1}


# PIL/Image.py, class Image (10.4): what else it has.
_OTHERS = ("custom_mimetype", "encoderconfig", "entropy", "fp", "get_child_images", "get_flattened_data", "getbbox", "getcolors",
           "getdata", "getextrema", "getim", "getpalette", "getpixel", "getprojection", "getxmp", "has_transparency_data",
           "histogram", "im", "is_animated", "n_frames", "palette", "pyaccess", "readonly", "text", "tobitmap", "tobytes",
           "toqimage", "toqpixmap")


_HEIGHT, _WIDTH = "the height of a picture in a file is not known", "the width of a picture in a file is not known"
_is_colour = False  # the program has turned a picture of a file into colours


def _resized(side):
    # A side that is computed of a picture's own, as `round(side * scale)`: a size still, if nobody knows which.
    if _vramlint.is_known(side) or _run.is_size(side) or not _vramlint.is_number(side):
        return side
    return _run.some(1, "how large the picture is resized to is not known")


class Image:
    def __init__(self, width, height, mode, is_photograph=False):
        self.width = width
        self.height = height
        self._mode = mode
        self._is_asked = False  # the program looks at a mode that is not known
        self.size = (width, height)
        self.format = None
        self.filename = ""
        self._is_photograph = is_photograph
        self.info = {}

    @property
    def __array_interface__(self):
        import numpy
        made = numpy.asarray(self)
        return {"shape": made.shape, "typestr": "|u1", "version": 3}

    @property
    def mode(self):
        if not _vramlint.is_known(self._mode):
            self._is_asked = True
        return self._mode

    @property
    def channels(self):
        if _vramlint.is_known(self._mode):
            return _CHANNELS.get(self._mode, 3)
        if self._is_photograph:
            _vramlint.assume("a JPEG picture is taken to have three channels", self._mode)
            return 3
        is_colour = not _vramlint.is_known(_is_colour) or _is_colour
        if is_colour and (not _vramlint.is_known(self._is_asked) or self._is_asked):
            _vramlint.assume("a picture is taken to have three channels, for it is asked for its mode, and turned into colours",
                             self._mode)
            return 3
        if is_colour:
            _vramlint.assume("a picture that is not converted is taken to have one channel, for others are: a map of classes",
                             self._mode)
            return 1
        _vramlint.assume("a picture that is not converted is taken to have three channels, for nothing is converted here", self._mode)
        return 3

    def of_size(self, width, height):
        made = Image(width, height, self._mode, self._is_photograph)
        made._is_asked = self._is_asked
        return made

    def convert(self, mode=None, *args, **options):
        global _is_colour
        _is_colour = _is_colour or mode == "RGB" and not _vramlint.is_known(self._mode)
        return Image(self.width, self.height, self._mode if mode is None else mode)

    def resize(self, size, *args, **options):
        return self.of_size(_resized(size[0]), _resized(size[1]))

    def crop(self, box=None):
        if box is None:
            return self.copy()
        left, upper, right, lower = box
        return self.of_size(right - left, lower - upper)

    def copy(self):
        return self.of_size(self.width, self.height)

    def transpose(self, method):
        turned = method in (ROTATE_90, ROTATE_270, TRANSPOSE, TRANSVERSE)
        return self.of_size(self.height, self.width) if turned else self.copy()

    def rotate(self, angle, resample=0, expand=0, *args, **options):
        if expand:
            why = "the size of a picture that is turned and expanded is not known"
            return self.of_size(_run.some(1, why), _run.some(1, why))
        return self.copy()

    def filter(self, *args):
        return self.copy()

    def point(self, *args):
        return self.copy()

    def split(self):
        channels = self.channels
        if not _vramlint.is_known(channels):
            return channels
        return tuple([Image(self.width, self.height, "L") for _ in range(channels)])

    def getbands(self):
        channels = self.channels
        return tuple(self._mode) if _vramlint.is_known(channels) and len(self._mode) == channels else channels

    def save(self, fp, format=None, **params):
        if isinstance(fp, str) or hasattr(fp, "__fspath__"):
            vramlint_pictures.know(fp, self.width, self.height)
        else:
            fp._picture = self

    def _nothing(self, *args, **options):
        """What changes no size."""

    close = load = verify = show = paste = putalpha = putpixel = putdata = putpalette = draft = _nothing
    alpha_composite = apply_transparency = seek = _nothing

    def tell(self):
        return 0

    def thumbnail(self, size, *args, **options):
        """In its place, no larger than that in either direction."""
        width, height = self.width, self.height
        if not _vramlint.is_known(width) or not _vramlint.is_known(height):
            why = "how large the picture is made is not known"
            width, height = _run.some(1, why), _run.some(1, why)
        elif width > size[0] or height > size[1]:
            scale = min(size[0] / width, size[1] / height)
            width, height = max(round(width * scale), 1), max(round(height * scale), 1)
        self.width, self.height, self.size = width, height, (width, height)

    def getchannel(self, channel):
        return Image(self.width, self.height, "L")

    def quantize(self, *args, **options):
        return Image(self.width, self.height, "P")

    def reduce(self, factor, box=None):
        across, down = (factor, factor) if isinstance(factor, int) else factor
        return self.of_size((self.width + across - 1) // across, (self.height + down - 1) // down)

    def transform(self, size, *args, **options):
        return self.of_size(size[0], size[1])

    def effect_spread(self, distance):
        return self.copy()

    remap_palette = effect_spread

    def getexif(self):
        return {}  # a picture with a size stands as it is

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        return None

    def __array__(self, dtype=None, copy=None):
        import numpy

        channels = self.channels
        if not _vramlint.is_known(channels):
            return channels
        shape = (self.height, self.width) if channels == 1 else (self.height, self.width, channels)
        return numpy.zeros(shape, dtype or numpy.uint8)

    def __getattr__(self, name):
        if name not in _OTHERS:
            raise AttributeError(name)
        return _vramlint.unknown(f"what `{name}` of a picture gives is not known")


def open(fp, mode="r", formats=None):
    saved = None if isinstance(fp, str) else getattr(fp, "_picture", None)
    if isinstance(saved, Image):
        return saved.copy()
    width, height = vramlint_pictures.size_of(fp)
    if not _run.is_size(width):
        width, height = _run.some(1, _WIDTH), _run.some(1, _HEIGHT)
    stated = vramlint_data.said(fp, vramlint_data.PICTURES)
    # Where a file has no name, what is said of others has no colours; what is read of bytes are pictures.
    is_stream = _run.is_known(fp) and not isinstance(fp, str) and hasattr(fp, "read") and not hasattr(fp, "name")
    if stated and (_run.end(fp) or is_stream or len(stated[1]) < 3):
        return Image(width, height, {3: "RGB", 4: "RGBA"}.get((*stated[1], 1)[2], "L"))
    kind = os.path.splitext(_run.end(fp).lower())[1]
    mode = "RGB" if kind == ".ppm" else _vramlint.unknown("the mode of a picture in a file is not known")
    return Image(width, height, mode, kind in (".jpg", ".jpeg"))


def new(mode, size, color=0):
    return Image(size[0], size[1], mode)


def fromarray(obj, mode=None):
    shape = getattr(obj, "shape", None)
    if not _vramlint.is_known(shape) or shape is None:
        if mode is None:
            return _vramlint.unknown("the size of the array is not known")
        return Image(_run.some(1, _WIDTH), _run.some(1, _HEIGHT), mode)
    if mode is None and len(shape) > 2:
        mode = {3: "RGB", 4: "RGBA"}.get(shape[2], "L") if _vramlint.is_known(shape[2]) else shape[2]
    return Image(shape[1], shape[0], "L" if mode is None else mode)


def blend(im1, im2, alpha):
    return im1.copy()


def alpha_composite(im1, im2):
    return im1.copy()


def composite(image1, image2, mask):
    return image2.copy()


def merge(mode, bands):
    return Image(bands[0].width, bands[0].height, mode)
