"""Windows and blocks of arrays, and their types (skimage/util, 0.24)."""
from numpy._array import asarray
from skimage import img_as_float, img_as_float32, img_as_float64, img_as_ubyte, img_as_uint
from skimage._sizes import real, resized
from skimage.util.shape import view_as_blocks, view_as_windows


def _as_it_is(image, *args, **options):
    return asarray(image)


invert = img_as_bool = _as_it_is


def random_noise(image, mode="gaussian", rng=None, clip=True, **options):
    image = asarray(image)
    return resized(image, image.shape_, real(image))


def crop(ar, crop_width, copy=False, order="K"):
    """`crop_width`: a number for all sides, two for each, or a pair for each dimension."""
    ar = asarray(ar)
    given = [crop_width] * ar.ndim if isinstance(crop_width, int) else list(crop_width)
    given = given * ar.ndim if len(given) == 1 else [given] * ar.ndim if isinstance(given[0], int) and len(given) == 2 else given
    pairs = [(one, one) if isinstance(one, int) else one if len(one) == 2 else (one[0], one[0]) for one in given]
    return ar[tuple([slice(before, size - after) for (before, after), size in zip(pairs, ar.shape_)])]
