# Arrays: rank and type always, and every size that is known; elements while there are few of them and all are known. Views
# share their elements with what they are views of, as numpy's do.
import _run
import _vramlint
from numpy import _dtypes, _indexing
from numpy._sizes import count_of, is_open, measured, may_be, same_sizes, wider

long_row = 1024  # elements of an array that is computed: larger ones are schedules and filters
most_elements = 8192  # of a table of integers, which decides sizes now and then


class _Store:
    # Elements in the order of the array that owns them, or None when they are not computed.
    def __init__(self, cells):
        self.cells = cells

    def forget(self):
        if self is not _not_followed:
            self.cells = None


_not_followed = _Store(None)
_MOST_LISTED = 1 << 16  # elements that nobody follows, one by one


def too_many(shape, name):
    count = count_of(shape)
    return not _vramlint.is_known(count) or count > (most_elements if len(shape) > 1 and name[0] in "iub" else long_row)


def is_array(value):
    return isinstance(value, ndarray)


def made(cells, shape, name):
    # A new array of its own; `cells` None: not computed.
    if not _vramlint.is_known(name):
        return name
    shape = tuple(shape)
    if cells is not None:
        if name[0] == "c" or too_many(shape, name) or not _all_known(cells):
            cells = None
        elif name[0] in "fb":
            cells = list(map(float if name[0] == "f" else bool, cells))
    array = object.__new__(ndarray)
    array._store = _not_followed if cells is None else _Store(cells)
    array._index = None
    array.shape_ = shape
    array._dtype = name
    return array


def _all_known(cells):
    for cell in cells:
        if not _vramlint.is_known(cell) and not _run.is_bounded(cell):
            return False
    return True


def _new(cls):
    return object.__new__(cls)


def view_of(array, index, shape, name=None):
    # `index`: positions in the store, None: all of them.
    result = _new(ndarray)
    result._store = array._store
    result._index = index
    result.shape_ = tuple(shape)
    result._dtype = array._dtype if name is None else name
    return result


def cells_of(array):
    if array._store is _not_followed:
        return None
    cells = array._store.cells
    if not _vramlint.is_known(cells):
        return None
    if cells is None or array._index is None:
        return cells
    return [cells[i] for i in array._index]


def is_computed(array):
    cells = array._store.cells
    return _vramlint.is_known(cells) and cells is not None


def positions(array):
    return list(range(count_of(array.shape_))) if array._index is None else array._index


def not_computed():
    return _run.number("elements of a large or computed array are not followed")


def scalar(cells, name):
    # The one element of a result without dimensions, as a Python number.
    if cells is None:
        return not_computed()
    if not _vramlint.is_known(cells[0]):
        return cells[0] if _run.is_bounded(cells[0]) else not_computed()
    if _dtypes.kind_of(name) in "fiub":
        return _dtypes.converted(cells[0], name)
    return cells[0]


def finished(cells, shape, name):
    return made(cells, shape, name) if len(shape) else scalar(cells, name)


def nested_shape(value):
    shape = []
    while True:
        if not _vramlint.is_known(value):
            return shape if _vramlint.is_number(value) else value
        if is_array(value):
            return shape + list(value.shape_)
        if hasattr(value, "detach"):
            return shape + list(value.shape)
        if not isinstance(value, (list, tuple, range)):
            return shape
        shape.append(len(value))
        if not len(value):
            return shape
        value = value[0]


def _flat(value, cells):
    if not _vramlint.is_known(value):
        return False
    if is_array(value):
        own = cells_of(value)
        if own is None:
            return False
        cells.extend(own)
        return True
    if isinstance(value, (list, tuple, range)):
        for item in value:
            if not _flat(item, cells):
                return False
        return True
    if hasattr(value, "detach"):
        return _flat(_from_tensor(value), cells)
    if hasattr(value, "__float__") and not isinstance(value, (int, float)):
        value = float(value)
    cells.append(value)
    return True


def _type_of(value, cells):
    while _vramlint.is_known(value) and isinstance(value, (list, tuple)) and len(value):
        value = value[0]
    if not _vramlint.is_known(value):  # a number
        return "float64"
    if is_array(value):
        return value._dtype
    if hasattr(value, "detach"):
        return str(value.dtype).replace("torch.", "")
    name = None
    for cell in cells:
        own = _dtypes.of_value(cell)
        name = own if name is None else _dtypes.joined(name, own)
    return name or "float64"


