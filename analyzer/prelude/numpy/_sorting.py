# Functions of numpy that sort and search.
import _vramlint
from numpy._array import asarray, cells_of, finished, made
from numpy._arranging import stack
from numpy._sizes import some


def _along(a, axis, function, name=None):
    # Every row along the axis by its own.
    a = asarray(a)
    if not _vramlint.is_known(a):
        return a
    if axis is None:
        a, axis = a.ravel(), 0
    name = a._dtype if name is None else name
    if cells_of(a) is None or not a.shape_:
        return made(None, a.shape_, name)
    turned = a.swapaxes(axis, -1)
    cells, length = cells_of(turned), turned.shape_[-1]
    rows = [function(cells[i:i + length]) for i in range(0, len(cells), length or 1)]
    return made([cell for row in rows for cell in row], turned.shape_, name).swapaxes(axis, -1)


def sort(a, axis=-1, **options):
    return _along(a, axis, sorted)


def argsort(a, axis=-1, **options):
    return _along(a, axis, lambda row: sorted(range(len(row)), key=lambda i: row[i]), "int64")


def partition(a, kth, axis=-1, **options):
    a = asarray(a)
    return made(None, a.shape_, a._dtype)


def argpartition(a, kth, axis=-1, **options):
    return made(None, asarray(a).shape_, "int64")


def lexsort(keys, axis=-1):
    shape = asarray(keys[0]).shape_
    keys = [cells_of(asarray(key)) for key in keys]
    if None in keys:
        return made(None, shape, "int64")
    order = sorted(range(len(keys[0])), key=lambda i: [key[i] for key in keys[::-1]])
    return made(order, (len(order),), "int64")


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None):
    ar = asarray(ar)
    if not _vramlint.is_known(ar):
        return ar
    cells = cells_of(ar)
    if cells is None or axis is not None:
        return _some_of(ar, [return_index, return_inverse, return_counts], axis)
    found = sorted(set(cells))
    result = [made(found, (len(found),), asarray(ar)._dtype)]
    for asked, values in [(return_index, [cells.index(one) for one in found]),
                          (return_inverse, [found.index(one) for one in cells]),
                          (return_counts, [cells.count(one) for one in found])]:
        if asked:
            result.append(made(values, (len(values),), "int64"))
    return result[0] if len(result) == 1 else tuple(result)


def _some_of(ar, asked, axis):
    whole = ar.size if axis is None else ar.shape_[axis]
    count = _vramlint.between(_vramlint.fewer(1, whole), (whole + 1) // 2, whole)
    if not _vramlint.is_number(count):
        count = some("how many different elements an array has is not known")
    found = made(None, (count,) if axis is None else ar.shape_[:axis] + (count,) + ar.shape_[axis + 1:], ar._dtype)
    numbers = [made(None, (size,), "int64") for size, is_asked in zip([count, whole, count], asked) if is_asked]
    return (found, *numbers) if numbers else found


def nonzero(a):
    a = asarray(a)
    if not _vramlint.is_known(a):
        return a
    cells = cells_of(a)
    if cells is None:
        count = some("how many elements of an array are not zero is not known")
        return tuple([made(None, (count,), "int64") for _ in a.shape_])
    from numpy._indexing import strides_of
    at = [i for i, cell in enumerate(cells) if cell]
    return tuple([made([i // stride % size for i in at], (len(at),), "int64")
                  for stride, size in zip(strides_of(a.shape_), a.shape_)])


def flatnonzero(a):
    return nonzero(asarray(a).ravel())[0]


def argwhere(a):
    found = nonzero(a)
    return found if not _vramlint.is_known(found) else stack(list(found), 1)


def take(a, indices, axis=None, **options):
    a = asarray(a)
    if axis is None:
        return a.ravel()[indices]
    return a[tuple([slice(None)] * (axis % a.ndim) + [indices])]


def isin(element, test_elements, **options):
    tests = cells_of(asarray(test_elements))
    element = asarray(element)
    cells = cells_of(element)
    known = tests is not None and cells is not None
    return made([cell in tests for cell in cells] if known else None, element.shape_, "bool")



def searchsorted(a, v, side="left", sorter=None):
    cells, v = cells_of(asarray(a)), asarray(v)
    own = cells_of(v)
    if cells is None or own is None:
        return finished(None, v.shape_, "int64")
    before = (lambda cell, x: cell < x) if side == "left" else (lambda cell, x: cell <= x)
    return finished([len([cell for cell in cells if before(cell, x)]) for x in own], v.shape_, "int64")


def digitize(x, bins, right=False):
    return searchsorted(bins, x, "left" if right else "right")
