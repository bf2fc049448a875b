import _vramlint
from numpy._array import asarray, made, ndarray
from numpy._dtypes import name_of


def _filter(input, *args, output=None, **options):
    """As large as what goes in, and of its type where `output` names no other (scipy/ndimage/_filters.py, 1.14)."""
    input = asarray(input)
    if not _vramlint.is_known(input):
        return input
    if isinstance(output, ndarray):
        return output
    return made(None, input.shape_, input._dtype if output is None else name_of(output))


laplace = sobel = prewitt = generic_laplace = generic_gradient_magnitude = _filter
gaussian_filter = gaussian_filter1d = gaussian_laplace = gaussian_gradient_magnitude = _filter
uniform_filter = uniform_filter1d = median_filter = percentile_filter = rank_filter = generic_filter = _filter
maximum_filter = minimum_filter = maximum_filter1d = minimum_filter1d = _filter
convolve = convolve1d = correlate = correlate1d = spline_filter = spline_filter1d = _filter
grey_dilation = grey_erosion = grey_opening = grey_closing = morphological_gradient = white_tophat = black_tophat = _filter


def zoom(input, zoom, **options):
    input = asarray(input)
    factors = zoom if isinstance(zoom, (list, tuple)) else [zoom] * input.ndim
    return made(None, [round(size * factor) for size, factor in zip(input.shape_, factors)], input._dtype)


def distance_transform_edt(input, sampling=None, return_distances=True, return_indices=False, **options):
    input = asarray(input)
    distances, indices = made(None, input.shape_, "float64"), made(None, (input.ndim,) + input.shape_, "int32")
    if return_distances and return_indices:
        return distances, indices
    return indices if return_indices else distances


def _mask(input, *args, **options):
    return made(None, asarray(input).shape_, "bool")


binary_erosion = binary_dilation = binary_opening = binary_closing = binary_fill_holes = _mask


def label(input, structure=None, output=None):
    found = _vramlint.unknown("how many parts an array has is not known")
    return made(None, asarray(input).shape_, "int32"), found


def rotate(input, angle, axes=(1, 0), reshape=True, **options):
    input = asarray(input)
    if reshape:
        return _vramlint.unknown("the size of a rotated array is not known")
    return made(None, input.shape_, input._dtype)


def shift(input, shift, **options):
    input = asarray(input)
    return made(None, input.shape_, input._dtype)


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError("module 'scipy.ndimage' has no attribute '" + name + "'")
    if name in ("filters", "interpolation", "measurements", "morphology"):
        import importlib

        return importlib.import_module("scipy.ndimage." + name)
    return _vramlint.unknown("scipy.ndimage." + name + " is not modelled")
