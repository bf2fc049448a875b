# Functions of numpy that constructors use: arithmetic, reductions. Names that are Python's own end in "_" here.
import cmath
import math

import _run
import _vramlint
from numpy import _dtypes
from numpy._array import (
    array, as_given, asarray, binary, broadcast_shape, cells_for, cells_of, divide, finished, floor_divide,
    inf, is_array, made, nan, power, real, remainder, too_many, unary,
)
from numpy._sizes import count_of, same_sizes

# ---------------------------------------------------------------- element by element

_abs, _round, _max, _min, _sum = abs, round, max, min, sum


def _lifted(function, name=real, of_complex=None):
    def ufunc(x, out=None, where=True, dtype=None, **options):
        result = unary(x, of_complex if of_complex is not None and _dtypes.is_complex(x) else function, name)
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


sqrt = _lifted(_root, of_complex=cmath.sqrt)
exp = _lifted(_safe(math.exp), of_complex=cmath.exp)
exp2 = _lifted(lambda x: 2.0 ** x)
expm1 = _lifted(_safe(math.expm1))
log = _lifted(_safe(math.log, 0.0, nan, -inf), of_complex=cmath.log)
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
positive = _lifted(lambda x: x, None)
fabs = _lifted(_abs)
cbrt = _lifted(lambda x: math.copysign(_abs(x) ** (1 / 3), x))
sinc = _lifted(lambda x: math.sin(math.pi * x) / (math.pi * x) if x else 1.0)
arcsinh, arccosh, arctanh = _lifted(math.asinh), _lifted(_safe(math.acosh)), _lifted(_safe(math.atanh))
signbit = _lifted(lambda x: math.copysign(1, x) < 0, "bool")
conj = conjugate = _lifted(lambda x: x, None, lambda x: x.conjugate())
sign = _lifted(lambda x: type(x)((x > 0) - (x < 0)), None)
isnan = _lifted(lambda x: x != x, "bool")
isinf = _lifted(lambda x: x in (inf, -inf), "bool")
isfinite = _lifted(lambda x: x == x and x not in (inf, -inf), "bool")
logical_not = _lifted(lambda x: not x, "bool")
def abs_(x, out=None, **options):
    if is_array(x) and x.dtype.kind == "c":
        return made(None, x.shape_, "float32" if x._dtype == "complex64" else "float64")
    return unary(x, _abs)


def round_(a, decimals=0, out=None):
    return unary(a, lambda x: float(_round(x, decimals)) if isinstance(x, float) else x)


around = round_


def modf(x, **options):
    whole = trunc(x)
    return x - whole, whole


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    largest = 1.7976931348623157e308
    high, low = largest if posinf is None else posinf, -largest if neginf is None else neginf
    return unary(asarray(x), lambda cell: nan if cell != cell else high if cell == inf else low if cell == -inf else cell)


def real_(val):
    return val.real if _dtypes.is_complex(val) else asarray(val).real


def imag(val):
    return val.imag if _dtypes.is_complex(val) else asarray(val).imag


def angle(z, deg=False):
    if _dtypes.is_complex(z):
        return degrees(cmath.phase(z)) if deg else cmath.phase(z)
    z = asarray(z)
    return made(None, z.shape_, "float32" if z._dtype == "complex64" else "float64")


class ufunc:
    # A function of two numbers, element by element, and what it makes of one array when it is put between its elements.
    def __init__(self, function, name=None):
        self._function = function
        self._name = name
        self.nin, self.nout = 2, 1

    def __call__(self, x1, x2, out=None, where=True, dtype=None, **options):
        if dtype is None and _run.are_numbers(x1, x2):  # tables are often made number by number
            return self._function(x1, x2)
        if dtype is None and _run.is_bounded(x1) and _vramlint.is_known(x2) and isinstance(x2, (int, float)):
            return self._function(x1, x2)
        result = binary(x1, x2, self._function, self._name)
        return result if dtype is None else asarray(result).astype(dtype)

    def _folded(self, lane):
        total = lane[0]
        for cell in lane[1:]:
            total = self._function(total, cell)
        return total

    def reduce(self, array, axis=0, dtype=None, out=None, keepdims=False, **options):
        return _reduction(self._folded, self._name)(array, axis, dtype, None, keepdims)

    def accumulate(self, array, axis=0, dtype=None, out=None):
        return _cumulative(self._function)(array, axis, dtype)

    def outer(self, A, B, **options):
        A, B = asarray(A), asarray(B)
        return self(A.reshape(A.shape_ + (1,) * B.ndim), B)

    def at(self, a, indices, b=None):
        a._store.forget()


