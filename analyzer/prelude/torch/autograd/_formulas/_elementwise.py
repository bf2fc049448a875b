import math

from _vramlint import op


def _each(of_self):
    """One operand: its gradient."""
    return lambda node, grad: {0: of_self(node, grad)}


def _two(of_self, of_other):
    """Formulas are sorted by the names of what they are for: other, self."""
    def formula(node, grad):
        made = {}
        if node.needs(1):
            made[1] = of_other(node, grad)
        if node.needs(0):
            made[0] = of_self(node, grad)
        return made
    return formula


def _times(grad, factor):
    return grad if factor == 1 else grad * factor


def _pow(node, grad):
    exponent = node.args[1]
    if exponent == 0:
        return {0: grad.new_zeros(grad.shape)}
    return {0: grad * (exponent * node.input(0).pow(exponent - 1))}


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
    if node.needs(1):
        made[1] = op("where", chosen, grad, 0.0)
    if node.needs(2):
        made[2] = op("where", chosen, 0.0, grad)
    return made


def _clamp_min(node, grad):
    return {0: op("where", node.input(0) >= node.args[1], grad, 0.0)}


def _clamp_max(node, grad):
    return {0: op("where", node.input(0) <= node.args[1], grad, 0.0)}


def _larger(of_self, of_other):
    """maximum and minimum: halves where both are equal."""
    def formula(node, grad):
        x, y = node.input(0), node.input(1)
        made = {}
        if node.needs(0):
            made[0] = op("where", x == y, grad / 2, grad).masked_fill_(of_self(x, y), 0)
        if node.needs(1):
            made[1] = op("where", x == y, grad / 2, grad).masked_fill_(of_other(x, y), 0)
        return made
    return formula


def _mish(node, grad):
    x = node.input(0)
    gate = x.sigmoid()
    curve = op("softplus", x).tanh()
    return grad * (curve + x * gate * (1 - curve * curve))


def _tanh_backward(node, grad):
    output = node.input(1)
    made = {}
    if node.needs(0):
        made[0] = op("torch.ops.aten.tanh_backward", grad, output)
    if node.needs(1):
        made[1] = grad * (-2 * output * node.input(0))
    return made


def _sigmoid_backward(node, grad):
    output = node.input(1)
    made = {}
    if node.needs(0):
        made[0] = op("torch.ops.aten.sigmoid_backward", grad, output)
    if node.needs(1):
        made[1] = grad * node.input(0) * (-2 * output + 1)
    return made


def _zeros_like(grad):
    return op("zeros_like", grad)


def _softplus_backward(node, grad):
    made = {}
    if node.needs(0):
        made[0] = op("torch.ops.aten.softplus_backward", grad, node.input(1), node.args[2], node.args[3])
    if node.needs(1):
        x = node.input(1) * node.args[2]
        made[1] = op("torch.ops.aten.sigmoid_backward", grad * node.input(0), x.sigmoid()) * (x < node.args[3]) * node.args[2]
    return made


def _gelu_backward(node, grad):
    x = node.input(1)
    made = {}
    if node.needs(0):
        made[0] = op("torch.ops.aten.gelu_backward", grad, x, approximate=node.args[2])
    if node.needs(1):
        made[1] = grad * node.input(0) * (2 - x * x) * (-0.5 * x * x).exp()
    return made


def _elu_backward(node, grad):
    x = node.input(5)
    made = {}
    if node.needs(0):
        made[0] = op("torch.ops.aten.elu_backward", grad, *node.args[1:5], x)
    if node.needs(5):
        made[5] = grad * node.input(0) * x.exp() * (x < 0)
    return made


def _same_mask(name, *settings):
    """Where the derivative is constant piece by piece: that of the derivative is zero."""
    def formula(node, grad):
        made = {}
        if node.needs(0):
            made[0] = op("torch.ops.aten." + name, grad, node.input(1), *[node.args[at] for at in settings])
        if node.needs(1):
            made[1] = _zeros_like(grad)
        return made
    return formula


