# Functions of numpy that make arrays.
import math

import _vramlint
from numpy import _dtypes
from numpy._array import (
    array, asarray, broadcast_shape, full, long_row, made, nan,
)
from numpy._arranging import broadcast_to, stack
from numpy._sizes import some


def zeros(shape, dtype=float, **options):
    return full(shape, 0, dtype)


def ones(shape, dtype=None, **options):
    return full(shape, 1, float if dtype is None else dtype)


def empty(shape, dtype=float, **options):
    return zeros(shape, dtype)


def full_like(a, fill_value, dtype=None, **options):
    a = asarray(a)
    if not _vramlint.is_known(a):
        return a
    return full(a.shape_, fill_value, a._dtype if dtype is None else dtype)


def zeros_like(a, dtype=None, **options):
    return full_like(a, 0, dtype)


def ones_like(a, dtype=None, **options):
    return full_like(a, 1, dtype)


empty_like = zeros_like


def _numbers(values):
    for value in values:
        if not _vramlint.is_known(value):
            return value
    return None


def arange(start, stop=None, step=1, dtype=None, **options):
    if stop is None:
        start, stop = 0, start
    unknown = _numbers([start, stop, step])
    if unknown is not None:
        return _open_range(start, stop, step, dtype)
    count = math.ceil((stop - start) / step)
    count = count if count > 0 else 0
    name = "int64" if all([isinstance(value, int) for value in (start, stop, step)]) else "float64"
    name = name if dtype is None else _dtypes.name_of(dtype)
    if count > long_row:
        return made(None, (count,), name)
    return made([_dtypes.converted(start + step * i, name) for i in range(count)], (count,), name)


def _open_range(start, stop, step, dtype):
    if not all([_vramlint.is_number(one) for one in (start, stop, step)]):
        return _numbers([start, stop, step])
    is_plain = _vramlint.is_known(step) and step == 1
    count = stop - start if is_plain else some("how many numbers a range has is not known")
    name = "int64" if dtype is None else _dtypes.name_of(dtype)
    return made(None, (count if _vramlint.is_number(count) else some("how many numbers a range has is not known"),), name)


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    unknown = _numbers([start, stop, num])
    if unknown is not None:
        is_row = not retstep and all([_vramlint.is_number(one) for one in (start, stop, num)])
        return made(None, (num,), "float64" if dtype is None else _dtypes.name_of(dtype)) if is_row else unknown
    num = int(num)
    name = "float64" if dtype is None else _dtypes.name_of(dtype)
    if not isinstance(start, (int, float)) or not isinstance(stop, (int, float)):
        start, stop = asarray(start), asarray(stop)
        if not start.shape_ and not stop.shape_:
            return linspace(start.item(), stop.item(), num, endpoint, retstep, dtype, axis)
        if num > long_row:
            return made(None, (num,) + broadcast_shape(start.shape_, stop.shape_), name)
        shares = linspace(0, 1, num, endpoint).reshape((-1,) + (1,) * max(start.ndim, stop.ndim))
        return (start + shares * (stop - start)).astype(name)
    parts = num - 1 if endpoint else num
    step = (stop - start) / parts if parts > 0 else nan
    if num > long_row:
        result = made(None, (num,), name)
    else:
        cells = [start + step * i if i else start for i in range(num)]
        if endpoint and num > 1:
            cells[-1] = stop
        if name.startswith("int") or name.startswith("uint"):
            cells = [math.floor(cell) for cell in cells]
        result = made([_dtypes.converted(cell, name) for cell in cells], (num,), name)
    return (result, step) if retstep else result


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
    from numpy._functions import power_
    result = power_(base, linspace(start, stop, num, endpoint))
    return result if dtype is None else result.astype(dtype)


def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0):
    from numpy._functions import exp
    result = exp(linspace(math.log(start), math.log(stop), num, endpoint))
    return result if dtype is None else result.astype(dtype)


