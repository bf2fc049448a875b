"""Colours (skimage/color/colorconv.py, 0.24): three channels behind height and width, or none."""
import _vramlint
from numpy._array import asarray
from skimage._sizes import real, resized


def rgb2gray(rgb, **options):
    rgb = asarray(rgb)
    return rgb if not _vramlint.is_known(rgb) else resized(rgb, rgb.shape_[:-1], real(rgb))


def rgb2lab(rgb, **options):
    rgb = asarray(rgb)
    return rgb if not _vramlint.is_known(rgb) else resized(rgb, rgb.shape_, real(rgb))


lab2rgb = rgb2hsv = hsv2rgb = rgb2ycbcr = ycbcr2rgb = rgb2xyz = rgb2yuv = yuv2rgb = rgb2lab


def gray2rgb(image, **options):
    image = asarray(image)
    return image if not _vramlint.is_known(image) else resized(image, tuple(image.shape_) + (3,), None)


def rgba2rgb(rgba, **options):
    rgba = asarray(rgba)
    return rgba if not _vramlint.is_known(rgba) else resized(rgba, tuple(rgba.shape_[:-1]) + (3,), real(rgba))
