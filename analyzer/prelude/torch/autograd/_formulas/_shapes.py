from _vramlint import op
from torch.autograd._formulas._node import aten, one


def _resized(node, grad):
    return {0: grad.reshape(node.size(0))}


def _permute(node, grad):
    dims = node.args[1]
    back = [0] * len(dims)
    for at, dim in enumerate(dims):
        back[dim % len(dims)] = at
    return {0: grad.permute(back)}


def _slice(node, grad):
    return {0: aten("slice_backward", grad, node.size(0), node.arg(1, 0), node.arg(2, 0),
                  node.arg(3, 9223372036854775807), node.arg(4, 1))}


def _sliced(node, grad):
    _, _, dim, start, end, step = node.args
    return grad[(slice(None),) * (dim % len(grad.shape)) + (slice(start, end, step),)]


def _narrow(node, grad):
    start = node.args[2]
    return {0: aten("slice_backward", grad, node.size(0), node.args[1], start, start + node.args[3], 1)}


def _select(node, grad):
    return {0: aten("select_backward", grad, node.size(0), node.args[1], node.args[2])}


def _parts(node, grad, dim, lengths):
    made, at = [], 0
    for needs, length in zip(node.needs(0), lengths):
        made.append(grad.narrow(dim, at, length) if needs else None)
        at += length
    return {0: made}


def _cat(node, grad):
    dim = node.arg(1, 0)
    sizes = node.size(0)
    return _parts(node, grad, dim, [0 if tuple(size) == (0,) else size[dim] for size in sizes])


def _stack(node, grad):
    dim = node.arg(1, 0)
    return {0: [grad.select(dim, at) if needs else None for at, needs in enumerate(node.needs(0))]}


def _whole(node, grads, dim, lengths):
    """Parts of which nothing came are zeros."""
    size = list(node.size(0))
    given = [grad for grad in grads if grad is not None][0]
    whole = []
    for grad, length in zip(grads, lengths):
        whole.append(given.new_zeros(size[:dim] + [length] + size[dim + 1:]) if grad is None else grad)
    return {0: op("cat", whole, dim)}


def _pieces(size, each):
    return [min(each, size - at) for at in range(0, size, each)]


def _split(node, *grads):
    size, lengths = node.size(0), node.args[1]
    dim = node.arg(2, 0) % len(size)
    return _whole(node, grads, dim, _pieces(size[dim], lengths) if isinstance(lengths, int) else lengths)


def _chunk(node, *grads):
    size = node.size(0)
    dim = node.arg(2, 0) % len(size)
    return _whole(node, grads, dim, _pieces(size[dim], -(-size[dim] // node.args[1])))


def _unbind(node, *grads):
    given = [grad for grad in grads if grad is not None][0]
    return {0: op("stack", [given.new_zeros(given.shape) if grad is None else grad for grad in grads], node.arg(1, 0))}


def _to(node, grad):
    return {0: grad.to(node.dtype(0))}


def _index_select(node, grad):
    whole = grad.new_zeros(node.size(0))
    return {0: whole.index_add_(node.args[1], node.input(2), grad)}


def _gather(node, grad):
    whole = grad.new_zeros(node.size(0))
    return {0: whole.scatter_add_(node.args[1], node.input(2), grad)}


def _index(node, grad):
    whole = grad.new_zeros(node.size(0))
    return {0: whole.index_put_(node.input(1), grad, True)}


def _repeat(node, grad):
    size, times = node.size(0), node.args[1]
    extra = len(times) - len(size)
    wide = []
    for at, each in enumerate(times):
        wide += [each, 1 if at < extra else size[at - extra]]
    return {0: grad.reshape(wide).sum([2 * at for at in range(len(times))]).reshape(size)}


def _scatter_add(node, grad):
    made = {0: grad}
    if node.needs(3):
        made[3] = grad.gather(node.args[1], node.input(2))
    return made


def _index_add(node, grad):
    made = {0: grad}
    if node.needs(3):
        made[3] = grad.index_select(node.args[1], node.input(2))
    return made


def _back(name):
    """roll, flip, tril, triu: the same again, or the other way round."""
    return lambda node, grad: {0: op(name, grad, node.args[1])}


shapes = {
    "repeat": _repeat,
    "scatter_add": _scatter_add, "scatter_add_": _scatter_add,
    "index_add": _index_add, "index_add_": _index_add,
    "flip": _back("flip"), "tril": _back("tril"), "triu": _back("triu"),
    "roll": lambda node, grad: {0: op("roll", grad, [-each for each in node.args[1]], node.args[2])},
    "movedim": lambda node, grad: {0: op("movedim", grad, node.args[2], node.args[1])},
    "view": _resized,
    "reshape": _resized,
    "flatten": _resized,
    "unflatten": _resized,
    "view_as": _resized,
    "reshape_as": _resized,
    "squeeze": _resized,
    "unsqueeze": _resized,
    "t": one(lambda node, grad: grad.t()),
    "numpy_T": one(lambda node, grad: grad.permute(list(range(len(node.size(0))))[::-1])),
    "mT": one(lambda node, grad: grad.transpose(-2, -1)),
    "transpose": one(lambda node, grad: grad.transpose(node.args[1], node.args[2])),
    "swapaxes": one(lambda node, grad: grad.transpose(node.args[1], node.args[2])),
    "permute": _permute,
    "expand": one(lambda node, grad: grad),
    "expand_as": one(lambda node, grad: grad),
    "contiguous": one(lambda node, grad: grad),
    "clone": one(lambda node, grad: grad),
    "slice": _slice,
    "narrow": _narrow,
    "select": _select,
    "cat": _cat,
    "stack": _stack,
    "split": _split,
    "split_with_sizes": _split,
    "chunk": _chunk,
    "unbind": _unbind,
    "to": _to, "type_as": _to, "_cast_Float": _to, "_cast_Double": _to, "_cast_Half": _to,
    "index_select": _index_select,
    "gather": _gather,
    "index": _index,
    "slice_backward": one(_sliced),
    "select_backward": one(lambda node, grad: grad.select(node.args[2], node.args[3])),
}
