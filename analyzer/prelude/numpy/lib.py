# Views of an array that share its elements.
from numpy._array import asarray, cells_of, made


def _windows(x, window_shape, axis=None, **options):
    x = asarray(x)
    sizes = (window_shape,) if isinstance(window_shape, int) else tuple(window_shape)
    axes = list(range(x.ndim)) if axis is None else [axis] if isinstance(axis, int) else list(axis)
    shape = list(x.shape_)
    for one, size in zip(axes, sizes):
        if size > shape[one]:
            raise ValueError("window shape cannot be larger than input array shape")
        shape[one] = shape[one] - size + 1
    cells = cells_of(x)
    if x.ndim == 1 and cells is not None:
        return made([cells[i + j] for i in range(shape[0]) for j in range(sizes[0])], (shape[0],) + sizes, x._dtype)
    return made(None, tuple(shape) + sizes, x._dtype)


class stride_tricks:
    sliding_window_view = staticmethod(_windows)

    @staticmethod
    def as_strided(x, shape=None, strides=None, subok=False, writeable=True):
        x = asarray(x)
        return made(None, x.shape_ if shape is None else tuple(shape), x._dtype)
