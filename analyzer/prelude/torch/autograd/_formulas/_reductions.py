import math


def _dims(node, at=1):
    """The dimensions gone through, none of them negative; None: all."""
    dims = node.arg(at)
    if dims is None or dims == ():
        return None
    rank = len(node.size(0))
    return sorted(each % rank if rank else 0 for each in ((dims,) if isinstance(dims, int) else dims))


def _is_over_dims(node):
    return len(node.args) > 2


def _count(node, dims):
    size = node.size(0)
    return math.prod(size if dims is None else [size[dim] for dim in dims])


def _over(node, value, dims, keepdim):
    if dims is not None and not keepdim:
        for dim in dims:
            value = value.unsqueeze(dim)
    return value


def _sum(node, grad):
    dims = _dims(node) if _is_over_dims(node) else None
    return {0: _over(node, grad, dims, _is_over_dims(node) and node.arg(2, False)).expand(node.size(0))}


def _mean(node, grad):
    return {0: _sum(node, grad)[0] / _count(node, _dims(node) if _is_over_dims(node) else None)}


def _norm(node, grad, power, dims, keepdim):
    grad = _over(node, grad, dims, keepdim)
    if power == 1:
        return {0: node.input(0).sgn() * grad}
    norm = _over(node, node.output(), dims, keepdim)
    x = node.input(0)
    if power == 2:
        return {0: grad * (x / norm).masked_fill_(norm == 0, 0)}
    scaled = x * x.abs().pow(power - 2)
    return {0: scaled * (grad / norm.pow(power - 1)).masked_fill_(norm == 0, 0)}


def _any_norm(node, grad):
    return _norm(node, grad, node.arg(1, 2), _dims(node, 2), node.arg(3, False))


def _var(node, grad):
    """var.dim, var.correction: dimensions, then how the count is corrected, then keepdim; var alone has none."""
    dims = _dims(node) if _is_over_dims(node) else None
    grad = _over(node, grad, dims, _is_over_dims(node) and node.arg(3, False))
    x = node.input(0)
    centre = x.mean() if dims is None else x.mean(dims, True)
    return {0: (2.0 / max(1, _count(node, dims) - 1)) * grad * (x - centre)}


def _std(node, grad):
    return _var(node, (grad / (node.output() * 2)).masked_fill_(node.output() == 0, 0))


def _extreme(node, grad, of_indices=None):
    """max, min and the like along one dimension: zeros, and the gradient where the value was."""
    dim, keepdim = node.args[1], node.arg(2, False)
    where = node.output(1)
    if not keepdim:
        grad, where = grad.unsqueeze(dim), where.unsqueeze(dim)
    return {0: grad.new_zeros(node.size(0)).scatter_(dim, where, grad)}


def _extreme_of_all_or_one(node, grad, of_indices=None):
    if len(node.args) > 1:
        return _extreme(node, grad)
    x = node.input(0)
    mask = x == node.output()
    return {0: mask * (grad / mask.sum())}


def _amax(node, grad):
    dims, keepdim = _dims(node), node.arg(2, False)
    grad, top = _over(node, grad, dims, keepdim), _over(node, node.output(), dims, keepdim)
    mask = node.input(0) == top
    return {0: grad / mask.sum() * mask if dims is None else grad / mask.sum(dims, True) * mask}


def _logsumexp(node, grad):
    dims, keepdim = _dims(node), node.arg(2, False)
    return {0: _over(node, grad, dims, keepdim) * (node.input(0) - _over(node, node.output(), dims, keepdim)).exp()}


reductions = {
    "var": _var,
    "std": _std,
    "max": _extreme_of_all_or_one,
    "min": _extreme_of_all_or_one,
    "amax": _amax,
    "amin": _amax,
    "logsumexp": _logsumexp,
    "sum": _sum,
    "mean": _mean,
    "norm": _any_norm,
    "linalg_vector_norm": _any_norm,
}
