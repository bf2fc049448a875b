from torch.autograd._formulas._node import two


def _addmm(node, grad):
    made = {}
    if node.needs(1):
        made[1] = grad.mm(node.input(2).t())
    if node.needs(2):
        made[2] = node.input(1).t().mm(grad)
    if node.needs(0):
        made[0] = grad
    return made


def _baddbmm(node, grad):
    made = {}
    if node.needs(1):
        made[1] = grad.bmm(node.input(2).transpose(1, 2))
    if node.needs(2):
        made[2] = node.input(1).transpose(1, 2).bmm(grad)
    if node.needs(0):
        made[0] = grad
    return made


def _linear(node, grad):
    """Rows of one matrix, whatever dimensions stand before the features: addmm, or mm without a bias."""
    size = node.size(0)
    rows = grad.reshape(-1, grad.shape[-1])

    def of_input():
        made = rows.mm(node.input(1))
        return made if len(size) == 2 else made.view(size)

    def of_weight():
        x = node.input(0)
        return rows.t().mm(x if len(size) == 2 else x.reshape(-1, size[-1]))

    has_bias = node.is_tensor(2)
    made = {}
    if has_bias and node.needs(0):
        made[0] = of_input()
    if node.needs(1):
        made[1] = of_weight()
    if not has_bias and node.needs(0):
        made[0] = of_input()
    if node.needs(2):
        made[2] = rows
    return made


def _matrix(size, is_left):
    """How a factor of matmul enters the product: a vector is a row or a column."""
    if len(size) > 1:
        return size
    return (1,) + tuple(size) if is_left else tuple(size) + (1,)


def _matmul(node, grad):
    left, right = _matrix(node.size(0), True), _matrix(node.size(1), False)
    batch = tuple(grad.shape[:len(grad.shape) - (len(node.size(0)) > 1) - (len(node.size(1)) > 1)])
    if len(left) > 2 and len(right) == 2:
        return _folded(node, grad.reshape(-1, right[1]), left, right)
    grad = grad.reshape(batch + (left[-2], right[-1]))
    made = {}
    if node.needs(1):
        made[1] = _product(node.input(0).view(left).transpose(-2, -1), grad, batch)
        made[1] = made[1].view(node.size(1)) if len(node.size(1)) == 1 else made[1]
    if node.needs(0):
        made[0] = _product(grad, node.input(1).view(right).transpose(-2, -1), batch)
        made[0] = made[0].view(node.size(0)) if len(node.size(0)) == 1 else made[0]
    return made


def _folded(node, grad, left, right):
    made = {}
    if node.needs(1):
        made[1] = node.input(0).reshape(-1, left[-1]).t().mm(grad).view(node.size(1))
    if node.needs(0):
        made[0] = grad.mm(node.input(1).view(right).t()).view(left)
    return made


def _product(left, right, batch):
    if not batch:
        return left.mm(right)
    wide = [each.expand(batch + tuple(each.shape[-2:])).reshape((-1,) + tuple(each.shape[-2:])) for each in (left, right)]
    made = wide[0].bmm(wide[1])
    return made.view(batch + tuple(made.shape[-2:]))


products = {
    "linear": _linear,
    "mm": two(lambda node, grad: grad.mm(node.input(1).t()), lambda node, grad: node.input(0).t().mm(grad)),
    "bmm": two(lambda node, grad: grad.bmm(node.input(1).transpose(1, 2)),
               lambda node, grad: node.input(0).transpose(1, 2).bmm(grad)),
    "addmm": _addmm,
    "baddbmm": _baddbmm,
    "matmul": _matmul,
}
