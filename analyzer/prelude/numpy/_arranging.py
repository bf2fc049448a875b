# Functions of numpy that move elements: joining, splitting, repeating, sorting.
import _run
import _vramlint
from numpy import _dtypes
from numpy._array import asarray, cells_of, full, long_row, made, ndarray, spread, too_many, view_of
from numpy._sizes import count_of, is_open, known_of, may_be, same_sizes, some


def _known_arrays(values):
    arrays = [asarray(value) for value in values]
    arrays = [one if _vramlint.is_known(one) or not _vramlint.is_number(one) else made(None, (), "float64") for one in arrays]
    for one in arrays:
        if not _vramlint.is_known(one):
            return one
    return arrays


def concatenate(arrays, axis=0, out=None, dtype=None, **options):
    if not _vramlint.is_known(arrays):
        return arrays
    filled = _run.filled(arrays)
    arrays = _known_arrays(arrays)
    if not _vramlint.is_known(arrays):
        return arrays
    if filled is not None and axis is not None and arrays[0].ndim:
        first = arrays[0].shape_
        axis = axis % len(first)
        return made(None, first[:axis] + (filled,) + first[axis + 1:], arrays[0]._dtype)
    if axis is None:
        arrays, axis = [one.ravel() for one in arrays], 0
    first = arrays[0].shape_
    if not first:
        raise ValueError("zero-dimensional arrays cannot be concatenated")
    axis = axis % len(first)
    name = arrays[0]._dtype
    for one in arrays[1:]:
        name = _dtypes.joined(name, one._dtype)
        if not same_sizes(one.shape_[:axis] + one.shape_[axis + 1:], first[:axis] + first[axis + 1:]):
            raise ValueError("all the input array dimensions except for the concatenation axis must match exactly")
        if is_open(first):
            first = tuple([known_of(a, b) for a, b in zip(first, one.shape_)])
    name = name if dtype is None else _dtypes.name_of(dtype)
    shape = first[:axis] + (sum([one.shape_[axis] for one in arrays]),) + first[axis + 1:]
    parts = [cells_of(one) for one in arrays]
    if too_many(shape, name) or [part for part in parts if part is None]:
        return made(None, shape, name)
    steps = [count_of(one.shape_[axis:]) for one in arrays]
    cells = []
    for i in range(count_of(first[:axis])):
        for part, step in zip(parts, steps):
            cells.extend(part[i * step:(i + 1) * step])
    return made(cells, shape, name)


def stack(arrays, axis=0, **options):
    if not _vramlint.is_known(arrays):
        return arrays
    if isinstance(arrays, ndarray) and axis == 0:  # of its rows, however many there are
        return arrays.copy()
    filled = _run.filled(arrays)
    arrays = _known_arrays(arrays)
    if not _vramlint.is_known(arrays):
        return arrays
    if [one for one in arrays if not same_sizes(one.shape_, arrays[0].shape_)]:
        raise ValueError("all input arrays must have the same shape")
    if filled is not None:
        shape = list(arrays[0].shape_)
        shape.insert(axis % (len(shape) + 1), filled)
        return made(None, tuple(shape), arrays[0]._dtype)
    return concatenate([expand_dims(one, axis) for one in arrays], axis)


def expand_dims(a, axis):
    a = asarray(a)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    rank = len(a.shape_) + len(axes)
    axes = [one % rank for one in axes]
    sizes = list(a.shape_)
    return a.reshape([1 if i in axes else sizes.pop(0) for i in range(rank)])


def atleast_1d(*arys):
    result = [asarray(one) if asarray(one).ndim else asarray(one).reshape(1) for one in arys]
    return result[0] if len(result) == 1 else result


def atleast_2d(*arys):
    result = [one if one.ndim > 1 else one.reshape((1, -1)) for one in [asarray(one) for one in arys]]
    return result[0] if len(result) == 1 else result


def atleast_3d(*arys):
    result = [one if one.ndim > 2 else atleast_2d(one).reshape(atleast_2d(one).shape_ + (1,)) for one in
              [asarray(one) for one in arys]]
    return result[0] if len(result) == 1 else result


def vstack(tup, **options):
    if _run.filled(tup) is not None:
        return stack(tup) if asarray(tup[0]).ndim < 2 else concatenate(tup, 0)
    return concatenate([atleast_2d(one) for one in tup], 0)


def hstack(tup, **options):
    tup = [atleast_1d(one) for one in tup]
    return concatenate(tup, 0 if tup[0].ndim == 1 else 1)


def dstack(tup):
    return concatenate([atleast_3d(one) for one in tup], 2)


def column_stack(tup):
    return concatenate([one if one.ndim > 1 else one.reshape((-1, 1)) for one in [asarray(one) for one in tup]], 1)


