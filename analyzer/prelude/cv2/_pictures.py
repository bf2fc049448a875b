# What OpenCV's functions make of pictures: arrays of height, width and channels. One channel has no dimension behind them.
import _vramlint
from numpy._array import asarray, is_array, made
from numpy._arranging import concatenate
from numpy._sizes import known_of, some

from cv2 import _flags


def sized(src, height=None, width=None, channels=None, name=None):
    """A picture like `src`, but for what is given."""
    src = asarray(src)
    if not _vramlint.is_known(src):
        return src
    height = src.shape_[0] if height is None else height
    width = src.shape_[1] if width is None else width
    if channels is None:
        channels = src.shape_[2] if len(src.shape_) > 2 else 1
    is_flat = _vramlint.is_known(channels) and channels == 1
    return made(None, (height, width) if is_flat else (height, width, channels), src._dtype if name is None else name)


def _alike(src, *args, **options):
    return sized(src)


GaussianBlur = blur = medianBlur = bilateralFilter = erode = dilate = morphologyEx = equalizeHist = inpaint = undistort = _alike
fastNlMeansDenoising = fastNlMeansDenoisingColored = detailEnhance = edgePreservingFilter = stylization = flip = _alike
bitwise_not = pow = sqrt = exp = log = dct = idct = magnitude = patchNaNs = stackBlur = _alike


def _of_depth(at):
    """A filter whose element type may be asked for, by place `at` behind the picture."""
    def filtered(src, *args, **options):
        given = options.get("ddepth", args[at] if len(args) > at else -1)
        src = asarray(src)
        return src if not _vramlint.is_known(src) else sized(src, name=_flags.type_of(given, src._dtype))
    return filtered


filter2D = Sobel = Scharr = Laplacian = boxFilter = sepFilter2D = _of_depth(0)


def normalize(src, dst=None, alpha=1, beta=0, norm_type=4, dtype=-1, mask=None):
    src = asarray(src)
    return src if not _vramlint.is_known(src) else sized(src, name=_flags.type_of(dtype, src._dtype))


def convertScaleAbs(src, *args, **options):
    return sized(src, name="uint8")


def _together(src1, src2, depth):
    first, second = [asarray(src) if is_array(src) else src for src in (src1, src2)]
    if not is_array(first):
        first = second
    if not is_array(first):
        return first
    sizes = first.shape_[:2]
    if is_array(second) and second.ndim > 1:
        sizes = tuple([known_of(a, b) for a, b in zip(sizes, second.shape_[:2])])
    return sized(first, sizes[0], sizes[1], name=_flags.type_of(depth, first._dtype))


def addWeighted(src1, alpha, src2, beta, gamma, dst=None, dtype=-1):
    return _together(src1, src2, dtype)


def add(src1, src2, dst=None, mask=None, dtype=-1):
    return _together(src1, src2, dtype)


subtract = add


def multiply(src1, src2, dst=None, scale=1, dtype=-1):
    return _together(src1, src2, dtype)


divide = multiply


def bitwise_and(src1, src2, *args, **options):
    return _together(src1, src2, -1)


bitwise_or = bitwise_xor = absdiff = min = max = bitwise_and


def LUT(src, lut, dst=None):
    lut = asarray(lut)
    return lut if not _vramlint.is_known(lut) else sized(src, name=lut._dtype)


def _mask(src, *args, **options):
    return sized(src, channels=1, name="uint8")


Canny = inRange = compare = _mask


def threshold(src, thresh, maxval, type, dst=None):
    return thresh, sized(src)


adaptiveThreshold = _alike


def distanceTransform(src, *args, **options):
    return sized(src, channels=1, name="float32")


def cvtColor(src, code, dst=None, dstCn=0):
    if not _vramlint.is_known(code) or code not in _flags.CHANNELS:
        return _vramlint.unknown("into which colours a picture is turned is not known")
    return sized(src, channels=_flags.CHANNELS[code])


def applyColorMap(src, *args, **options):
    return sized(src, channels=3, name="uint8")


