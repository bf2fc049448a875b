"""Views of an array that share its elements (skimage/util/shape.py, 0.24)."""
from numpy._array import asarray, made


def _sizes(given, dims):
    sizes = (given,) * dims if isinstance(given, int) else tuple(given)
    if len(sizes) != dims:
        raise ValueError("`window_shape` is incompatible with `arr_in.shape`")
    return sizes


def view_as_windows(arr_in, window_shape, step=1):
    array = asarray(arr_in)
    window, step = _sizes(window_shape, array.ndim), _sizes(step, array.ndim)
    if any([size < part for size, part in zip(array.shape_, window)]):
        raise ValueError("`window_shape` is too large")
    places = [(size - part) // each + 1 for size, part, each in zip(array.shape_, window, step)]
    return made(None, tuple(places) + window, array._dtype)


def view_as_blocks(arr_in, block_shape):
    array = asarray(arr_in)
    block = _sizes(block_shape, array.ndim)
    if any([size % part for size, part in zip(array.shape_, block)]):
        raise ValueError("'block_shape' is not compatible with 'arr_in'")
    return made(None, tuple([size // part for size, part in zip(array.shape_, block)]) + block, array._dtype)