def append(arr, values, axis=None):
    return concatenate([arr, values], axis) if axis is not None else concatenate(
        [asarray(arr).ravel(), asarray(values).ravel()])


def insert(arr, obj, values, axis=None):
    arr = asarray(arr)
    if axis is None:
        arr, axis = arr.ravel(), 0
    if not isinstance(obj, int):
        return _vramlint.unknown("numpy.insert at several places is not followed")
    axis = axis % arr.ndim
    before = [slice(None)] * axis
    part = asarray(values)
    if part.ndim < arr.ndim:
        part = expand_dims(part, axis) if part.ndim == arr.ndim - 1 else part.reshape((1,) * arr.ndim)
        part = broadcast_to(part, arr.shape_[:axis] + (part.shape_[axis],) + arr.shape_[axis + 1:])
    return concatenate([arr[tuple(before + [slice(None, obj)])], part, arr[tuple(before + [slice(obj, None)])]], axis)


def delete(arr, obj, axis=None):
    arr = asarray(arr)
    if axis is None:
        arr, axis = arr.ravel(), 0
    axis = axis % arr.ndim
    if is_open(arr.shape_) or isinstance(obj, ndarray) and obj.size != 1:
        left = max(arr.shape_[axis] - (asarray(obj).size if isinstance(obj, (ndarray, list, tuple)) else 1), 0)
        return made(None, arr.shape_[:axis] + (left,) + arr.shape_[axis + 1:], arr._dtype)
    gone = [one % arr.shape_[axis] for one in (obj if isinstance(obj, (list, tuple)) else [obj])]
    return arr[tuple([slice(None)] * axis + [[i for i in range(arr.shape_[axis]) if i not in gone]])]


def array_split(ary, indices_or_sections, axis=0):
    ary = asarray(ary)
    size = ary.shape_[axis]
    if isinstance(indices_or_sections, int):
        if not _vramlint.is_known(size):
            each = list(ary.shape_)
            each[axis] = some("how many elements a part of an array has is not known")
            return [made(None, each, ary._dtype) for _ in range(indices_or_sections)]
        each, more = divmod(size, indices_or_sections)
        bounds = [0]
        for i in range(indices_or_sections):
            bounds.append(bounds[-1] + each + (1 if i < more else 0))
    else:
        bounds = [0] + list(indices_or_sections) + [size]
    axis = axis % ary.ndim
    return [ary[tuple([slice(None)] * axis + [slice(low, high)])] for low, high in zip(bounds[:-1], bounds[1:])]


def split(ary, indices_or_sections, axis=0):
    size = asarray(ary).shape_[axis]
    if isinstance(indices_or_sections, int) and _vramlint.is_known(size) and size % indices_or_sections:
        raise ValueError("array split does not result in an equal division")
    return array_split(ary, indices_or_sections, axis)


def broadcast_to(array, shape, subok=False):
    array = asarray(array)
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    for have, want in zip(array.shape_[::-1], shape[::-1]):
        if not may_be(have, 1) and not may_be(have, want):
            raise ValueError(f"cannot broadcast an array of shape {array.shape_} to {shape}")
    if too_many(shape, array._dtype) or cells_of(array) is None:
        return made(None, shape, array._dtype)
    places = spread(array, shape)
    if array._index is not None:
        places = [array._index[i] for i in places]
    return view_of(array, places, shape)


def tile(A, reps):
    A = asarray(A)
    reps = (reps,) if isinstance(reps, int) else tuple(reps)
    rank = len(reps) if len(reps) > A.ndim else A.ndim
    A = A.reshape((1,) * (rank - A.ndim) + A.shape_)
    reps = (1,) * (rank - len(reps)) + reps
    for axis, count in enumerate(reps):
        if count != 1:
            A = concatenate([A] * count, axis) if not too_many(A.shape_ + (count,), "float64") else made(
                None, A.shape_[:axis] + (A.shape_[axis] * count,) + A.shape_[axis + 1:], A._dtype)
    return A


