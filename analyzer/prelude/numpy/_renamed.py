# Names that numpy 2.0 has dropped or given to what had others, those that had several all along, and neighbours of them.
import _vramlint
from numpy._array import asarray, binary, cells_of, full, is_array, made, unary
from numpy._functions import all_, any_, cumprod, cumsum, power_, prod, ufunc
from numpy._arranging import concatenate, transpose
from numpy._sorting import isin, sort, unique

cumproduct = cumulative_prod = cumprod
cumulative_sum = cumsum
alltrue, sometrue = all_, any_
concat, permute_dims, pow = concatenate, transpose, power_


def msort(a):
    return sort(a, 0)


def in1d(ar1, ar2, assume_unique=False, invert=False, **options):
    found = isin(ar1, ar2).ravel()
    return ~found if invert else found


def invert(x, **options):
    return ~asarray(x)


bitwise_not = bitwise_invert = invert
bitwise_xor = ufunc(lambda a, b: a ^ b)
left_shift = bitwise_left_shift = ufunc(lambda a, b: a << b)
right_shift = bitwise_right_shift = ufunc(lambda a, b: a >> b)


def matrix_transpose(x):
    return asarray(x).swapaxes(-1, -2)


def unique_values(x):
    return unique(x)


def unique_counts(x):
    return unique(x, return_counts=True)


def unique_inverse(x):
    return unique(x, return_inverse=True)


def unstack(x, axis=0):
    x = asarray(x)
    first = axis % x.ndim
    return tuple(x.transpose([first] + [i for i in range(x.ndim) if i != first]))


def _without_nan(function, instead):
    def reduce(a, axis=None, dtype=None, out=None, keepdims=False, **options):
        filled = unary(asarray(a), lambda cell: instead if cell != cell else cell)
        return function(filled, axis, dtype, None, keepdims)
    return reduce


nanprod = _without_nan(prod, 1.0)


def _filled(function, instead):
    def accumulate(a, axis=None, dtype=None, out=None):
        return function(unary(asarray(a), lambda cell: instead if cell != cell else cell), axis, dtype)
    return accumulate


nancumsum, nancumprod = _filled(cumsum, 0.0), _filled(cumprod, 1.0)


def _place(function, instead):
    def place(a, axis=None, **options):
        import numpy
        filled = unary(asarray(a), lambda cell: instead if cell != cell else cell)
        return getattr(numpy, function)(filled, axis)
    return place


nanargmax, nanargmin = _place("argmax", float("-inf")), _place("argmin", float("inf"))


def isreal(x):
    return full(asarray(x).shape_, True) if asarray(x).dtype.kind != "c" else made(None, asarray(x).shape_, "bool")


def iscomplex(x):
    return full(asarray(x).shape_, False) if asarray(x).dtype.kind != "c" else made(None, asarray(x).shape_, "bool")


def isneginf(x, out=None):
    return asarray(x) == float("-inf")


def isposinf(x, out=None):
    return asarray(x) == float("inf")


def isfortran(a):
    return False


def iterable(y):
    return hasattr(y, "__iter__") and (not is_array(y) or y.ndim > 0)


def array_equiv(a1, a2):
    return all_(binary(asarray(a1), asarray(a2), lambda a, b: a == b, "bool"))


def find_common_type(array_types, scalar_types):
    from numpy import promote_types
    return promote_types(*array_types, *scalar_types)


def common_type(*arrays):
    from numpy import result_type
    return result_type(*arrays, "float16").type


def asarray_chkfinite(a, dtype=None, order=None):
    return asarray(a, dtype)


def trim_zeros(filt, trim="fb"):
    cells = cells_of(asarray(filt))
    if cells is None:
        return _vramlint.unknown("how many zeros an array begins and ends with is not known")
    kept = [i for i, cell in enumerate(cells) if cell != 0]
    if not kept:
        return filt[:0]
    first = kept[0] if "f" in trim.lower() else 0
    return filt[first:(kept[-1] + 1 if "b" in trim.lower() else len(cells))]


def diag_indices_from(arr):
    from numpy import diag_indices
    return diag_indices(arr.shape_[0], arr.ndim)


def may_share_memory(a, b, max_work=None):
    return _vramlint.unknown("whether arrays share memory is not followed")


shares_memory = may_share_memory


def array2string(a, *args, **options):
    return str(asarray(a))


array_str = array_repr = array2string


class _Slices:
    def __init__(self, is_tuple):
        self._is_tuple = is_tuple

    def __getitem__(self, key):
        return (key,) if self._is_tuple and not isinstance(key, tuple) else key


s_, index_exp = _Slices(False), _Slices(True)
