# Functions of numpy that measure what arrays hold: means and quantiles, counts, products, sets.
import math

import _vramlint
from numpy import _dtypes
from numpy._array import asarray, cells_of, count_of, finished, is_array, made, nan, not_computed, real
from numpy._arranging import concatenate, stack
from numpy._functions import _mean_of, _reduction, _variance_of, _wide, mean, sum_
from numpy._products import matmul
from numpy._sizes import may_be, some
from numpy._sorting import unique


def _without_nan(function, empty=None):
    def measured(lane):
        kept = [cell for cell in lane if cell == cell]
        return function(kept) if kept or empty is None else empty
    return measured


nanmean = _reduction(_without_nan(_mean_of, nan), real)
nansum = _reduction(_without_nan(sum, 0), _wide, 0)
nanmax = _reduction(_without_nan(max, nan))
nanmin = _reduction(_without_nan(min, nan))


def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    return _reduction(_without_nan(lambda lane: _variance_of(lane, ddof), nan), real)(a, axis, dtype, None, keepdims)


def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    from numpy import sqrt
    return sqrt(nanvar(a, axis, dtype, out, ddof, keepdims))


def average(a, axis=None, weights=None, returned=False, keepdims=False):
    a = asarray(a)
    if weights is None:
        result, total = mean(a, axis, keepdims=keepdims), a.size if axis is None else a.shape_[axis]
    else:
        weights = asarray(weights)
        if weights.shape_ != a.shape_:
            shape = [1] * a.ndim
            shape[axis] = -1
            weights = weights.reshape(shape)
        total = sum_(weights * (a * 0 + 1), axis, keepdims=keepdims)
        result = sum_(a * weights, axis, keepdims=keepdims) / total
    return (result, total) if returned else result


def _between(lane, q):
    lane = sorted(lane)
    place = q * (len(lane) - 1)
    low = math.floor(place)
    high = low + 1 if low + 1 < len(lane) else low
    return lane[low] + (lane[high] - lane[low]) * (place - low)


def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, **options):
    a, q = asarray(a), asarray(q)
    for side in (a, q):
        if not _vramlint.is_known(side):
            return side
    wanted = cells_of(q)
    if wanted is None or method != "linear":
        shape = q.shape_ + asarray(mean(a, axis, keepdims=keepdims)).shape_ if axis is not None else q.shape_
        return finished(None, shape, real(a._dtype))
    if not q.shape_:
        return _reduction(lambda lane: _between(lane, wanted[0]), real)(a, axis, None, None, keepdims)
    rows = [asarray(quantile(a, one, axis, keepdims=keepdims)) for one in wanted]
    if [row for row in rows if not _vramlint.is_known(row)]:
        return made(None, q.shape_, real(a._dtype))
    return stack(rows).reshape(q.shape_ + rows[0].shape_)


def percentile(a, q, axis=None, **options):
    return quantile(a, asarray(q) / 100.0, axis, **options)


def nanpercentile(a, q, axis=None, **options):
    result = percentile(a, q, axis, **options)
    return made(None, result.shape_, result._dtype) if is_array(result) else not_computed()


nanquantile = nanpercentile


def histogram(a, bins=10, range=None, density=None, weights=None):
    cells = cells_of(asarray(a).ravel())
    if isinstance(bins, int):
        if cells is None and range is None or density or weights is not None:
            return made(None, (bins,), "float64" if density else "int64"), made(None, (bins + 1,), "float64")
        from numpy import linspace
        low, high = (min(cells), max(cells)) if range is None else range
        edges = linspace(low, high, bins + 1)
    else:
        edges = asarray(bins)
    limits = cells_of(edges)
    count = edges.size - 1
    if cells is None or limits is None or density or weights is not None:
        return made(None, (count,), "float64" if density else "int64"), edges
    counts = [0] * count
    for cell in cells:
        place = len([limit for limit in limits if limit <= cell]) - 1
        place = count - 1 if cell == limits[-1] else place
        if 0 <= place < count:
            counts[place] += 1
    return made(counts, (count,), "int64"), edges


def bincount(x, weights=None, minlength=0):
    cells = cells_of(asarray(x))
    if cells is None:
        return _vramlint.unknown("how many different elements an array has is not known")
    size = max([minlength] + [cell + 1 for cell in cells])
    added = [1] * len(cells) if weights is None else cells_of(asarray(weights))
    if added is None:
        return made(None, (size,), "float64")
    counts = [0] * size
    for cell, one in zip(cells, added):
        counts[cell] += one
    return made(counts, (size,), "int64" if weights is None else "float64")


def _interpolated(x, places, values, left, right):
    if x <= places[0]:
        return left if x < places[0] else values[0]
    if x >= places[-1]:
        return right if x > places[-1] else values[-1]
    at = len([place for place in places if place <= x]) - 1
    share = (x - places[at]) / (places[at + 1] - places[at])
    return values[at] + share * (values[at + 1] - values[at])


def interp(x, xp, fp, left=None, right=None, period=None):
    x, xp, fp = asarray(x), asarray(xp), asarray(fp)
    for side in (x, xp, fp):
        if not _vramlint.is_known(side):
            return side
    own, places, values = cells_of(x), cells_of(xp), cells_of(fp)
    if own is None or places is None or values is None or period is not None:
        return finished(None, x.shape_, "float64")
    left, right = values[0] if left is None else left, values[-1] if right is None else right
    return finished([float(_interpolated(cell, places, values, left, right)) for cell in own], x.shape_, "float64")


