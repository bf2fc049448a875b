# Functions of numpy that constructors use: making, arithmetic, reductions. Names that are Python's own end in "_" here.
import math

import _vramlint
from numpy import _dtypes
from numpy._array import (
    array, asarray, binary, broadcast_shape, cells_for, cells_of, count_of, divide, finished, full, inf, is_array, made,
    long_row, nan, not_computed, positions, power, real, remainder, floor_divide, scalar, spread, too_many,
    unary, view_of,
)

# ---------------------------------------------------------------- making


def zeros(shape, dtype=float, **options):
    return full(shape, _dtypes.converted(0, _dtypes.name_of(dtype)), dtype)


def ones(shape, dtype=None, **options):
    return full(shape, _dtypes.converted(1, _dtypes.name_of(dtype)), dtype)


def empty(shape, dtype=float, **options):
    return zeros(shape, dtype)


def zeros_like(a, dtype=None, **options):
    a = asarray(a)
    return zeros(a.shape_, a._dtype if dtype is None else dtype)


def ones_like(a, dtype=None, **options):
    a = asarray(a)
    return ones(a.shape_, a._dtype if dtype is None else dtype)


empty_like = zeros_like


def full_like(a, fill_value, dtype=None, **options):
    a = asarray(a)
    return full(a.shape_, fill_value, a._dtype if dtype is None else dtype)


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
        return unknown
    count = math.ceil((stop - start) / step)
    count = count if count > 0 else 0
    name = "int64" if all([isinstance(value, int) for value in (start, stop, step)]) else "float64"
    name = name if dtype is None else _dtypes.name_of(dtype)
    if count > long_row:
        return made(None, (count,), name)
    return made([_dtypes.converted(start + step * i, name) for i in range(count)], (count,), name)


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    unknown = _numbers([start, stop, num])
    if unknown is not None:
        return unknown
    num = int(num)
    name = "float64" if dtype is None else _dtypes.name_of(dtype)
    if is_array(start) or is_array(stop):
        return made(None, (num,) + broadcast_shape(asarray(start).shape_, asarray(stop).shape_), name)
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
    result = power_(base, linspace(start, stop, num, endpoint))
    return result if dtype is None else result.astype(dtype)


def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0):
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


def frombuffer(buffer, dtype=float, **options):
    return _vramlint.unknown("the contents of a buffer are not known")


def diag(v, k=0):
    v = asarray(v)
    if v.ndim == 2:
        return diagonal(v, k)
    size = v.size + abs(k)
    result = zeros((size, size), v._dtype)
    for i in range(v.size):
        result[i + (0 if k > 0 else -k), i + (k if k > 0 else 0)] = v[i]
    return result


def diagonal(a, offset=0, axis1=0, axis2=1):
    a = asarray(a)
    rows, columns = a.shape_[-2] + (offset if offset < 0 else 0), a.shape_[-1] - (offset if offset > 0 else 0)
    count = rows if rows < columns else columns
    if a.ndim == 2:
        return array([a[i - (offset if offset < 0 else 0), i + (offset if offset > 0 else 0)] for i in range(count)])
    return made(None, a.shape_[:-2] + (count,), a._dtype)


def trace(a, offset=0):
    return sum_(diagonal(a, offset))


# ---------------------------------------------------------------- element by element


def _lifted(function, name=real):
    def ufunc(x, out=None, where=True, dtype=None, **options):
        result = unary(x, function, name)
        return result if dtype is None else asarray(result).astype(dtype)
    return ufunc


def _safe(function, low=None, below=None, at=None):
    # Outside of its domain a function of numpy's yields nan or inf, where Python's raises.
    def guarded(x):
        x = float(x)
        if low is not None and x <= low:
            return at if x == low else below
        try:
            return function(x)
        except OverflowError:
            return inf
        except ValueError:
            return nan
    return guarded


def _root(x):
    return math.sqrt(x) if x >= 0 else nan


