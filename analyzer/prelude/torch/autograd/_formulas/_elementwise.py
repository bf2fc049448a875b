import math

from _vramlint import op
from torch.autograd._formulas._node import aten, one, two


def _times(grad, factor):
    return grad if factor == 1 else grad * factor


def _pow(node, grad):
    made = {}
    if node.needs(1):
        made[1] = grad * (node.output() * (node.input(0).log() if node.is_tensor(0) else math.log(node.args[0])))
    if node.needs(0):
        exponent = node.input(1)
        is_zero = not node.is_tensor(1) and exponent == 0
        made[0] = _zeros_like(grad) if is_zero else grad * (exponent * node.input(0).pow(exponent - 1))
    return made


def _div_by(node, grad):
    other = node.input(1)
    return -grad * ((node.input(0) / other) / other)


def _silu(node, grad):
    x = node.input(0)
    gate = x.sigmoid()
    return grad * gate * (1 + x * (1 - gate))


def _clamp(node, grad):
    x, low, high = node.input(0), node.arg(1), node.arg(2)
    inside = x >= low if low is not None else x <= high
    if low is not None and high is not None:
        inside = inside.logical_and_(x <= high)
    return {0: op("where", inside, grad, 0.0)}


def _where(node, grad):
    chosen = node.input(0)
    made = {}
    if node.needs(2):
        made[2] = op("where", chosen, 0.0, grad)
    if node.needs(1):
        made[1] = op("where", chosen, grad, 0.0)
    return made


def _clamp_min(node, grad):
    return {0: op("where", node.input(0) >= node.args[1], grad, 0.0)}


def _clamp_max(node, grad):
    return {0: op("where", node.input(0) <= node.args[1], grad, 0.0)}


def _where_chosen(is_other):
    """maximum and minimum: halves where both are equal."""
    def of(node, grad):
        x, y = node.input(0), node.input(1)
        return op("where", x == y, grad / 2, grad).masked_fill_(is_other(x, y), 0)
    return of


_LESS, _MORE = _where_chosen(lambda x, y: x < y), _where_chosen(lambda x, y: x > y)


def _mish(node, grad):
    x = node.input(0)
    gate = x.sigmoid()
    curve = op("softplus", x).tanh()
    return grad * (curve + x * gate * (1 - curve * curve))


def _zeros_like(grad):
    return op("zeros_like", grad)


def _backward(name, of_kept, kept=1):
    """Of an activation's backward: of the gradient that came in by the same kernel; of what was kept, at that place, by
    `of_kept`."""
    def formula(node, grad):
        made = {}
        if node.needs(0):
            settings = [node.input(at) if at == kept else node.args[at] for at in range(1, len(node.args))]
            made[0] = aten(name, grad, *settings)
        if node.needs(kept):
            made[kept] = of_kept(grad, node.input(0), node.input(kept), node)
        return made
    return formula


def _softplus_again(grad, came, x, node):
    beta, threshold = node.args[2], node.args[3]
    x = x * beta
    return aten("sigmoid_backward", grad * came, x.sigmoid()) * (x < threshold) * beta


def _nothing(grad, came, x, node):
    """Constant piece by piece."""
    return _zeros_like(grad)