elementwise = {
    "add": _two(lambda node, grad: grad, lambda node, grad: _times(grad, node.arg(2, 1))),
    "sub": _two(lambda node, grad: grad, lambda node, grad: _times(-grad, node.arg(2, 1))),
    "rsub": _two(lambda node, grad: _times(-grad, node.arg(2, 1)), lambda node, grad: grad),
    "mul": _two(lambda node, grad: grad * node.input(1), lambda node, grad: grad * node.input(0)),
    "div": _two(lambda node, grad: grad / node.input(1), _div_by),
    "pow": _pow,
    "square": lambda node, grad: {0: grad * (2 * node.input(0).pow(1))},
    "neg": _each(lambda node, grad: -grad),
    "abs": _each(lambda node, grad: grad * node.input(0).sgn()),
    "exp": _each(lambda node, grad: grad * node.output()),
    "log": _each(lambda node, grad: grad.div(node.input(0))),
    "log1p": _each(lambda node, grad: grad / (node.input(0) + 1)),
    "sqrt": _each(lambda node, grad: grad / (2 * node.output())),
    "rsqrt": _each(lambda node, grad: -0.5 * grad * node.output().pow(3)),
    "reciprocal": _each(lambda node, grad: -grad * (node.output() * node.output())),
    "sin": _each(lambda node, grad: grad * node.input(0).cos()),
    "cos": _each(lambda node, grad: grad * -node.input(0).sin()),
    "sinh": _each(lambda node, grad: grad * node.input(0).cosh()),
    "cosh": _each(lambda node, grad: grad * node.input(0).sinh()),
    "erf": _each(lambda node, grad: 2.0 / math.sqrt(math.pi) * (-(node.input(0).pow(2))).exp() * grad),
    "tanh": _each(lambda node, grad: op("torch.ops.aten.tanh_backward", grad, node.output())),
    "sigmoid": _each(lambda node, grad: op("torch.ops.aten.sigmoid_backward", grad, node.output())),
    "relu": _each(lambda node, grad: op("torch.ops.aten.threshold_backward", grad, node.output(), 0)),
    "relu_": _each(lambda node, grad: op("torch.ops.aten.threshold_backward", grad, node.output(), 0)),
    "leaky_relu": _each(lambda node, grad: op("torch.ops.aten.leaky_relu_backward", grad, node.input(0), node.args[1],
                                              False)),
    "leaky_relu_": _each(lambda node, grad: op("torch.ops.aten.leaky_relu_backward", grad, node.output(),
                                               node.args[1], True)),
    "softplus": _each(lambda node, grad: op("torch.ops.aten.softplus_backward", grad, node.input(0), node.args[1],
                                            node.args[2])),
    "silu": _each(_silu),
    "gelu": _each(lambda node, grad: op("torch.ops.aten.gelu_backward", grad, node.input(0), approximate=node.arg(1, "none"))),
    "elu": _each(lambda node, grad: op("torch.ops.aten.elu_backward", grad, node.arg(1, 1), node.arg(2, 1),
                                       node.arg(3, 1), False, node.input(0))),
    "clamp": _clamp,
    "clamp_min": _clamp_min,
    "clamp_max": _clamp_max,
    "maximum": _larger(lambda x, y: x < y, lambda x, y: x > y),
    "minimum": _larger(lambda x, y: x > y, lambda x, y: x < y),
    "masked_fill": _each(lambda node, grad: grad.masked_fill(node.input(1), 0)),
    "mish": _each(_mish),
    "add_": _two(lambda node, grad: grad, lambda node, grad: _times(grad, node.arg(2, 1))),
    "sub_": _two(lambda node, grad: grad, lambda node, grad: _times(-grad, node.arg(2, 1))),
    "mul_": _two(lambda node, grad: grad * node.input(1), lambda node, grad: grad * node.input(0)),
    "div_": _two(lambda node, grad: grad / node.input(1), _div_by),
    "neg_": _each(lambda node, grad: -grad),
    "tan": _each(lambda node, grad: grad * (1 + node.output().pow(2))),
    "atan": _each(lambda node, grad: grad / (node.input(0) * node.input(0) + 1)),
    "sgn": _each(lambda node, grad: _zeros_like(grad)),
    "sign": _each(lambda node, grad: _zeros_like(grad)),
    "exp2": _each(lambda node, grad: grad * node.output() * math.log(2)),
    "log2": _each(lambda node, grad: grad / (node.input(0) * math.log(2))),
    "log10": _each(lambda node, grad: grad / (node.input(0) * math.log(10))),
    "log_sigmoid": _each(lambda node, grad: grad * (-node.input(0)).sigmoid()),
    "where": _where,
    "tanh_backward": _tanh_backward,
    "sigmoid_backward": _sigmoid_backward,
    "threshold_backward": _same_mask("threshold_backward", 2),
    "leaky_relu_backward": _same_mask("leaky_relu_backward", 2, 3),
    "softplus_backward": _softplus_backward,
    "gelu_backward": _gelu_backward,
    "elu_backward": _elu_backward,
}
