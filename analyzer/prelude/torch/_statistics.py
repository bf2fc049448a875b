# Statistics that PyTorch composes of other operators (aten/src/ATen/native/Sorting.cpp, Correlation.cpp, ReduceOps.cpp,
# Histogram.cpp of 1.13), and selections whose size depends on the data.
import _vramlint
import torch

_op = _vramlint.op
_sorted = sorted


def _quantile(input, q, dim, keepdim, interpolation, ignores_nan):
    scalar = not hasattr(q, "dim") or q.dim() == 0
    if not hasattr(q, "dim"):
        q = input.new_tensor([q])
    if scalar:
        q = q.reshape(1)
    whole = dim is None
    if whole:
        rows = input.flatten().sort()[0].view(-1)
        shape = [1] * input.dim() if keepdim else []
    else:
        dim = dim % input.dim()
        last = dim == input.dim() - 1
        rows = (input if last else input.unsqueeze(-1).transpose(dim, -1)).sort()[0]
        shape = [1 if i == dim else size for i, size in enumerate(input.shape)]
        shape = shape if keepdim else shape[:dim] + shape[dim + 1:]
    rows = rows.view(shape + [rows.size(-1)])
    if ignores_nan:
        ranks = q * (rows.isnan().logical_not_().sum(-1, True) - 1)
        ranks.masked_fill_(ranks < 0, 0)
    else:
        last = rows.size(-1) - 1
        ranks, some = _broadcast(q * last, rows.isnan().any(-1, True))
        ranks = ranks.masked_fill(some, last)
    below = ranks.long()
    values = rows.gather(-1, below)
    if interpolation in ("linear", "midpoint"):
        weights = ranks - below
        values.lerp_(rows.gather(-1, ranks.ceil_().long()), weights)
    return values.squeeze(-1) if scalar else values.unsqueeze(0).transpose(0, -1).squeeze(-1)


def _broadcast(left, right):
    shape = [max_size(a, b) for a, b in zip(_padded(left, right.dim()), _padded(right, left.dim()))]
    return left.expand(shape), right.expand(shape)


def _padded(tensor, rank):
    return [1] * (rank - tensor.dim()) + list(tensor.shape)


def max_size(a, b):
    return b if a == 1 else a


def quantile(input, q, dim=None, keepdim=False, interpolation="linear", out=None):
    return _quantile(input, q, dim, keepdim, interpolation, False)


def nanquantile(input, q, dim=None, keepdim=False, interpolation="linear", out=None):
    return _quantile(input, q, dim, keepdim, interpolation, True)


def nanmean(input, dim=None, keepdim=False, dtype=None):
    count = input.isnan().logical_not_()
    count = count.sum() if dim is None else count.sum(dim, keepdim)
    return input.nansum(dim, keepdim) / count


def msort(input):
    return input.sort(0)[0]


def cov(input, correction=1, fweights=None, aweights=None):
    rows = input.unsqueeze(0) if input.dim() < 2 else input
    rows = rows - rows.mean(1, True)
    return (rows.mm(rows.t()) / max(rows.size(1) - correction, 1)).squeeze()


def corrcoef(input):
    c = cov(input)
    if c.dim() == 0:
        return c / c
    spread = c.diagonal().sqrt()
    return (c / spread.unsqueeze(-1) / spread.unsqueeze(0)).clip(-1, 1)


def histogram(input, bins, range=None, weight=None, density=False):
    count = bins if isinstance(bins, int) else bins.size(0) - 1
    return input.new_empty((count,)), input.new_empty((count + 1,))


def isin(elements, test_elements, assume_unique=False, invert=False):
    return _op("empty_like", elements, dtype=_vramlint.dtype_bool)


def nonzero(input, as_tuple=False, out=None):
    found = _op("nonzero_", input.reshape(1) if as_tuple and input.dim() == 0 else input)
    return tuple(found.unbind(1)) if as_tuple else found


def argwhere(input):
    return nonzero(input)


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    elements = _few_elements(input, dim)
    if elements is not None:
        values = _sorted(set(elements))
        return _told(input, values, elements, return_inverse, return_counts)
    if dim is None:
        found = _op("_unique2", input, sorted, return_inverse, return_counts)
    else:
        found = _op("unique_dim", input, dim, sorted, return_inverse, return_counts)
    return _asked(found, return_inverse, return_counts)


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    elements = _few_elements(input, dim)
    if elements is not None and not return_inverse:
        runs = []
        for element in elements:
            if not runs or runs[-1][0] != element:
                runs.append([element, 0])
            runs[-1][1] += 1
        found = _like(input, [run[0] for run in runs])
        return (found, _like(input, [run[1] for run in runs], torch.int64)) if return_counts else found
    return _asked(_op("_unique_consecutive", input, return_inverse, return_counts, dim), return_inverse, return_counts)


def _few_elements(input, dim):
    """Of a row of which all is known, else None."""
    if input.dim() != 1 or dim not in (None, 0, -1) or not _vramlint.is_known(input.size(0)) or input.size(0) > 64:
        return None
    elements = input.tolist()
    known = _vramlint.is_known(elements) and all([_vramlint.is_known(each) for each in elements])
    return elements if known else None


def _like(input, elements, dtype=None):
    return torch.tensor(elements, dtype=input.dtype if dtype is None else dtype, device=input.device)


def _told(input, values, elements, return_inverse, return_counts):
    inverse = _like(input, [values.index(each) for each in elements], torch.int64) if return_inverse else None
    counts = _like(input, [elements.count(each) for each in values], torch.int64) if return_counts else None
    return _asked((_like(input, values), inverse, counts), return_inverse, return_counts)


def _asked(found, inverse, counts):
    given = (found[0],) + ((found[1],) if inverse else ()) + ((found[2],) if counts else ())
    return given if len(given) > 1 else given[0]


def cdist(x1, x2, p=2.0, compute_mode="use_mm_for_euclid_dist_if_necessary"):
    modes = {"use_mm_for_euclid_dist_if_necessary": None, "use_mm_for_euclid_dist": 1, "donot_use_mm_for_euclid_dist": 2}
    return _op("cdist_", x1, x2, p, modes[compute_mode])


def cross(input, other, dim=None):
    if dim is None:
        dim = [i for i, size in enumerate(input.shape) if size == 3][0]
    return _op("torch.linalg.cross", input, other, dim=dim)


def trapezoid(y, x=None, dx=1, dim=-1):
    size = y.size(dim) - 1
    after, before = y.narrow(dim, 1, size), y.narrow(dim, 0, size)
    if x is None:
        return (after + before).sum(dim) * (dx / 2.0)
    return ((x.narrow(-1, 1, size) - x.narrow(-1, 0, size)) * (after + before)).sum(dim) / 2.0


trapz = trapezoid
