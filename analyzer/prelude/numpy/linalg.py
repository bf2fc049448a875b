# Shapes of what linear algebra yields; elements only where they are cheap.
import math

import _vramlint
from numpy import _dtypes
from numpy._array import asarray, cells_of, finished, made, real


class LinAlgError(Exception):
    pass


def norm(x, ord=None, axis=None, keepdims=False):
    x = asarray(x)
    if axis is None:
        cells = cells_of(x)
        known = cells is not None and ord in (None, 2, "fro") and x.dtype.kind != "c"
        shape = (1,) * x.ndim if keepdims else ()
        return finished([math.sqrt(sum([cell * cell for cell in cells]))] if known else None, shape, real(x._dtype))
    axes = [one % x.ndim for one in (axis if isinstance(axis, tuple) else (axis,))]
    shape = [1 if i in axes else size for i, size in enumerate(x.shape_) if keepdims or i not in axes]
    return finished(None, shape, real(x._dtype))


def _square(a):
    a = asarray(a)
    if a.ndim < 2 or a.shape_[-1] != a.shape_[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    return a


def inv(a):
    a = _square(a)
    return made(None, a.shape_, real(a._dtype))


def pinv(a, rcond=None, hermitian=False):
    a = asarray(a)
    return made(None, a.shape_[:-2] + (a.shape_[-1], a.shape_[-2]), real(a._dtype))


def det(a):
    a = _square(a)
    return finished(None, a.shape_[:-2], real(a._dtype))


def solve(a, b):
    b = asarray(b)
    return made(None, b.shape_, real(_dtypes.joined(_square(a)._dtype, b._dtype)))


def lstsq(a, b, rcond=None):
    a, b = asarray(a), asarray(b)
    unknown = _vramlint.unknown("the rank of a matrix is not known")
    small = a.shape_[0] if a.shape_[0] < a.shape_[1] else a.shape_[1]
    return made(None, (a.shape_[1],) + b.shape_[1:], "float64"), unknown, unknown, made(None, (small,), "float64")


def svd(a, full_matrices=True, compute_uv=True, hermitian=False):
    a = asarray(a)
    rows, columns = a.shape_[-2:]
    small = rows if rows < columns else columns
    lead, name = a.shape_[:-2], real(a._dtype)
    values = made(None, lead + (small,), name)
    if not compute_uv:
        return values
    return (made(None, lead + (rows, rows if full_matrices else small), name), values,
            made(None, lead + (columns if full_matrices else small, columns), name))


def qr(a, mode="reduced"):
    a = asarray(a)
    rows, columns = a.shape_[-2:]
    small = rows if mode == "complete" or rows < columns else columns
    lead, name = a.shape_[:-2], real(a._dtype)
    return made(None, lead + (rows, small), name), made(None, lead + (small, columns), name)


def eig(a):
    a = _square(a)
    name = real(a._dtype)
    return made(None, a.shape_[:-1], name), made(None, a.shape_, name)


eigh = eig


def eigvals(a):
    return eig(a)[0]


eigvalsh = eigvals


def cholesky(a):
    return inv(a)


def matrix_power(a, n):
    return inv(a)


def matrix_rank(M, tol=None):
    return _vramlint.unknown("the rank of a matrix is not known")
