def _dims(node):
    """The dimensions summed over, none of them negative; None: all."""
    dims = node.arg(1)
    if dims is None or dims == ():
        return None
    rank = len(node.size(0))
    return sorted(each % rank if rank else 0 for each in ((dims,) if isinstance(dims, int) else dims))


def _spread(node, grad, dims, keepdim):
    size = node.size(0)
    if dims is not None and not keepdim:
        for dim in dims:
            grad = grad.unsqueeze(dim)
    return grad.expand(size)


def _is_over_dims(node):
    return len(node.args) > 2


def _sum(node, grad):
    if not _is_over_dims(node):
        return {0: grad.expand(node.size(0))}
    return {0: _spread(node, grad, _dims(node), node.arg(2, False))}


def _mean(node, grad):
    size = node.size(0)
    dims = _dims(node) if _is_over_dims(node) else None
    count = 1
    for dim in range(len(size)) if dims is None else dims:
        count *= size[dim]
    keepdim = _is_over_dims(node) and node.arg(2, False)
    return {0: _spread(node, grad, dims, keepdim) / count}


def _over(node, value, dims, keepdim):
    if dims is not None and not keepdim:
        for dim in dims:
            value = value.unsqueeze(dim)
    return value


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
    power = node.arg(1, 2)
    if len(node.args) < 3:
        return _norm(node, grad, power, None, False)
    dims = node.arg(2)
    rank = len(node.size(0))
    dims = None if dims is None or dims == () else sorted(each % rank for each in ((dims,) if isinstance(dims, int) else dims))
    return _norm(node, grad, power, dims, node.arg(3, False))


def _var_dims(node):
    """var.dim, var.correction: dimensions, then how the count is corrected, then keepdim; var alone has none."""
    if len(node.args) < 3:
        return None, False
    return _dims(node), bool(node.arg(3, False))


def _var(node, grad):
    dims, keepdim = _var_dims(node)
    size = node.size(0)
    count = 1
    for dim in range(len(size)) if dims is None else dims:
        count *= size[dim]
    x = node.input(0)
    centre = x.mean() if dims is None else x.mean(dims, True)
    return {0: (2.0 / max(1, count - 1)) * _over(node, grad, dims, keepdim) * (x - centre)}


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