def _from_tensor(tensor):
    name = str(tensor.dtype).replace("torch.", "")
    if name == "bfloat16":
        raise TypeError("Got unsupported ScalarType BFloat16")
    shape = tuple(tensor.shape)
    cells = None
    if not too_many(shape, name):
        listed = tensor.tolist()
        if _vramlint.is_known(listed):
            cells = []
            if not _flat(listed if isinstance(listed, list) else [listed], cells):
                cells = None
    return made(cells, shape, name)


def array(object, dtype=None, copy=True, ndmin=0, **options):
    if not _vramlint.is_known(object):
        return _of_number(object, dtype, ndmin) if _vramlint.is_number(object) else object
    if isinstance(object, (map, filter, zip)) or hasattr(object, "__next__"):
        object = list(object)
    if is_array(object):
        result = object.astype(object._dtype if dtype is None else dtype)
    elif hasattr(object, "detach"):
        result = _from_tensor(object)
        result = result if dtype is None else result.astype(dtype)
    elif hasattr(object, "__array__"):
        result = object.__array__()
        if dtype is not None and _vramlint.is_known(result):
            result = result.astype(dtype)
    else:
        result = _listed(object, dtype)
    if not _vramlint.is_known(result):
        return result
    while len(result.shape_) < ndmin:
        result = result.reshape((1,) + result.shape_)
    return result


def _of_number(number, dtype, ndmin):
    # Of one that is not known: without dimensions.
    name = ("int64" if _vramlint.is_int(number) else "float64") if dtype is None else _dtypes.name_of(dtype)
    return made([number] if name == "int64" else None, (1,) * ndmin, name)


def _listed(object, dtype):
    shape = nested_shape(object)
    if not _vramlint.is_known(shape):
        return shape
    if count_of(shape) > long_row:
        name = _type_of(object, [_first(object)]) if dtype is None else _dtypes.name_of(dtype)
        if too_many(shape, name):
            return made(None, shape, name)
    cells = []
    known = _flat(object, cells)
    if not known and _all_are(object, _vramlint.is_number):
        natural = "int64" if _all_are(object, _vramlint.is_whole) else "float64"
        name = natural if dtype is None else _dtypes.name_of(dtype)
        return made(_numbers_of(object, []) if name == "int64" else None, shape, name)
    if not known and not _holds_arrays(object):
        return _vramlint.unknown("an array is made of numbers that are not known")
    if known and len(cells) != count_of(shape):
        if dtype is None or _dtypes.name_of(dtype) != "object":
            raise ValueError("setting an array element with a sequence: the parts differ in length")
        return made(None, shape[:1], "object")
    name = _dtypes.name_of(dtype) if dtype is not None else _type_of(object, cells)
    if known and dtype is not None and name not in ("object", "str"):
        cells = [_dtypes.converted(cell, name) for cell in cells]
    return made(cells if known else None, shape, name)


def _numbers_of(value, cells):
    # What an array of them holds: `made` keeps them where each is a size.
    if not _vramlint.is_known(value) or not isinstance(value, (list, tuple)):
        cells.append(value)
        return cells
    for item in value:
        _numbers_of(item, cells)
    return cells


def _first(value):
    while _vramlint.is_known(value) and isinstance(value, (list, tuple, range)):
        value = value[0]
    return value


def _all_are(value, kind):
    if not _vramlint.is_known(value) or not isinstance(value, (list, tuple)):
        return kind(value)
    if len(value) and _vramlint.is_known(value[0]) and isinstance(value[0], (list, tuple)):
        return all([_all_are(item, kind) for item in value])
    return kind(*value)


def _holds_arrays(value):
    # What is not computed stands in arrays whose shapes are known.
    while _vramlint.is_known(value) and isinstance(value, (list, tuple)) and len(value):
        value = value[0]
    return is_array(value) or hasattr(value, "detach")


def asarray(a, dtype=None, **options):
    if not _vramlint.is_known(a):
        return a
    if is_array(a):
        return a if dtype is None or _dtypes.name_of(dtype) == a._dtype else a.astype(dtype)
    return array(a, dtype)