def _paired(function, name=None):
    return ufunc(function, name)


add = _paired(lambda a, b: a + b)
subtract = _paired(lambda a, b: a - b)
multiply = _paired(lambda a, b: a * b)
divide_ = true_divide = _paired(divide, real)
floor_divide_ = _paired(floor_divide)
mod = remainder_ = _paired(remainder)
fmod = _paired(math.fmod)


def divmod(x1, x2, **options):
    return floor_divide_(x1, x2), mod(x1, x2)


power_ = float_power = _paired(power)
maximum = _paired(lambda a, b: a if a >= b or a != a else b)
minimum = _paired(lambda a, b: a if a <= b or a != a else b)
fmax = _paired(lambda a, b: a if a >= b or b != b else b)
fmin = _paired(lambda a, b: a if a <= b or b != b else b)
heaviside = _paired(lambda a, b: 0.0 if a < 0 else 1.0 if a > 0 else b, real)
ldexp = _paired(lambda a, b: a * 2.0 ** b, real)
logaddexp = _paired(lambda a, b: _max(a, b) + math.log1p(math.exp(-_abs(a - b))), real)
copysign = _paired(math.copysign, real)
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


def select(condlist, choicelist, default=0):
    result = default
    for condition, choice in list(zip(condlist, choicelist))[::-1]:
        result = where(condition, choice, result)
    return result


def choose(a, choices, out=None, mode="raise"):
    a, choices = asarray(a), [asarray(choice) for choice in choices]
    return select([a == i for i in range(len(choices))], choices)


def piecewise(x, condlist, funclist, *args, **kw):
    x = asarray(x)
    values = [piece(x, *args, **kw) if callable(piece) else piece for piece in funclist]
    default = values.pop() if len(values) > len(condlist) else 0
    return select(condlist, values, default).astype(x._dtype)


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
    return same_sizes(a1.shape_, a2.shape_) and all_(a1 == a2)


# ---------------------------------------------------------------- reductions


class AxisError(ValueError, IndexError):
    pass


def _axes(axis, rank):
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    for one in axes:
        if one < -rank or one >= rank:
            raise AxisError(f"axis {one} is out of bounds for array of dimension {rank}")
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
        count = count_of([a.shape_[i] for i in axes])
        if initial is None and _vramlint.is_known(count) and count == 0 and a.shape_:
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
mean = _reduction(_mean_of, real)
median = nanmedian = _reduction(_median_of, real)
max_ = amax = _reduction(_max)
min_ = amin = _reduction(_min)
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


def _cumulative(function):
    def accumulate(a, axis=None, dtype=None, out=None):
        return as_given(a, of_array(asarray(a), axis, dtype))

    def of_array(a, axis, dtype):
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
            rows = [of_array(row, None, None) for row in turned.reshape((-1, turned.shape_[-1]))]
            return stack(rows).reshape(turned.shape_).swapaxes(axis, last).astype(name)
        result = cells[:1]
        for cell in cells[1:]:
            result.append(function(result[-1], cell))
        return made(result, a.shape_, name)
    return accumulate


cumsum = _cumulative(lambda total, cell: total + cell)
cumprod = _cumulative(lambda total, cell: total * cell)


def diff(a, n=1, axis=-1):
    a = asarray(a)
    for _ in range(n):
        turned = a.swapaxes(axis, -1) if a.ndim > 1 else a
        turned = turned[..., 1:] - turned[..., :-1]
        a = turned.swapaxes(axis, -1) if a.ndim > 1 else turned
    return a


def ediff1d(ary, to_end=None, to_begin=None):
    return diff(asarray(ary).ravel())


def gradient(f, *varargs, axis=None, edge_order=1):
    f = asarray(f)
    cells = cells_of(f)
    if f.ndim == 1 and cells is not None and len(cells) > 1 and [isinstance(one, (int, float)) for one in varargs] in (
            [], [True]):
        step = varargs[0] if varargs else 1.0
        inner = [(after - before) / (2 * step) for before, after in zip(cells[:-2], cells[2:])]
        ends = (cells[1] - cells[0]) / step, (cells[-1] - cells[-2]) / step
        return made([ends[0]] + inner + [ends[1]], f.shape_, real(f._dtype))
    results = [made(None, f.shape_, real(f._dtype)) for _ in range(f.ndim if axis is None else 1)]
    return results if len(results) > 1 else results[0]


from numpy._arranging import stack  # noqa: E402
from numpy._sorting import nonzero  # noqa: E402
