# Functions of numpy that are asked for now and then: windows, indices of triangles, pieces of arrays.
import math

import _run
import _vramlint
from numpy import _dtypes
from numpy._array import array, asarray, broadcast_shape, cells_of, finished, made
from numpy._sizes import some
from numpy._arranging import broadcast_to, concatenate, split, vstack


def _window(M, at):
    if not _vramlint.is_known(M):
        return M
    return array([at(i / (M - 1)) for i in range(M)] if M > 1 else [1.0] * M, float)


def hanning(M):
    return _window(M, lambda x: 0.5 - 0.5 * math.cos(2 * math.pi * x))


def hamming(M):
    return _window(M, lambda x: 0.54 - 0.46 * math.cos(2 * math.pi * x))


def blackman(M):
    return _window(M, lambda x: 0.42 - 0.5 * math.cos(2 * math.pi * x) + 0.08 * math.cos(4 * math.pi * x))


def bartlett(M):
    return _window(M, lambda x: 1 - abs(2 * x - 1))


def kaiser(M, beta):
    return made(None, (M,), "float64")


def _places(pairs):
    pairs = list(pairs)
    return tuple([array([pair[side] for pair in pairs], "int64") for side in (0, 1)])


def triu_indices(n, k=0, m=None):
    return _places((i, j) for i in range(n) for j in range(n if m is None else m) if j - i >= k)


def tril_indices(n, k=0, m=None):
    return _places((i, j) for i in range(n) for j in range(n if m is None else m) if j - i <= k)


def triu_indices_from(arr, k=0):
    return triu_indices(arr.shape_[0], k, arr.shape_[1])


def tril_indices_from(arr, k=0):
    return tril_indices(arr.shape_[0], k, arr.shape_[1])


def diag_indices(n, ndim=2):
    return tuple([array(range(n), "int64") for _ in range(ndim)])


def fill_diagonal(a, val, wrap=False):
    for i in range(min(a.shape_)):
        a[(i,) * len(a.shape_)] = val


def put(a, ind, v, mode="raise"):
    flat = a.reshape(-1)
    flat[ind] = v


def copyto(dst, src, casting="same_kind", where=True):
    if where is True:
        dst[...] = src
    else:
        dst[where] = broadcast_to(src, dst.shape_)[where]


def place(arr, mask, vals):
    arr[asarray(mask).astype(bool)] = vals


putmask = place


def put_along_axis(arr, indices, values, axis):
    arr._store.forget()


def take_along_axis(arr, indices, axis):
    arr, indices = asarray(arr), asarray(indices)
    if axis is None:
        arr, axis = arr.ravel(), 0
    axis = axis % arr.ndim
    rest = broadcast_shape(arr.shape_[:axis] + (1,) + arr.shape_[axis + 1:],
                           indices.shape_[:axis] + (1,) + indices.shape_[axis + 1:])
    shape = rest[:axis] + (indices.shape_[axis],) + rest[axis + 1:]
    grids = [array(range(size), "int64").reshape([-1 if i == at else 1 for i in range(arr.ndim)])
             for at, size in enumerate(shape)]
    grids[axis] = indices
    return arr[tuple(grids)] if cells_of(indices) is not None else made(None, shape, arr._dtype)


def rollaxis(a, axis, start=0):
    a = asarray(a)
    axis = axis % a.ndim
    order = [i for i in range(a.ndim) if i != axis]
    order.insert(start - (1 if axis < start else 0), axis)
    return a.transpose(order)


row_stack = vstack


def block(arrays, depth=1):
    if not isinstance(arrays, list):
        return asarray(arrays)
    parts = [block(part, depth + 1) for part in arrays]
    inner = arrays[0]
    below = 0
    while isinstance(inner, list):
        inner, below = inner[0], below + 1
    return concatenate(parts, -1 - below)


def hsplit(ary, indices_or_sections):
    return split(ary, indices_or_sections, 1 if asarray(ary).ndim > 1 else 0)