sqrt = _lifted(_root)
exp = _lifted(_safe(math.exp))
exp2 = _lifted(lambda x: 2.0 ** x)
expm1 = _lifted(_safe(math.expm1))
log = _lifted(_safe(math.log, 0.0, nan, -inf))
log2 = _lifted(_safe(math.log2, 0.0, nan, -inf))
log10 = _lifted(_safe(math.log10, 0.0, nan, -inf))
log1p = _lifted(_safe(math.log1p, -1.0, nan, -inf))
sin, cos, tan = _lifted(_safe(math.sin)), _lifted(_safe(math.cos)), _lifted(_safe(math.tan))
arcsin, arccos, arctan = _lifted(_safe(math.asin)), _lifted(_safe(math.acos)), _lifted(_safe(math.atan))
sinh, cosh, tanh = _lifted(_safe(math.sinh)), _lifted(_safe(math.cosh)), _lifted(_safe(math.tanh))
deg2rad = radians = _lifted(math.radians)
rad2deg = degrees = _lifted(math.degrees)
floor = _lifted(lambda x: float(math.floor(x)) if math.isfinite(x) else x)
ceil = _lifted(lambda x: float(math.ceil(x)) if math.isfinite(x) else x)
trunc = fix = _lifted(lambda x: float(math.trunc(x)) if math.isfinite(x) else x)
rint = _lifted(lambda x: float(_round(x)))
reciprocal = _lifted(lambda x: divide(1, x), None)
square = _lifted(lambda x: x * x, None)
negative = _lifted(lambda x: -x, None)
conj = conjugate = _lifted(lambda x: x, None)
sign = _lifted(lambda x: (x > 0) - (x < 0), None)
isnan = _lifted(lambda x: x != x, "bool")
isinf = _lifted(lambda x: x in (inf, -inf), "bool")
isfinite = _lifted(lambda x: x == x and x not in (inf, -inf), "bool")
logical_not = _lifted(lambda x: not x, "bool")
_abs, _round, _max, _min, _sum = abs, round, max, min, sum


def abs_(x, out=None, **options):
    return unary(x, _abs)


def round_(a, decimals=0, out=None):
    return unary(a, lambda x: float(_round(x, decimals)) if isinstance(x, float) else x)


def _paired(function, name=None):
    def ufunc(x1, x2, out=None, where=True, dtype=None, **options):
        result = binary(x1, x2, function, name)
        return result if dtype is None else asarray(result).astype(dtype)
    return ufunc