def full(shape, fill_value, dtype=None, **options):
    if not _vramlint.is_known(shape) and not _vramlint.is_number(shape):
        return _vramlint.unknown("the shape of an array is not known")
    shape = (shape,) if not _vramlint.is_known(shape) or isinstance(shape, int) else tuple(shape)
    for size in shape:
        if _vramlint.is_known(size) and size < 0:
            raise ValueError("negative dimensions are not allowed")
    name = _dtypes.of_value(fill_value) if dtype is None else _dtypes.name_of(dtype)
    if not _vramlint.is_known(name):
        return name
    if not all([_vramlint.is_known(size) for size in shape]):
        return made(None, shape, name)
    count = count_of(shape)
    if too_many(shape, name) or fill_value is None:
        return made(None, shape, name)
    return made([fill_value] * count, shape, name)


def broadcast_shape(left, right):
    rank = len(left) if len(left) > len(right) else len(right)
    left = (1,) * (rank - len(left)) + tuple(left)
    right = (1,) * (rank - len(right)) + tuple(right)
    for a, b in zip(left, right):
        if not may_be(a, b) and not may_be(a, 1) and not may_be(b, 1):
            raise ValueError(f"operands could not be broadcast together with shapes {left} {right}")
    return tuple([wider(a, b) for a, b in zip(left, right)])


def spread(array, shape):
    # Positions within array's own elements of every element of `shape`, which it is broadcast to.
    own = (1,) * (len(shape) - len(array.shape_)) + array.shape_
    index = [0]
    stride = count_of(own)
    for size, wanted in zip(own, shape):
        stride = stride // size if size else 0
        step = 0 if size == 1 else stride
        index = [start + step * i for start in index for i in range(wanted)]
    return index


def cells_for(array, shape):
    cells = cells_of(array)
    if cells is None or array.shape_ == tuple(shape):
        return cells
    if len(cells) == 1:
        return cells * count_of(shape)
    return [cells[i] for i in spread(array, shape)]


def binary(left, right, function, name=None):
    # Element by element; `name` None: the type that the two make together.
    if not _vramlint.is_known(left):
        return _with_some_number(left, right, name)
    if not _vramlint.is_known(right):
        return _with_some_number(right, left, name)
    ours, theirs = is_array(left), is_array(right)
    if not ours and hasattr(left, "detach") or not theirs and hasattr(right, "detach"):
        left, right = [side.__vramlint_tensor__() if is_array(side) else side for side in (left, right)]
        return _of_two_tensors(_of_tensors.get(function, function), left, right)
    if not ours and not theirs:
        if isinstance(left, (list, tuple)) or isinstance(right, (list, tuple)):
            return binary(asarray(left), right, function, name)
        return function(left, right)
    if ours and theirs:
        both = _dtypes.joined(left._dtype, right._dtype)
        if left._dtype == "object" or right._dtype == "object":
            both = "object"
    elif ours:
        if not isinstance(right, (bool, int, float, complex)):
            right = asarray(right)
            return binary(left, right, function, name)
        both = _dtypes.with_number(left._dtype, right)
    else:
        if not isinstance(left, (bool, int, float, complex)):
            left = asarray(left)
            return binary(left, right, function, name)
        both = _dtypes.with_number(right._dtype, left)
    name = both if name is None else name(both) if callable(name) else name
    if not theirs:
        cells = cells_of(left)
        return finished(None if cells is None else [function(x, right) for x in cells], left.shape_, name)
    if not ours:
        cells = cells_of(right)
        return finished(None if cells is None else [function(left, x) for x in cells], right.shape_, name)
    if not is_computed(left) or not is_computed(right):
        return finished(None, broadcast_shape(left.shape_, right.shape_), name)
    shape = left.shape_ if left.shape_ == right.shape_ else broadcast_shape(left.shape_, right.shape_)
    if too_many(shape, name):
        return finished(None, shape, name)
    first, second = cells_for(left, shape), cells_for(right, shape)
    if first is None or second is None:
        return finished(None, shape, name)
    return finished([function(x, y) for x, y in zip(first, second)], shape, name)


def _with_some_number(number, array, name):
    # A number that is not known leaves the shape alone.
    if not _vramlint.is_number(number) or not _vramlint.is_known(array) or not is_array(array):
        return number
    both = array._dtype if array._dtype[0] == "f" else _dtypes.with_number(array._dtype, 1.0)
    return made(None, array.shape_, both if name is None else name(both) if callable(name) else name)


