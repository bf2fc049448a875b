# Shapes and types of Fourier transforms.
from numpy._array import asarray, made


def _transformed(a, sizes):
    a = asarray(a)
    shape = list(a.shape_)
    for axis, size in sizes.items():
        shape[axis] = size
    return shape


def fft(a, n=None, axis=-1, norm=None):
    return made(None, _transformed(a, {} if n is None else {axis: n}), "complex128")


ifft = fft


def rfft(a, n=None, axis=-1, norm=None):
    length = asarray(a).shape_[axis] if n is None else n
    return made(None, _transformed(a, {axis: length // 2 + 1}), "complex128")


def irfft(a, n=None, axis=-1, norm=None):
    return made(None, _transformed(a, {axis: 2 * (asarray(a).shape_[axis] - 1) if n is None else n}), "float64")


def fft2(a, s=None, axes=(-2, -1), norm=None):
    return made(None, _transformed(a, {} if s is None else dict(zip(axes, s))), "complex128")


ifft2 = ifftn = fftn = fft2


def rfft2(a, s=None, axes=(-2, -1), norm=None):
    a = asarray(a)
    sizes = dict(zip(axes, [a.shape_[axis] for axis in axes] if s is None else s))
    sizes[axes[-1]] = sizes[axes[-1]] // 2 + 1
    return made(None, _transformed(a, sizes), "complex128")


def rfftn(a, s=None, axes=None, norm=None):
    return rfft2(a, s, tuple(range(asarray(a).ndim)) if axes is None else axes)


def irfft2(a, s=None, axes=(-2, -1), norm=None):
    a = asarray(a)
    last = 2 * (a.shape_[axes[-1]] - 1)
    sizes = dict(zip(axes, [a.shape_[axis] for axis in axes[:-1]] + [last] if s is None else s))
    return made(None, _transformed(a, sizes), "float64")


def irfftn(a, s=None, axes=None, norm=None):
    return irfft2(a, s, tuple(range(asarray(a).ndim)) if axes is None else axes)


def fftfreq(n, d=1.0):
    half = (n - 1) // 2 + 1
    from numpy import array
    return array([i / (n * d) for i in list(range(half)) + list(range(-(n // 2), 0))])


def rfftfreq(n, d=1.0):
    from numpy import array
    return array([i / (n * d) for i in range(n // 2 + 1)])


def fftshift(x, axes=None):
    from numpy import roll
    x = asarray(x)
    axes = range(x.ndim) if axes is None else (axes,) if isinstance(axes, int) else axes
    for axis in axes:
        x = roll(x, x.shape_[axis] // 2, axis)
    return x


def ifftshift(x, axes=None):
    x = asarray(x)
    return made(None, x.shape_, x._dtype)