elementwise = {
    "add": two(lambda node, grad: grad, lambda node, grad: _times(grad, node.arg(2, 1))),
    "sub": two(lambda node, grad: grad, lambda node, grad: _times(-grad, node.arg(2, 1))),
    "rsub": two(lambda node, grad: _times(-grad, node.arg(2, 1)), lambda node, grad: grad),
    "mul": two(lambda node, grad: grad * node.input(1), lambda node, grad: grad * node.input(0)),
    "div": two(lambda node, grad: grad / node.input(1), _div_by),
    "pow": _pow,
    "square": lambda node, grad: {0: grad * (2 * node.input(0).pow(1))},
    "neg": one(lambda node, grad: -grad),
    "abs": one(lambda node, grad: grad * node.input(0).sgn()),
    "exp": one(lambda node, grad: grad * node.output()),
    "log": one(lambda node, grad: grad.div(node.input(0))),
    "log1p": one(lambda node, grad: grad / (node.input(0) + 1)),
    "sqrt": one(lambda node, grad: grad / (2 * node.output())),
    "rsqrt": one(lambda node, grad: -0.5 * grad * node.output().pow(3)),
    "reciprocal": one(lambda node, grad: -grad * (node.output() * node.output())),
    "sin": one(lambda node, grad: grad * node.input(0).cos()),
    "cos": one(lambda node, grad: grad * -node.input(0).sin()),
    "sinh": one(lambda node, grad: grad * node.input(0).cosh()),
    "cosh": one(lambda node, grad: grad * node.input(0).sinh()),
    "erf": one(lambda node, grad: 2.0 / math.sqrt(math.pi) * (-(node.input(0).pow(2))).exp() * grad),
    "tanh": one(lambda node, grad: aten("tanh_backward", grad, node.output())),
    "sigmoid": one(lambda node, grad: aten("sigmoid_backward", grad, node.output())),
    "relu": one(lambda node, grad: aten("threshold_backward", grad, node.output(), 0)),
    "relu_": one(lambda node, grad: aten("threshold_backward", grad, node.output(), 0)),
    "leaky_relu": one(lambda node, grad: aten("leaky_relu_backward", grad, node.input(0), node.args[1],
                                              False)),
    "leaky_relu_": one(lambda node, grad: aten("leaky_relu_backward", grad, node.output(),
                                               node.args[1], True)),
    "softplus": one(lambda node, grad: aten("softplus_backward", grad, node.input(0), node.args[1],
                                            node.args[2])),
    "silu": one(_silu),
    "gelu": one(lambda node, grad: aten("gelu_backward", grad, node.input(0), approximate=node.arg(1, "none"))),
    "elu": one(lambda node, grad: aten("elu_backward", grad, node.arg(1, 1), node.arg(2, 1),
                                       node.arg(3, 1), False, node.input(0))),
    "clamp": _clamp,
    "clamp_min": _clamp_min,
    "clamp_max": _clamp_max,
    "maximum": two(_LESS, _MORE),
    "minimum": two(_MORE, _LESS),
    "masked_fill": one(lambda node, grad: grad.masked_fill(node.input(1), 0)),
    "mish": one(_mish),
    "add_": two(lambda node, grad: grad, lambda node, grad: _times(grad, node.arg(2, 1))),
    "sub_": two(lambda node, grad: grad, lambda node, grad: _times(-grad, node.arg(2, 1))),
    "mul_": two(lambda node, grad: grad * node.input(1), lambda node, grad: grad * node.input(0)),
    "div_": two(lambda node, grad: grad / node.input(1), _div_by),
    "neg_": one(lambda node, grad: -grad),
    "tan": one(lambda node, grad: grad * (1 + node.output().pow(2))),
    "atan": one(lambda node, grad: grad / (node.input(0) * node.input(0) + 1)),
    "sgn": one(lambda node, grad: _zeros_like(grad)),
    "sign": one(lambda node, grad: _zeros_like(grad)),
    "exp2": one(lambda node, grad: grad * node.output() * math.log(2)),
    "log2": one(lambda node, grad: grad / (node.input(0) * math.log(2))),
    "log10": one(lambda node, grad: grad / (node.input(0) * math.log(10))),
    "log_sigmoid": one(lambda node, grad: grad * (-node.input(0)).sigmoid()),
    "where": _where,
    "tanh_backward": _backward("tanh_backward", lambda grad, came, output, node: grad * (-2 * output * came)),
    "sigmoid_backward": _backward("sigmoid_backward",
                                  lambda grad, came, output, node: grad * came * (-2 * output + 1)),
    "threshold_backward": _backward("threshold_backward", _nothing),
    "leaky_relu_backward": _backward("leaky_relu_backward", _nothing),
    "softplus_backward": _backward("softplus_backward", _softplus_again),
    "gelu_backward": _backward("gelu_backward", lambda grad, came, x, node:
                               grad * came * (2 - x * x) * (-0.5 * x * x).exp()),
    "elu_backward": _backward("elu_backward", lambda grad, came, x, node: grad * came * x.exp() * (x < 0), kept=5),
}