def vsplit(ary, indices_or_sections):
    return split(ary, indices_or_sections, 0)


def dsplit(ary, indices_or_sections):
    return split(ary, indices_or_sections, 2)


def broadcast_shapes(*shapes):
    shape = ()
    for one in shapes:
        shape = broadcast_shape(shape, (one,) if isinstance(one, int) else one)
    return shape


def broadcast_arrays(*args, subok=False):
    arrays = [asarray(one) for one in args]
    shape = broadcast_shapes(*[one.shape_ for one in arrays])
    return [broadcast_to(one, shape) for one in arrays]


def resize(a, new_shape):
    a = asarray(a)
    shape = (new_shape,) if isinstance(new_shape, int) else tuple(new_shape)
    shape = [size if _run.is_size(size) else some("the size that an array gets is not known", 1) for size in shape]
    cells, count = cells_of(a), 1
    for size in shape:
        count = count * size
    return made(None if cells is None else (cells * (count // len(cells) + 1))[:count], shape, a._dtype)


def compress(condition, a, axis=None, out=None):
    a = asarray(a)
    if axis is None:
        a, axis = a.ravel(), 0
    kept = [i for i, wanted in enumerate(asarray(condition).tolist()) if wanted]
    return a[tuple([slice(None)] * (axis % a.ndim) + [kept])]


def extract(condition, arr):
    return compress(asarray(condition).ravel(), asarray(arr).ravel())


def ravel_multi_index(multi_index, dims, mode="raise", order="C"):
    place = 0
    for index, size in zip(multi_index, dims):
        place = place * size + index
    return place


def nditer(op, *args, **options):
    return iter(asarray(op).ravel())


def unpackbits(a, axis=None, count=None, bitorder="big"):
    a = asarray(a)
    cells = cells_of(a)
    bits = None if cells is None else [cell >> shift & 1 for cell in cells for shift in range(7, -1, -1)]
    return made(bits, (8 * a.size,), "uint8")


def packbits(a, axis=None, bitorder="big"):
    return made(None, ((asarray(a).size + 7) // 8,), "uint8")


def _padded(cells, before, after, mode):
    # One row with what its own elements continue it by.
    n = len(cells)
    period = {"edge": 1, "wrap": n, "symmetric": 2 * n, "reflect": max(2 * (n - 1), 1)}[mode]

    def at(i):
        if mode == "edge":
            return cells[0 if i < 0 else n - 1 if i >= n else i]
        i = i % period
        return cells[i if i < n else period - i - (1 if mode == "symmetric" else 0)]

    return [at(i) for i in range(-before, n + after)]


def pad_by_mode(a, widths, mode):
    for axis, (before, after) in enumerate(widths):
        turned = a.swapaxes(axis, -1)
        cells, length = cells_of(turned), turned.shape_[-1]
        rows = [_padded(cells[i:i + length], before, after, mode) for i in range(0, len(cells), length)]
        shape = turned.shape_[:-1] + (length + before + after,)
        a = made([cell for row in rows for cell in row], shape, a._dtype).swapaxes(axis, -1)
    return a


def min_scalar_type(a):
    for name in ("uint8", "uint16", "uint32") if a >= 0 else ("int8", "int16", "int32"):
        bits = 8 * _dtypes.dtype(name).itemsize
        if 0 <= a < 2 ** bits if a >= 0 else -(2 ** (bits - 1)) <= a:
            return _dtypes.dtype(name)
    return _dtypes.dtype("int64")


def polymul(a1, a2):
    from numpy import convolve
    return convolve(a1, a2)


def polyadd(a1, a2):
    a1, a2 = asarray(a1), asarray(a2)
    size = max(a1.size, a2.size)
    zeros = [array([0] * (size - one.size), one._dtype) for one in (a1, a2)]
    return concatenate([zeros[0], a1]) + concatenate([zeros[1], a2])


def polyder(p, m=1):
    p = asarray(p)
    for _ in range(m):
        p = p[:-1] * array(range(p.size - 1, 0, -1), "int64")
    return p
