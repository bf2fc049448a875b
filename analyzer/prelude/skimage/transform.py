"""Sizes of pictures (skimage/transform/_warps.py, 0.24): the result is of floating point."""
import _vramlint
from numpy._array import asarray
from skimage._sizes import real, resized


def resize(image, output_shape, *args, preserve_range=False, **options):
    image = asarray(image)
    if not _vramlint.is_known(image) or not _vramlint.is_known(output_shape):
        return _vramlint.unknown("to which size a picture is resized is not known")
    shape = tuple([round(size) if isinstance(size, float) else size for size in output_shape])
    return resized(image, shape + tuple(image.shape_[len(shape):]), real(image))


def rescale(image, scale, *args, channel_axis=None, **options):
    image = asarray(image)
    if not _vramlint.is_known(image):
        return image
    channels = None if channel_axis is None else channel_axis % image.ndim
    shape = [size if axis == channels else round(size * scale) for axis, size in enumerate(image.shape_)]
    return resized(image, shape, real(image))


def rotate(image, angle, resize=False, **options):
    if resize:
        return _vramlint.unknown("the size of a picture that is turned and expanded is not known")
    return resized(image, asarray(image).shape_, real(image))


def warp(image, inverse_map, map_args=None, output_shape=None, **options):
    image = asarray(image)
    if not _vramlint.is_known(image):
        return image
    given = image.shape_[:2] if output_shape is None else tuple(output_shape)
    return resized(image, tuple(given) + tuple(image.shape_[len(given):]), real(image))
