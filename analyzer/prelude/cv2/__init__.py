"""OpenCV, as far as the sizes of pictures go: what a file holds has three channels in bytes, and a size that is not known."""
import _run
import _vramlint
from cv2 import _flags
from cv2._flags import *  # noqa: F401, F403
from cv2._pictures import *  # noqa: F401, F403
from numpy._array import is_array, made
from numpy._sizes import some
from vramlint_data import PICTURES, said
from vramlint_pictures import size_of

__version__ = "4.10.0"
_HEIGHT, _WIDTH = "the height of a picture in a file is not known", "the width of a picture in a file is not known"


class error(Exception):
    pass


def imread(filename, flags=1):
    stated = said(filename, PICTURES)
    if stated and flags < 0:
        return made(None, stated[1], stated[0])
    width, height = size_of(filename)
    if not _run.is_size(width):
        height, width = some(_HEIGHT, 1), some(_WIDTH, 1)
    if flags >= 0 and flags & (_flags.IMREAD_COLOR | _flags.IMREAD_ANYCOLOR) == 0:
        return made(None, (height, width), "uint16" if flags & _flags.IMREAD_ANYDEPTH else "uint8")
    if flags >= 0 and flags & _flags.IMREAD_COLOR:
        return made(None, (height, width, 3), "uint8")
    _vramlint.assume("a picture that is read unchanged is taken to have colours, in bytes", height)
    return made(None, (height, width, some("how many channels a picture in a file has is not known", 1)), "uint8")


_read = imread  # programs put others in its place


def imdecode(buf, flags):
    encoded = getattr(buf, "_picture", None)
    if is_array(encoded):
        channels = () if flags == _flags.IMREAD_GRAYSCALE else (3,) if flags > 0 else encoded.shape[2:]
        return made(None, encoded.shape[:2] + channels, encoded._dtype)
    return _read(buf, flags)


def imreadmulti(filename, *args, **options):
    return True, _vramlint.unknown("how many pictures a file has is not known")


def imwrite(filename, img, params=None):
    return True


def imencode(ext, img, params=None):
    encoded = made(None, (some("how long an encoded picture is is not known", 1),), "uint8")
    encoded._picture = img
    return True, encoded


class VideoCapture:
    def __init__(self, *args, **options):
        self._frame = (some(_HEIGHT, 1), some(_WIDTH, 1), 3)

    def isOpened(self):
        return self.grab()

    def read(self, image=None):
        return self.grab(), made(None, self._frame, "uint8")

    retrieve = read

    def grab(self):
        return _vramlint.unknown("whether a video has more frames is not known")

    def get(self, propId):
        return _run.number("what a video is like is not known")

    def set(self, propId, value):
        return True

    def release(self):
        return None


class VideoWriter:
    def __init__(self, *args, **options):
        pass

    def isOpened(self):
        return True

    def write(self, image):
        return None

    def release(self):
        return None


def VideoWriter_fourcc(*letters):
    return 0


def _nothing(*args, **options):
    return None


setNumThreads = setUseOptimized = setRNGSeed = namedWindow = destroyAllWindows = destroyWindow = imshow = moveWindow = _nothing
resizeWindow = setMouseCallback = _nothing


def waitKey(delay=0):
    return _run.number("which key is pressed is not known")


def getNumThreads():
    return _run.number("how many threads OpenCV has is not known")


getNumberOfCPUs = getTickCount = getTickFrequency = getNumThreads


def _numbers(count, why="what is measured in a picture is not known"):
    return tuple([_run.number(why) for _ in range(count)])


def mean(src, mask=None):
    return _numbers(4)


def minMaxLoc(src, mask=None):
    return _numbers(2) + (_numbers(2), _numbers(2))


def boundingRect(array):
    return _numbers(4)


def contourArea(contour, oriented=False):
    return _numbers(1)[0]


arcLength = norm = PSNR = compareHist = countNonZero = contourArea


def meanStdDev(src, *args, **options):
    count = 1 if src.ndim == 2 else src.shape_[2]
    return made(None, (count, 1), "float64"), made(None, (count, 1), "float64")


def getTextSize(text, *args, **options):
    return _numbers(2), _numbers(1)[0]


def getRotationMatrix2D(center, angle, scale):
    return made(None, (2, 3), "float64")


def getAffineTransform(src, dst):
    return made(None, (2, 3), "float64")


def invertAffineTransform(M, iM=None):
    return made(None, (2, 3), "float64")


def getPerspectiveTransform(src, dst, solveMethod=0):
    return made(None, (3, 3), "float64")


def getStructuringElement(shape, ksize, anchor=None):
    return made(None, (ksize[1], ksize[0]), "uint8")


def getGaussianKernel(ksize, sigma, ktype=6):
    return made(None, (ksize, 1), _flags.TYPES[ktype])


class _Equalizer:
    def apply(self, src, dst=None):
        return sized(src)  # noqa: F405


def createCLAHE(clipLimit=40.0, tileGridSize=(8, 8)):
    return _Equalizer()


def __getattr__(name):
    if name not in _flags.COLORS:
        raise AttributeError(f"module 'cv2' has no attribute '{name}'")
    return _flags.COLORS[name]
