# Shapes of what linear algebra yields; elements only where they are cheap.
import math

import _vramlint
from numpy import _dtypes
from numpy._array import asarray, cells_of, finished, made, real
from numpy._functions import _lanes
from numpy._products import matmul


class LinAlgError(Exception):
    pass


def _length_of(lane, order):
    if order is None or order == 2 or order == "fro":
        return math.sqrt(sum([cell * cell for cell in lane]))
    sizes = [abs(cell) for cell in lane]
    if order in (math.inf, -math.inf):
        return float(max(sizes) if order > 0 else min(sizes))
    return float(len([cell for cell in lane if cell]) if order == 0 else sum([size ** order for size in sizes]) ** (1 / order))


def norm(x, ord=None, axis=None, keepdims=False):
    x = asarray(x)
    if not _vramlint.is_known(x):
        return x
    one_by_one = ord in (None, "fro") or x.ndim == 1 or isinstance(axis, int)
    if axis is None:
        axis = tuple(range(x.ndim))
    axes = [one % x.ndim for one in (axis if isinstance(axis, tuple) else (axis,))]
    shape = [1 if i in axes else size for i, size in enumerate(x.shape_) if keepdims or i not in axes]
    if not one_by_one or cells_of(x) is None or x.dtype.kind == "c":
        return finished(None, shape, real(x._dtype))
    return finished([_length_of(lane, ord) for lane in _lanes(x, axes)], shape, real(x._dtype))


def _square(a):
    a = asarray(a)
    if a.ndim < 2 or a.shape_[-1] != a.shape_[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    return a


def _eliminated(a, b):
    # The solution of a x = b by Gauss's elimination, and the determinant of a; None where elements are not followed.
    cells, right = cells_of(a), cells_of(b)
    n = a.shape_[0]
    if cells is None or right is None or a.ndim != 2 or b.ndim != 2 or n > 16:
        return None
    m = b.shape_[1]
    rows = [[float(cell) for cell in cells[i * n:i * n + n]] + [float(cell) for cell in right[i * m:i * m + m]]
            for i in range(n)]
    determinant = 1.0
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(rows[k][i]))
        if rows[pivot][i] == 0:
            return None, 0.0
        if pivot != i:
            rows[i], rows[pivot], determinant = rows[pivot], rows[i], -determinant
        determinant = determinant * rows[i][i]
        rows[i] = [cell / rows[i][i] for cell in rows[i]]
        for k in range(n):
            if k != i and rows[k][i]:
                rows[k] = [cell - rows[k][i] * over for cell, over in zip(rows[k], rows[i])]
    return [cell for row in rows for cell in row[n:]], determinant


def solve(a, b):
    a, b = _square(a), asarray(b)
    name = real(_dtypes.joined(a._dtype, b._dtype))
    found = _eliminated(a, b.reshape((-1, 1)) if b.ndim == 1 else b)
    if found is not None and found[0] is None:
        raise LinAlgError("Singular matrix")
    return made(None if found is None else found[0], b.shape_, name)


def inv(a):
    from numpy import eye
    a = _square(a)
    if a.ndim > 2:
        return made(None, a.shape_, real(a._dtype))
    return solve(a, eye(a.shape_[0], dtype=a._dtype))


def det(a):
    from numpy import eye
    a = _square(a)
    found = None if a.ndim > 2 else _eliminated(a, eye(a.shape_[0]))
    return finished(None if found is None else [found[1]], a.shape_[:-2], real(a._dtype))


def pinv(a, rcond=None, hermitian=False):
    a = asarray(a)
    return made(None, a.shape_[:-2] + (a.shape_[-1], a.shape_[-2]), real(a._dtype))


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
    a = _square(a)
    cells, n = cells_of(a), a.shape_[-1]
    if cells is None or a.ndim > 2 or n > 16:
        return made(None, a.shape_, real(a._dtype))
    lower = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + 1):
            rest = cells[i * n + j] - sum([lower[i][k] * lower[j][k] for k in range(j)])
            if i == j and rest <= 0:
                raise LinAlgError("Matrix is not positive definite")
            lower[i][j] = math.sqrt(rest) if i == j else rest / lower[j][j]
    return made([cell for row in lower for cell in row], a.shape_, real(a._dtype))


def matrix_power(a, n):
    from numpy import eye
    a = _square(a)
    if a.ndim > 2 or n < 0:
        return made(None, a.shape_, a._dtype)
    result = eye(a.shape_[0], dtype=a._dtype)
    for _ in range(n):
        result = matmul(result, a)
    return result


def matrix_rank(M, tol=None, hermitian=False):
    return _vramlint.unknown("the rank of a matrix is not known")


def cond(x, p=None):
    return _vramlint.unknown("the condition of a matrix is not known")


def slogdet(a):
    a = _square(a)
    return finished(None, a.shape_[:-2], real(a._dtype)), finished(None, a.shape_[:-2], real(a._dtype))


def multi_dot(arrays, *, out=None):
    result = arrays[0]
    for one in arrays[1:]:
        result = matmul(result, one)
    return result