def resize(src, dsize=None, dst=None, fx=0, fy=0, interpolation=1):
    src = asarray(src)
    if not _vramlint.is_known(src) or not _vramlint.is_known(dsize):
        return src if not _vramlint.is_known(src) else sized(src, *_unknown_size())
    if dsize is not None and not (_is_zero(dsize[0]) or _is_zero(dsize[1])):
        return sized(src, int(dsize[1]), int(dsize[0]))
    return sized(src, round(src.shape_[0] * fy), round(src.shape_[1] * fx))


def _is_zero(size):
    return _vramlint.is_known(size) and size == 0


def _unknown_size():
    why = "to which size a picture is resized is not known"
    return some(why, 1), some(why, 1)


def warpAffine(src, M, dsize, *args, **options):
    return sized(src, *_unknown_size()) if not _vramlint.is_known(dsize) else sized(src, int(dsize[1]), int(dsize[0]))


warpPerspective = warpAffine


def remap(src, map1, map2, interpolation=1, *args, **options):
    map1 = asarray(map1)
    return map1 if not _vramlint.is_known(map1) else sized(src, map1.shape_[0], map1.shape_[1])


def getRectSubPix(image, patchSize, center, *args, **options):
    return sized(image, patchSize[1], patchSize[0])


def copyMakeBorder(src, top, bottom, left, right, borderType=0, dst=None, value=None):
    src = asarray(src)
    if not _vramlint.is_known(src):
        return src
    return sized(src, src.shape_[0] + top + bottom, src.shape_[1] + left + right)


def transpose(src, dst=None):
    src = asarray(src)
    return src if not _vramlint.is_known(src) else sized(src, src.shape_[1], src.shape_[0])


def rotate(src, rotateCode, dst=None):
    if not _vramlint.is_known(rotateCode):
        src = asarray(src)
        height, width = src.shape_[:2]
        return sized(src) if _vramlint.is_known(height) and height is width else sized(src, *_unknown_size())
    return sized(src) if rotateCode == _flags.ROTATE_180 else transpose(src)


def pyrDown(src, *args, **options):
    src = asarray(src)
    return src if not _vramlint.is_known(src) else sized(src, (src.shape_[0] + 1) // 2, (src.shape_[1] + 1) // 2)


def pyrUp(src, *args, **options):
    src = asarray(src)
    return src if not _vramlint.is_known(src) else sized(src, 2 * src.shape_[0], 2 * src.shape_[1])


def split(m, mv=None):
    m = asarray(m)
    channels = m if not _vramlint.is_known(m) else 1 if len(m.shape_) == 2 else m.shape_[2]
    return channels if not _vramlint.is_known(channels) else tuple([sized(m, channels=1) for _ in range(channels)])


def merge(mv, dst=None):
    mv = [asarray(one) for one in mv]
    for one in mv:
        if not _vramlint.is_known(one):
            return one
    return sized(mv[0], channels=sum([1 if len(one.shape_) == 2 else one.shape_[2] for one in mv]))


def extractChannel(src, coi, dst=None):
    return sized(src, channels=1)


def hconcat(src, dst=None):
    return concatenate([sized(one) for one in src], 1)


def vconcat(src, dst=None):
    return concatenate([sized(one) for one in src], 0)


def _drawn(img, *args, **options):
    if is_array(img):
        img._store.cells = None
    return img


rectangle = line = circle = putText = ellipse = polylines = fillPoly = fillConvexPoly = drawContours = arrowedLine = _drawn
drawMarker = drawKeypoints = accumulate = accumulateWeighted = _drawn


def cartToPolar(x, y, *args, **options):
    return sized(x), sized(x)


polarToCart = cartToPolar


def connectedComponents(image, *args, **options):
    return some("how many parts a picture has is not known", 1), sized(image, channels=1, name="int32")


def connectedComponentsWithStats(image, *args, **options):
    count, labels = connectedComponents(image)
    return count, labels, made(None, (count, 5), "int32"), made(None, (count, 2), "float64")


def calcOpticalFlowFarneback(prev, next, *args, **options):
    return sized(prev, channels=2, name="float32")


def calcHist(images, channels, mask, histSize, ranges, *args, **options):
    return made(None, tuple(histSize) if len(histSize) > 1 else (histSize[0], 1), "float32")
