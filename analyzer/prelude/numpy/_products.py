# Products of arrays.
import _vramlint
from numpy import _dtypes
from numpy._array import asarray, broadcast_shape, cells_of, finished, long_row, made
from numpy._sizes import count_of, may_be


def matmul(x1, x2, **options):
    x1, x2 = asarray(x1), asarray(x2)
    for side in (x1, x2):
        if not _vramlint.is_known(side):
            return side
    name = _dtypes.joined(x1._dtype, x2._dtype)
    left = (1,) + x1.shape_ if x1.ndim == 1 else x1.shape_
    right = x2.shape_ + (1,) if x2.ndim == 1 else x2.shape_
    if not may_be(left[-1], right[-2]):
        raise ValueError(f"matmul: the inner sizes of {x1.shape_} and {x2.shape_} differ")
    shape = broadcast_shape(left[:-2], right[:-2])
    shape = shape + (() if x1.ndim == 1 else left[-2:-1]) + (() if x2.ndim == 1 else right[-1:])
    first, second = cells_of(x1), cells_of(x2)
    if first is None or second is None or len(left) > 2 or len(right) > 2 or count_of(left) * right[-1] > 8 * long_row:
        return finished(None, shape, name)
    inner, columns = left[-1], right[-1]
    cells = [sum([first[i * inner + k] * second[k * columns + j] for k in range(inner)])
             for i in range(left[0]) for j in range(columns)]
    return finished(cells, shape, name)


def dot(a, b, out=None):
    a, b = asarray(a), asarray(b)
    if a.ndim == 0 or b.ndim == 0:
        return a * b
    if a.ndim <= 2 and b.ndim <= 2:
        return matmul(a, b)
    return made(None, a.shape_[:-1] + b.shape_[:-2] + b.shape_[-1:], _dtypes.joined(a._dtype, b._dtype))


def inner(a, b):
    a, b = asarray(a), asarray(b)
    return matmul(a, b.T if b.ndim > 1 else b)


vdot = inner


def outer(a, b, out=None):
    a, b = asarray(a).ravel(), asarray(b).ravel()
    return a.reshape((-1, 1)) * b.reshape((1, -1))


def kron(a, b):
    a, b = asarray(a), asarray(b)
    rank = a.ndim if a.ndim > b.ndim else b.ndim
    left = (1,) * (rank - a.ndim) + a.shape_
    right = (1,) * (rank - b.ndim) + b.shape_
    apart = a.reshape([size for one in left for size in (one, 1)]) * b.reshape([size for one in right for size in (1, one)])
    return apart.reshape([one * other for one, other in zip(left, right)])


def convolve(a, v, mode="full"):
    a, v = asarray(a), asarray(v)
    n, m = a.size, v.size
    count = {"full": n + m - 1, "same": n if n > m else m, "valid": abs(n - m) + 1}[mode]
    name = _dtypes.joined(a._dtype, v._dtype)
    first, second = cells_of(a), cells_of(v)
    if first is None or second is None or n * m > 8 * long_row:
        return made(None, (count,), name)
    whole = [0] * (n + m - 1)
    for i, x in enumerate(first):
        for j, y in enumerate(second):
            whole[i + j] = whole[i + j] + x * y
    start = (len(whole) - count) // 2
    return made(whole[start:start + count], (count,), name)