def eye(N, M=None, k=0, dtype=float, **options):
    M = N if M is None else M
    return array([[1.0 if j - i == k else 0.0 for j in range(M)] for i in range(N)], dtype) if N * M <= long_row \
        else made(None, (N, M), _dtypes.name_of(dtype))


def identity(n, dtype=float):
    return eye(n, dtype=dtype)


def tri(N, M=None, k=0, dtype=float):
    M = N if M is None else M
    if N * M > long_row:
        return made(None, (N, M), _dtypes.name_of(dtype))
    return array([[1.0 if j - i <= k else 0.0 for j in range(M)] for i in range(N)], dtype)


def tril(m, k=0):
    m = asarray(m)
    return m * tri(m.shape_[-2], m.shape_[-1], k, m._dtype)


def triu(m, k=0):
    m = asarray(m)
    return m * (1 - tri(m.shape_[-2], m.shape_[-1], k - 1, m._dtype))


def meshgrid(*xi, indexing="xy", sparse=False, copy=True):
    arrays = [asarray(x).ravel() for x in xi]
    sizes = [x.size for x in arrays]
    order = list(range(len(arrays)))
    if indexing == "xy" and len(arrays) > 1:
        order[0], order[1] = 1, 0
    shape = [sizes[i] for i in order]
    grids = []
    for i, x in enumerate(arrays):
        own = [sizes[j] if j == i else 1 for j in order]
        grids.append(x.reshape(own) if sparse else broadcast_to(x.reshape(own), shape).copy())
    return grids


def indices(dimensions, dtype=int, sparse=False):
    return stack(meshgrid(*[arange(size) for size in dimensions], indexing="ij")).astype(dtype)


def fromiter(iter, dtype, count=-1):
    return array(list(iter), dtype)


def frombuffer(buffer, dtype=float, count=-1, offset=0, **options):
    if not _vramlint.is_known(count) or count >= 0:
        return made(None, (count,), _dtypes.name_of(dtype))
    if _vramlint.is_known(buffer) and isinstance(buffer, bytes):
        return made(None, ((len(buffer) - offset) // _dtypes.dtype(dtype).itemsize,), _dtypes.name_of(dtype))
    return made(None, (some("how long a buffer is is not known before the program runs", 0),), _dtypes.name_of(dtype))


def fromstring(string, dtype=float, count=-1, *, sep="", **options):
    if _vramlint.is_known(string) and isinstance(string, str) and sep:
        words = string.replace(sep, " ").split()
        return array([float(word) for word in (words if count < 0 else words[:count])], dtype)
    return frombuffer(string, dtype, count)


def diag(v, k=0):
    v = asarray(v)
    if v.ndim == 2:
        return diagonal(v, k)
    size = v.size + abs(k)
    result = zeros((size, size), v._dtype)
    for i in range(v.size):
        result[i + (0 if k > 0 else -k), i + (k if k > 0 else 0)] = v[i]
    return result


def diagflat(v, k=0):
    return diag(asarray(v).ravel(), k)


def vander(x, N=None, increasing=False):
    x = asarray(x)
    columns = range(x.size if N is None else N)
    return stack([x ** i for i in (columns if increasing else columns[::-1])], 1)


def fromfunction(function, shape, *, dtype=float, **options):
    return function(*[grid.astype(dtype) for grid in meshgrid(*[arange(size) for size in shape], indexing="ij")])


def diagonal(a, offset=0, axis1=0, axis2=1):
    a = asarray(a)
    rows, columns = a.shape_[-2] + (offset if offset < 0 else 0), a.shape_[-1] - (offset if offset > 0 else 0)
    count = rows if rows < columns else columns
    if a.ndim == 2:
        return array([a[i - (offset if offset < 0 else 0), i + (offset if offset > 0 else 0)] for i in range(count)], a._dtype)
    return made(None, a.shape_[:-2] + (count,), a._dtype)


def trace(a, offset=0):
    from numpy._functions import sum_
    return sum_(diagonal(a, offset))