add = _paired(lambda a, b: a + b)
subtract = _paired(lambda a, b: a - b)
multiply = _paired(lambda a, b: a * b)
divide_ = true_divide = _paired(divide, real)
floor_divide_ = _paired(floor_divide)
mod = remainder_ = _paired(remainder)
fmod = _paired(math.fmod)
power_ = float_power = _paired(power)
maximum = fmax = _paired(lambda a, b: a if a >= b or a != a else b)
minimum = fmin = _paired(lambda a, b: a if a <= b or a != a else b)
arctan2 = _paired(math.atan2, real)
hypot = _paired(math.hypot, real)
equal, not_equal = _paired(lambda a, b: a == b, "bool"), _paired(lambda a, b: a != b, "bool")
less, less_equal = _paired(lambda a, b: a < b, "bool"), _paired(lambda a, b: a <= b, "bool")
greater, greater_equal = _paired(lambda a, b: a > b, "bool"), _paired(lambda a, b: a >= b, "bool")
logical_and = _paired(lambda a, b: bool(a) and bool(b), "bool")
logical_or = _paired(lambda a, b: bool(a) or bool(b), "bool")
logical_xor = _paired(lambda a, b: bool(a) != bool(b), "bool")
bitwise_and, bitwise_or = _paired(lambda a, b: a & b), _paired(lambda a, b: a | b)
gcd, lcm = _paired(math.gcd), _paired(lambda a, b: _abs(a * b) // math.gcd(a, b) if a and b else 0)


def clip(a, a_min=None, a_max=None, out=None, min=None, max=None):
    a_min = min if a_min is None else a_min
    a_max = max if a_max is None else a_max
    if a_min is not None:
        a = maximum(a, a_min)
    return a if a_max is None else minimum(a, a_max)


def where(condition, x=None, y=None):
    if x is None:
        return nonzero(condition)
    condition, x, y = asarray(condition), asarray(x), asarray(y)
    for side in (condition, x, y):
        if not _vramlint.is_known(side):
            return side
    name = _dtypes.joined(x._dtype, y._dtype)
    shape = broadcast_shape(condition.shape_, broadcast_shape(x.shape_, y.shape_))
    sides = [cells_for(side, shape) if not too_many(shape, name) else None for side in (condition, x, y)]
    if None in sides:
        return made(None, shape, name)
    return made([a if test else b for test, a, b in zip(*sides)], shape, name)


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return all_(isclose(a, b, rtol, atol))


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return binary(a, b, lambda x, y: _abs(x - y) <= atol + rtol * _abs(y), "bool")


def array_equal(a1, a2, equal_nan=False):
    a1, a2 = asarray(a1), asarray(a2)
    return a1.shape_ == a2.shape_ and all_(a1 == a2)


# ---------------------------------------------------------------- reductions


def _axes(axis, rank):
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    for one in axes:
        if one < -rank or one >= rank:
            raise ValueError(f"axis {one} is out of bounds for array of dimension {rank}")
    return [one % rank for one in axes]


def _lanes(a, axes):
    # The elements in rows that a reduction over `axes` takes each to one.
    kept = [i for i in range(len(a.shape_)) if i not in axes]
    moved = cells_of(a.transpose(kept + list(axes))) if len(a.shape_) > 1 else cells_of(a)
    length = count_of([a.shape_[i] for i in axes])
    return [moved[i:i + length] for i in range(0, len(moved), length)] if length else [[]] * count_of(
        [a.shape_[i] for i in kept])


def _reduction(function, name=None, initial=None):
    def reduce(a, axis=None, dtype=None, out=None, keepdims=False, **options):
        a = asarray(a)
        if not _vramlint.is_known(a) or not _vramlint.is_known(axis):
            return a if not _vramlint.is_known(a) else axis
        made_type = a._dtype if name is None else name(a._dtype) if callable(name) else name
        if dtype is not None:
            made_type = _dtypes.name_of(dtype)
        axes = list(range(len(a.shape_))) if axis is None else _axes(axis, len(a.shape_))
        if initial is None and count_of([a.shape_[i] for i in axes]) == 0 and a.shape_:
            raise ValueError("zero-size array to reduction operation which has no identity")
        shape = [1 if i in axes else size for i, size in enumerate(a.shape_) if keepdims or i not in axes]
        if cells_of(a) is None:
            return finished(None, shape, made_type)
        return finished([function(lane) for lane in _lanes(a, axes)], shape, made_type)
    return reduce


def _wide(name):
    # Sums of small integers are taken as int64.
    kind = _dtypes.kind_of(name)
    return "int64" if kind in "bi" else "uint64" if kind == "u" else name


def _product_of(lane):
    result = 1
    for cell in lane:
        result = result * cell
    return result


def _mean_of(lane):
    return divide(_sum(lane), len(lane))


def _variance_of(lane, ddof=0):
    middle = _mean_of(lane)
    return divide(_sum([(cell - middle) ** 2 for cell in lane]), len(lane) - ddof)


def _median_of(lane):
    lane = sorted(lane)
    half = len(lane) // 2
    return lane[half] if len(lane) % 2 else (lane[half - 1] + lane[half]) / 2


sum_ = _reduction(_sum, _wide, 0)
prod = product = _reduction(_product_of, _wide, 1)
mean = average = nanmean = _reduction(_mean_of, real)
median = nanmedian = _reduction(_median_of, real)
max_ = amax = nanmax = _reduction(_max)
min_ = amin = nanmin = _reduction(_min)
ptp = _reduction(lambda lane: _max(lane) - _min(lane))
any_ = _reduction(lambda lane: any([bool(cell) for cell in lane]), "bool", False)
all_ = _reduction(lambda lane: all([bool(cell) for cell in lane]), "bool", True)
count_nonzero = _reduction(lambda lane: len([cell for cell in lane if cell]), "int64", 0)
_argmax = _reduction(lambda lane: lane.index(_max(lane)), "int64")
_argmin = _reduction(lambda lane: lane.index(_min(lane)), "int64")


def argmax(a, axis=None, **options):
    return _argmax(a, axis)


def argmin(a, axis=None, **options):
    return _argmin(a, axis)


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    return _reduction(lambda lane: _variance_of(lane, ddof), real)(a, axis, dtype, None, keepdims)


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    return sqrt(var(a, axis, dtype, out, ddof, keepdims))


nanstd, nanvar = std, var


def quantile(a, q, axis=None, **options):
    result = mean(a, axis)
    many = asarray(q).shape_
    return made(None, many + asarray(result).shape_, "float64") if many else not_computed() if not is_array(
        result) else made(None, result.shape_, "float64")


percentile = nanpercentile = nanquantile = quantile


def _cumulative(function, start):
    def accumulate(a, axis=None, dtype=None, out=None):
        a = asarray(a)
        if not _vramlint.is_known(a):
            return a
        if axis is None:
            a, axis = a.ravel(), 0
        name = _wide(a._dtype) if dtype is None else _dtypes.name_of(dtype)
        cells = cells_of(a)
        if cells is None:
            return made(None, a.shape_, name)
        if len(a.shape_) > 1:
            last = len(a.shape_) - 1
            turned = a.swapaxes(axis, last)
            rows = [accumulate(row) for row in turned.reshape((-1, turned.shape_[-1]))]
            return stack(rows).reshape(turned.shape_).swapaxes(axis, last).astype(name)
        result, total = [], start
        for cell in cells:
            total = function(total, cell)
            result.append(total)
        return made(result, a.shape_, name)
    return accumulate


cumsum = _cumulative(lambda total, cell: total + cell, 0)
cumprod = _cumulative(lambda total, cell: total * cell, 1)


def diff(a, n=1, axis=-1):
    a = asarray(a)
    for _ in range(n):
        turned = a.swapaxes(axis, -1) if a.ndim > 1 else a
        turned = turned[..., 1:] - turned[..., :-1]
        a = turned.swapaxes(axis, -1) if a.ndim > 1 else turned
    return a


def gradient(f, *varargs, axis=None, edge_order=1):
    f = asarray(f)
    results = [made(None, f.shape_, real(f._dtype)) for _ in range(f.ndim if axis is None else 1)]
    return results if len(results) > 1 else results[0]


# ---------------------------------------------------------------- products


def matmul(x1, x2, **options):
    x1, x2 = asarray(x1), asarray(x2)
    for side in (x1, x2):
        if not _vramlint.is_known(side):
            return side
    name = _dtypes.joined(x1._dtype, x2._dtype)
    left = (1,) + x1.shape_ if x1.ndim == 1 else x1.shape_
    right = x2.shape_ + (1,) if x2.ndim == 1 else x2.shape_
    if left[-1] != right[-2]:
        raise ValueError(f"matmul: the inner sizes of {x1.shape_} and {x2.shape_} differ")
    shape = broadcast_shape(left[:-2], right[:-2])
    shape = shape + (() if x1.ndim == 1 else left[-2:-1]) + (() if x2.ndim == 1 else right[-1:])
    first, second = cells_of(x1), cells_of(x2)
    if first is None or second is None or len(left) > 2 or len(right) > 2 or count_of(left) * right[-1] > 8 * long_row:
        return finished(None, shape, name)
    inner, columns = left[-1], right[-1]
    cells = [_sum([first[i * inner + k] * second[k * columns + j] for k in range(inner)])
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
    count = {"full": n + m - 1, "same": n if n > m else m, "valid": _abs(n - m) + 1}[mode]
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


correlate = convolve


def einsum(*operands, **options):
    if not isinstance(operands[0], str):
        return _vramlint.unknown("einsum with lists of subscripts is not followed")
    left, arrow, right = operands[0].replace(" ", "").partition("->")
    arrays = [asarray(operand) for operand in operands[1:]]
    if "..." in left:
        return _vramlint.unknown("numpy.einsum with an ellipsis is not followed")
    sizes = {}
    for term, one in zip(left.split(","), arrays):
        if len(term) != one.ndim:
            raise ValueError(f"einstein sum subscripts string '{term}' does not fit an operand of {one.ndim} dimensions")
        for label, size in zip(term, one.shape_):
            if sizes.setdefault(label, size) != size:
                raise ValueError(f"einsum: label '{label}' has sizes {sizes[label]} and {size}")
    if not arrow:
        labels = left.replace(",", "")
        right = "".join([label for label in sorted(set(labels)) if labels.count(label) == 1])
    name = arrays[0]._dtype
    for one in arrays[1:]:
        name = _dtypes.joined(name, one._dtype)
    return finished(None, [sizes[label] for label in right], name)


def tensordot(a, b, axes=2):
    a, b = asarray(a), asarray(b)
    if isinstance(axes, int):
        left, right = list(range(a.ndim - axes, a.ndim)), list(range(axes))
    else:
        left, right = [list(one) if isinstance(one, (list, tuple)) else [one] for one in axes]
    shape = [size for i, size in enumerate(a.shape_) if i not in [one % a.ndim for one in left]]
    shape = shape + [size for i, size in enumerate(b.shape_) if i not in [one % b.ndim for one in right]]
    return finished(None, shape, _dtypes.joined(a._dtype, b._dtype))


from numpy._arranging import broadcast_to, nonzero, stack  # noqa: E402