def repeat(a, repeats, axis=None):
    a = asarray(a)
    if axis is None:
        a, axis = a.ravel(), 0
    axis = axis % a.ndim
    if is_open(a.shape_) and isinstance(repeats, int):
        return made(None, a.shape_[:axis] + (a.shape_[axis] * repeats,) + a.shape_[axis + 1:], a._dtype)
    counts = [repeats] * a.shape_[axis] if isinstance(repeats, int) else asarray(repeats).tolist()
    if not _vramlint.is_known(counts) or [count for count in counts if not _vramlint.is_known(count)]:
        return _vramlint.unknown("how often numpy.repeat repeats is not known")
    if sum(counts) * (a.size // (a.shape_[axis] or 1)) > long_row:
        return made(None, a.shape_[:axis] + (sum(counts),) + a.shape_[axis + 1:], a._dtype)
    return a[tuple([slice(None)] * axis + [[i for i, count in enumerate(counts) for _ in range(count)]])]


def flip(m, axis=None):
    m = asarray(m)
    if not _vramlint.is_known(axis):
        return made(None, m.shape_, m._dtype)
    axes = range(m.ndim) if axis is None else [one % m.ndim for one in (axis if isinstance(axis, tuple) else (axis,))]
    return m[tuple([slice(None, None, -1) if i in axes else slice(None) for i in range(m.ndim)])]


def flipud(m):
    return flip(m, 0)


def fliplr(m):
    return flip(m, 1)


def roll(a, shift, axis=None):
    a = asarray(a)
    if axis is None:
        return roll(a.ravel(), shift, 0).reshape(a.shape_)
    if is_open(a.shape_):
        return a.copy()
    pairs = [(shift, axis)] if isinstance(axis, int) else list(zip(shift, axis))
    for by, at in pairs:
        at = at % a.ndim
        size = a.shape_[at]
        a = a[tuple([slice(None)] * at + [[(i - by) % size for i in range(size)]])]
    return a


def rot90(m, k=1, axes=(0, 1)):
    m = asarray(m)
    if not _vramlint.is_known(k) and may_be(m.shape_[axes[0]], m.shape_[axes[1]]):
        return made(None, m.shape_, m._dtype)
    for _ in range(k % 4):
        m = flip(m, axes[1]).swapaxes(axes[0], axes[1])
    return m


def moveaxis(a, source, destination):
    a = asarray(a)
    sources = [one % a.ndim for one in (source if isinstance(source, (list, tuple)) else [source])]
    places = [one % a.ndim for one in (destination if isinstance(destination, (list, tuple)) else [destination])]
    order = [i for i in range(a.ndim) if i not in sources]
    for place, one in sorted(zip(places, sources)):
        order.insert(place, one)
    return a.transpose(order)


def _pad_widths(given, rank):
    if isinstance(given, (list, tuple)) and given and isinstance(given[0], (list, tuple)):  # what is not known is in lists
        return [tuple(pair) if len(pair) == 2 else (pair[0], pair[0]) for pair in given * (rank if len(given) == 1 else 1)]
    if isinstance(given, (list, tuple)) and len(given) == 2:
        return [tuple(given)] * rank
    if not _vramlint.is_known(given):
        return [(given, given)] * rank if _vramlint.is_number(given) else given
    return broadcast_to(asarray(given), (rank, 2)).tolist()


def pad(array, pad_width, mode="constant", **options):
    array = asarray(array)
    widths = _pad_widths(pad_width, array.ndim)
    if not _vramlint.is_known(array) or not _vramlint.is_known(widths):
        return array if not _vramlint.is_known(array) else widths
    shape = [size + before + after for size, (before, after) in zip(array.shape_, widths)]
    if mode in ("edge", "reflect", "symmetric", "wrap") and not too_many(shape, array._dtype) and cells_of(array):
        from numpy._more import pad_by_mode
        return pad_by_mode(array, widths, mode)
    if mode != "constant" or too_many(shape, array._dtype) or cells_of(array) is None:
        return made(None, shape, array._dtype)
    values = options.get("constant_values", 0)
    result = full(shape, values if isinstance(values, (int, float)) else 0, array._dtype)
    result[tuple([slice(before, before + size) for size, (before, _) in zip(array.shape_, widths)])] = array
    return result


def unravel_index(indices, shape, order="C"):
    from numpy._indexing import strides_of
    if not isinstance(indices, int):
        return tuple([made(None, asarray(indices).shape_, "int64") for _ in shape])
    return tuple([indices // stride % size for stride, size in zip(strides_of(shape), shape)])


def ndindex(*shape):
    from itertools import product
    shape = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape
    return product(*[range(size) for size in shape])


def ndenumerate(arr):
    arr = asarray(arr)
    for at in ndindex(*arr.shape_):
        yield at, arr[at]


def transpose(a, axes=None):
    return asarray(a).transpose(axes)


def reshape(a, newshape, order="C"):
    return asarray(a).reshape(newshape)


def ravel(a, order="C"):
    return asarray(a).ravel()


def squeeze(a, axis=None):
    return asarray(a).squeeze(axis)


def swapaxes(a, axis1, axis2):
    return asarray(a).swapaxes(axis1, axis2)


def copy(a, **options):
    return asarray(a).copy()


def shape(a):
    return asarray(a).shape_


def ndim(a):
    return asarray(a).ndim


def size(a, axis=None):
    return asarray(a).size if axis is None else asarray(a).shape_[axis]


def ix_(*args):
    arrays = [asarray(one) for one in args]
    return tuple([one.reshape([-1 if i == j else 1 for j in range(len(arrays))]) for i, one in enumerate(arrays)])