def as_given(value, result):
    # What a ufunc makes of a tensor on the host is one (torch/_tensor.py, 1.13 to 2.4, __array_wrap__).
    import torch
    return torch.as_tensor(result) if isinstance(value, torch.Tensor) and is_array(result) else result


def unary(value, function, name=None):
    if not _vramlint.is_known(value):
        return value
    if not is_array(value):
        if isinstance(value, (list, tuple)):
            return unary(asarray(value), function, name)
        if hasattr(value, "detach"):
            return as_given(value, unary(asarray(value), function, name))
        return function(value)
    own = value._dtype
    name = own if name is None else name(own) if callable(name) else name
    cells = cells_of(value)
    return finished(None if cells is None else [function(x) for x in cells], value.shape_, name)


def real(name):
    return "float64" if _dtypes.kind_of(name) in "biu" else name


inf = float("inf")
nan = float("nan")


def divide(a, b):
    if b == 0:
        return nan if a == 0 or a != a else inf if a > 0 else -inf
    return a / b


def floor_divide(a, b):
    if b == 0:
        return 0 if isinstance(a, int) else nan
    return a // b


def remainder(a, b):
    if b == 0:
        return 0 if isinstance(a, int) else nan
    return a % b


def power(a, b):
    if a > 0:
        return a ** b
    if isinstance(b, int) and b < 0:
        b = float(b)
    if a == 0 and b < 0:
        return inf
    if a < 0 and b != int(b):
        return nan
    return a ** b


# What a tensor does itself, zeros among its elements or not.
_of_tensors = {
    divide: lambda a, b: a / b, floor_divide: lambda a, b: a // b, remainder: lambda a, b: a % b,
    power: lambda a, b: a ** b,
}


def _of_two_tensors(function, a, b):
    # What is written for numbers decides by them: what it makes is of the sum's size.
    try:
        return function(a, b)
    except (RuntimeError, TypeError, ValueError):
        return a + b