def trapz(y, x=None, dx=1.0, axis=-1):
    from numpy import diff
    y = asarray(y)
    turned = y.swapaxes(axis, -1) if y.ndim > 1 else y
    steps = dx if x is None else diff(x)
    return sum_((turned[..., 1:] + turned[..., :-1]) * 0.5 * steps, -1)


trapezoid = trapz


def cov(m, y=None, rowvar=True, bias=False, ddof=None, **options):
    m = asarray(m)
    m = m if m.ndim == 2 else m.reshape((1, -1))
    m = m if y is None else concatenate([m, asarray(y).reshape((-1, m.shape_[1]))])
    m = m if rowvar else m.T
    m = m - mean(m, 1, keepdims=True)
    ddof = ddof if ddof is not None else 0 if bias else 1
    result = matmul(m, m.T) / (m.shape_[1] - ddof)
    return result if result.size > 1 else result.reshape(())


def corrcoef(x, y=None, rowvar=True, **options):
    from numpy import diag, sqrt
    found = cov(x, y, rowvar)
    if not found.shape_:
        return found / found
    spreads = sqrt(diag(found))
    return found / spreads.reshape((-1, 1)) / spreads.reshape((1, -1))


def correlate(a, v, mode="valid"):
    from numpy import convolve
    return convolve(a, asarray(v)[::-1], mode)


def cross(a, b, axis=-1, **options):
    a, b = asarray(a), asarray(b)
    if a.shape_[-1] == 2:
        return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    parts = [a[..., (i + 1) % 3] * b[..., (i + 2) % 3] - a[..., (i + 2) % 3] * b[..., (i + 1) % 3] for i in range(3)]
    return stack([asarray(part) for part in parts], -1)


def einsum(*operands, out=None, **options):
    if not isinstance(operands[0], str):
        return _vramlint.unknown("einsum with lists of subscripts is not followed")
    left, arrow, right = operands[0].replace(" ", "").partition("->")
    arrays = [asarray(operand) for operand in operands[1:]]
    if "..." in left:
        return _vramlint.unknown("numpy.einsum with an ellipsis is not followed")
    terms, sizes = left.split(","), {}
    for term, one in zip(terms, arrays):
        if not _vramlint.is_known(one):
            for label in term:
                sizes.setdefault(label, some("how large an operand of einsum is is not known"))
            continue
        if len(term) != one.ndim:
            raise ValueError(f"einstein sum subscripts string '{term}' does not fit an operand of {one.ndim} dimensions")
        for label, size in zip(term, one.shape_):
            if not may_be(sizes.setdefault(label, size), size):
                raise ValueError(f"einsum: label '{label}' has sizes {sizes[label]} and {size}")
    if not arrow:
        labels = left.replace(",", "")
        right = "".join([label for label in sorted(set(labels)) if labels.count(label) == 1])
    shape = [sizes[label] for label in right]
    if not all([_vramlint.is_known(one) for one in arrays]):
        return finished(None, shape, "float64")
    name = arrays[0]._dtype
    for one in arrays[1:]:
        name = _dtypes.joined(name, one._dtype)
    return finished(_contracted(terms, arrays, right, sizes), shape, name)


def _contracted(terms, arrays, right, sizes):
    from itertools import product
    inner = [label for label in sizes if label not in right]
    cells = [cells_of(one) for one in arrays]
    if None in cells or count_of(list(sizes.values())) > 4096:
        return None
    result = []
    for outside in product(*[range(sizes[label]) for label in right]):
        total = 0
        for inside in product(*[range(sizes[label]) for label in inner]):
            at = dict(zip(list(right) + inner, outside + inside))
            factor = 1
            for term, own in zip(terms, cells):
                place = 0
                for label in term:
                    place = place * sizes[label] + at[label]
                factor = factor * own[place]
            total = total + factor
        result.append(total)
    return result


def tensordot(a, b, axes=2):
    a, b = asarray(a), asarray(b)
    if isinstance(axes, int):
        left, right = list(range(a.ndim - axes, a.ndim)), list(range(axes))
    else:
        left, right = [list(one) if isinstance(one, (list, tuple)) else [one] for one in axes]
    left, right = [one % a.ndim for one in left], [one % b.ndim for one in right]
    first = [i for i in range(a.ndim) if i not in left]
    second = [i for i in range(b.ndim) if i not in right]
    inner = count_of([a.shape_[i] for i in left])
    if inner != count_of([b.shape_[i] for i in right]):
        raise ValueError("shape-mismatch for sum")
    shape = [a.shape_[i] for i in first] + [b.shape_[i] for i in second]
    rows = a.transpose(first + left).reshape((-1, inner)) if a.size else a.reshape((0, inner))
    product = matmul(rows, b.transpose(right + second).reshape((inner, -1)))
    return product.reshape(shape) if shape else product.reshape(())[()]


def _set_of(value):
    return unique(asarray(value).ravel())


def intersect1d(ar1, ar2, assume_unique=False, return_indices=False):
    from numpy import isin
    first = _set_of(ar1)
    return first[isin(first, ar2)]


def union1d(ar1, ar2):
    return _set_of(concatenate([asarray(ar1).ravel(), asarray(ar2).ravel()]))


def setdiff1d(ar1, ar2, assume_unique=False):
    from numpy import isin, logical_not
    first = _set_of(ar1)
    return first[logical_not(isin(first, ar2))]


def setxor1d(ar1, ar2, assume_unique=False):
    return union1d(setdiff1d(ar1, ar2), setdiff1d(ar2, ar1))