class ndarray:
    __module__ = "numpy"
    __array_priority__ = 0.0
    __wider__ = {"_dtype": tuple(_dtypes._ranks)}  # of arrays of two types that the arms of a branch leave, what stands for both

    def __new__(cls, shape, dtype=float, buffer=None, **options):
        return made(None, (shape,) if isinstance(shape, int) else shape, _dtypes.name_of(dtype))

    # ---- what it is

    @property
    def shape(self):
        return self.shape_

    @shape.setter
    def shape(self, shape):
        self.shape_ = measured(self.shape_, shape)

    @property
    def dtype(self):
        return _dtypes.dtype(self._dtype)

    @property
    def ndim(self):
        return len(self.shape_)

    @property
    def size(self):
        return count_of(self.shape_)

    @property
    def itemsize(self):
        return self.dtype.itemsize

    @property
    def nbytes(self):
        return self.size * self.itemsize

    @property
    def T(self):
        return self.transpose()

    @property
    def real(self):
        return self if self.dtype.kind != "c" else made(None, self.shape_, "float64" if self.itemsize == 16 else "float32")

    @property
    def imag(self):
        return made(None, self.shape_, "float64" if self.itemsize == 16 else "float32")

    @property
    def flat(self):
        return self.ravel()

    @property
    def flags(self):
        return _vramlint.unknown("the layout of an array is not followed")

    @property
    def strides(self):
        if self._index is not None:
            return _vramlint.unknown("the layout of an array is not followed")
        return tuple([stride * self.itemsize for stride in _indexing.strides_of(self.shape_)])

    @property
    def base(self):
        return _vramlint.unknown("whose elements an array shares is not followed")

    data = ctypes = base

    def known_cells(self):
        return cells_of(self)

    def __len__(self):
        if not self.shape_:
            raise TypeError("len() of unsized object")
        return self.shape_[0]

    def __iter__(self):
        if len(self.shape_) == 1 and not is_computed(self) and _vramlint.is_known(self.shape_[0]):
            if self.shape_[0] > _MOST_LISTED:
                return _vramlint.unknown("the elements of a large array are not listed")
            return iter([not_computed()] * self.shape_[0])
        if self.shape_ and not _vramlint.is_known(self.shape_[0]):
            if len(self.shape_) == 1 and self._dtype[0] in "iuf":
                numbers = _unknown_list(self.shape_, "int64" if self._dtype[0] != "f" else "float32")
                return iter(numbers) if _vramlint.is_known(numbers) else numbers
            return _vramlint.unknown("how many rows an array has is not known")
        return self._rows()

    def _rows(self):
        for i in range(len(self)):
            yield self[i]

    def __repr__(self):
        cells = cells_of(self)
        inside = "..." if cells is None else self.tolist()
        return f"array({inside}, shape={self.shape_}, dtype={self._dtype})"

    def __bool__(self):
        if is_open(self.shape_):
            return not_computed()
        if self.size > 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
        cells = cells_of(self)
        return not_computed() if cells is None else bool(cells[0]) if cells else False

    def __hash__(self):
        raise TypeError("unhashable type: 'numpy.ndarray'")

    def __float__(self):
        return float(self.item())

    def __int__(self):
        return int(self.item())

    def __index__(self):
        return int(self.item())

    def __contains__(self, value):
        cells = cells_of(self)
        return not_computed() if cells is None else value in cells

    def __array__(self, dtype=None):
        return self if dtype is None else self.astype(dtype)

    def __vramlint_tensor__(self):
        # For torch.tensor, torch.from_numpy and the like.
        name = "dtype_" + self._dtype
        if self._dtype in ("uint16", "uint32", "uint64") and _vramlint.torch_at_least(2, 3):
            name = "dtype_" + self._dtype[1:]  # which is as large; torch/csrc/utils/tensor_numpy.cpp, 2.3
        if not hasattr(_vramlint, name):
            raise TypeError("can't convert np.ndarray of type numpy." + self._dtype + "_")
        cells = cells_of(self)
        if cells is None or not cells:
            return _vramlint.op("empty", self.shape_, dtype=getattr(_vramlint, name))
        return _vramlint.tensor(_nest(cells, self.shape_), getattr(_vramlint, name))

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    # ---- elements

    def __getitem__(self, key):
        if not _vramlint.is_known(key) and not _vramlint.is_number(key) and not _vramlint.is_list(key):
            return key
        computed = self._store is not _not_followed and is_computed(self)
        if not computed:
            shape = _vramlint.cut(self.shape_, key)
            if shape is not None:
                return made(None, shape, self._dtype) if shape else not_computed()
        found = _indexing.resolve(self.shape_, key, computed)
        if not _vramlint.is_known(found):
            return found
        shape, places, is_view = found
        if places is None or not computed:
            return made(None, shape, self._dtype) if shape else not_computed()
        if self._index is not None:
            places = [self._index[i] for i in places]
        if is_view:
            return view_of(self, places, shape)
        cells = self._store.cells
        return finished(None if cells is None else [cells[i] for i in places], shape, self._dtype)

    def __setitem__(self, key, value):
        store = self._store
        if store is _not_followed:
            return
        found = None if not is_computed(self) or not _vramlint.is_known(key) else _indexing.resolve(self.shape_, key)
        if not _vramlint.is_known(found) or found is None or found[1] is None or not _vramlint.is_known(value):
            store.forget()
            return
        shape, places, _ = found
        if self._index is not None:
            places = [self._index[i] for i in places]
        if isinstance(value, (int, float)):
            if self._dtype != "object":
                value = _dtypes.converted(value, self._dtype)
            for place in places:
                store.cells[place] = value
            return
        value = asarray(value)
        if broadcast_shape(_without_ones(value.shape_, len(shape)), shape) != tuple(shape):
            raise ValueError(f"could not broadcast input array from shape {value.shape_} into shape {shape}")
        cells = cells_for(value.reshape(_without_ones(value.shape_, len(shape))), shape)
        if cells is None:
            store.forget()
            return
        for place, cell in zip(places, cells):
            store.cells[place] = cell if self._dtype == "object" else _dtypes.converted(cell, self._dtype)

    def item(self, *at):
        if len(at) == 1 and not isinstance(at[0], tuple):
            return self.ravel()[at[0]]
        if at:
            return self[at[0] if isinstance(at[0], tuple) else at]
        if not may_be(self.size, 1):
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        return scalar(cells_of(self), self._dtype)

    def tolist(self):
        cells = cells_of(self)
        if cells is None:
            return _unknown_list(self.shape_, "int64" if self._dtype[0] in "iu" else "float32")
        return _nest(cells, self.shape_)

    def fill(self, value):
        self[...] = value

    def sort(self, axis=-1, kind=None, order=None):
        import numpy
        self[...] = numpy.sort(self, axis)

    def partition(self, kth, axis=-1, kind="introselect", order=None):
        self._store.forget()

    def resize(self, *new_shape, refcheck=True):
        import numpy
        made_anew = numpy.resize(self, new_shape[0] if len(new_shape) == 1 else new_shape)
        self._store, self._index, self.shape_ = made_anew._store, None, made_anew.shape_

    def setflags(self, write=None, align=None, uic=None):
        return None

    # ---- shape

    def reshape(self, *shape, order="C"):
        if len(shape) == 1 and _vramlint.is_known(shape[0]) and not isinstance(shape[0], int):
            shape = shape[0]
        if len(shape) == 1 and not _vramlint.is_known(shape[0]) and not _vramlint.is_number(shape[0]):
            return _vramlint.unknown("the new shape of an array is not known")
        return view_of(self, self._index, measured(self.shape_, shape))

    def ravel(self, order="C"):
        return self.reshape(-1)

    def flatten(self, order="C"):
        return self.copy().reshape(-1)

    def copy(self, order="C"):
        cells = cells_of(self)
        return made(None if cells is None else list(cells), self.shape_, self._dtype)

    def transpose(self, *axes):
        if len(axes) == 1 and (axes[0] is None or isinstance(axes[0], (list, tuple))):
            axes = axes[0] or ()
        rank = len(self.shape_)
        axes = [axis % rank for axis in axes] if axes else list(range(rank))[::-1]
        if sorted(axes) != list(range(rank)):
            raise ValueError("axes don't match array")
        shape = [self.shape_[axis] for axis in axes]
        if not is_computed(self):
            return view_of(self, None, shape)
        strides = _indexing.strides_of(self.shape_)
        places = [0]
        for axis in axes:
            places = [place + strides[axis] * i for place in places for i in range(self.shape_[axis])]
        if self._index is not None:
            places = [self._index[i] for i in places]
        return view_of(self, places, shape)

    def swapaxes(self, axis1, axis2):
        axes = list(range(self.ndim))
        axes[axis1], axes[axis2] = axes[axis2], axes[axis1]
        return self.transpose(axes)

    def squeeze(self, axis=None):
        drop = [i for i, size in enumerate(self.shape_) if _vramlint.is_known(size) and size == 1]
        if axis is not None:
            asked = [i % self.ndim for i in (axis if isinstance(axis, tuple) else (axis,))]
            if [i for i in asked if not may_be(self.shape_[i], 1)]:
                raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
            drop = asked
        return self.reshape([size for i, size in enumerate(self.shape_) if i not in drop])

    def astype(self, dtype, copy=True, **options):
        if not _vramlint.is_known(dtype):
            return dtype
        name = _dtypes.name_of(dtype)
        cells = cells_of(self)
        if cells is not None and name not in ("object", "str"):
            each = cells[:1] if cells[:1] * len(cells) == cells else cells
            each = [_dtypes.converted(cell if isinstance(cell, (int, float, str)) else float(cell), name) for cell in each]
            cells = each if len(each) == len(cells) else each * len(cells)
        return made(cells, self.shape_, name)

    def view(self, dtype=None):
        return view_of(self, self._index, self.shape_) if dtype is None else made(None, self.shape_, _dtypes.name_of(dtype))

    def tobytes(self):
        return _vramlint.unknown("the bytes of an array are not followed")

    # ---- arithmetic

    def __add__(self, other):
        return binary(self, other, lambda a, b: a + b)

    def __radd__(self, other):
        return binary(other, self, lambda a, b: a + b)

    def __sub__(self, other):
        return binary(self, other, lambda a, b: a - b)

    def __rsub__(self, other):
        return binary(other, self, lambda a, b: a - b)

    def __mul__(self, other):
        return binary(self, other, lambda a, b: a * b)

    def __rmul__(self, other):
        return binary(other, self, lambda a, b: a * b)

    def __truediv__(self, other):
        return binary(self, other, divide, real)

    def __rtruediv__(self, other):
        return binary(other, self, divide, real)

    def __floordiv__(self, other):
        return binary(self, other, floor_divide)

    def __rfloordiv__(self, other):
        return binary(other, self, floor_divide)

    def __mod__(self, other):
        return binary(self, other, remainder)

    def __rmod__(self, other):
        return binary(other, self, remainder)

    def __divmod__(self, other):
        return self // other, self % other

    def __pow__(self, other):
        return binary(self, other, power)

    def __rpow__(self, other):
        return binary(other, self, power)

    def __matmul__(self, other):
        from numpy._products import matmul
        return matmul(self, other)

    def __rmatmul__(self, other):
        from numpy._products import matmul
        return matmul(other, self)

    def __and__(self, other):
        return binary(self, other, lambda a, b: a & b)

    def __rand__(self, other):
        return binary(other, self, lambda a, b: a & b)

    def __or__(self, other):
        return binary(self, other, lambda a, b: a | b)

    def __ror__(self, other):
        return binary(other, self, lambda a, b: a | b)

    def __xor__(self, other):
        return binary(self, other, lambda a, b: a ^ b)

    def __invert__(self):
        return unary(self, (lambda a: not a) if self._dtype == "bool" else (lambda a: ~a))

    def __lshift__(self, other):
        return binary(self, other, lambda a, b: a << b)

    def __rshift__(self, other):
        return binary(self, other, lambda a, b: a >> b)

    def __neg__(self):
        return unary(self, lambda a: -a)

    def __pos__(self):
        return self.copy()

    def __abs__(self):
        return unary(self, abs)

    def __eq__(self, other):
        return _compared(self, other, lambda a, b: a == b)

    def __ne__(self, other):
        return _compared(self, other, lambda a, b: a != b)

    def __lt__(self, other):
        return _compared(self, other, lambda a, b: a < b)

    def __le__(self, other):
        return _compared(self, other, lambda a, b: a <= b)

    def __gt__(self, other):
        return _compared(self, other, lambda a, b: a > b)

    def __ge__(self, other):
        return _compared(self, other, lambda a, b: a >= b)

    def __iadd__(self, other):
        return _assigned(self, self + other)

    def __isub__(self, other):
        return _assigned(self, self - other)

    def __imul__(self, other):
        return _assigned(self, self * other)

    def __itruediv__(self, other):
        return _assigned(self, self / other)

    def __ifloordiv__(self, other):
        return _assigned(self, self // other)

    def __ipow__(self, other):
        return _assigned(self, self ** other)

    def __imod__(self, other):
        return _assigned(self, self % other)

    def __ior__(self, other):
        return _assigned(self, self | other)

    def __iand__(self, other):
        return _assigned(self, self & other)

    def __getattr__(self, name):
        # Reductions, sorting and the like are functions of the module as well.
        if name in _methods:
            import numpy
            function = getattr(numpy, name)
            return lambda *args, **options: function(self, *args, **options)
        raise AttributeError(f"'numpy.ndarray' object has no attribute '{name}'")


_methods = ("sum prod mean std var min max ptp argmin argmax any all cumsum cumprod dot clip repeat argsort round "
            "conj conjugate take nonzero diagonal trace choose compress searchsorted put argpartition").split()


def _compared(left, right, function):
    if not _vramlint.is_known(right):
        return binary(left, right, function, "bool")
    cells = cells_of(left)
    if isinstance(right, str) and left._dtype == "str" and cells is not None:
        return made([function(cell, right) for cell in cells], left.shape_, "bool")
    if right is None or isinstance(right, str):
        return made(None, left.shape_, "bool") if left._dtype in ("str", "object") else full(left.shape_, False)
    return binary(left, right, function, "bool")


def _assigned(array, result):
    fits = not is_array(result) or same_sizes(result.shape_, array.shape_)
    if not fits and not same_sizes(broadcast_shape(array.shape_, result.shape_), array.shape_):
        raise ValueError(f"non-broadcastable output operand with shape {array.shape_}")
    array[...] = result
    return array


def _without_ones(shape, rank):
    while len(shape) > rank and _vramlint.is_known(shape[0]) and shape[0] == 1:
        shape = shape[1:]
    return tuple(shape)


def _nest(cells, shape):
    if len(shape) <= 1:
        return list(cells) if shape else cells[0]
    step = count_of(shape[1:])
    return [_nest(cells[i * step:(i + 1) * step], shape[1:]) for i in range(shape[0])]


def _unknown_list(shape, name):
    import torch

    return torch.empty(tuple(shape), dtype=getattr(torch, name), device="cpu").tolist()
