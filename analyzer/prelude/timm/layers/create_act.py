# Activations by name.
from torch import nn
from torch.nn import functional

_layers = {
    "silu": nn.SiLU, "swish": nn.SiLU, "mish": nn.Mish, "relu": nn.ReLU, "relu6": nn.ReLU6, "leaky_relu": nn.LeakyReLU,
    "elu": nn.ELU, "prelu": nn.PReLU, "celu": nn.CELU, "selu": nn.SELU, "gelu": nn.GELU, "sigmoid": nn.Sigmoid,
    "tanh": nn.Tanh, "hard_sigmoid": nn.Hardsigmoid, "hard_swish": nn.Hardswish, "identity": nn.Identity,
}


class GELUTanh(nn.Module):
    def __init__(self, inplace=False):
        super().__init__()

    def forward(self, input):
        return functional.gelu(input, approximate="tanh")


_layers["gelu_tanh"] = GELUTanh


def get_act_layer(name="relu"):
    if name is None or name == "":
        return None
    if not isinstance(name, str):
        return name
    return _layers[name.lower()]


def get_act_fn(name="relu"):
    if not name or callable(name):
        return name or None
    return getattr(functional, {"swish": "silu", "hard_sigmoid": "hardsigmoid", "hard_swish": "hardswish"}.get(name, name))


def create_act_layer(name, inplace=None, **options):
    layer = get_act_layer(name)
    if layer is None:
        return None
    if inplace is None:
        return layer(**options)
    try:
        return layer(inplace=inplace, **options)
    except TypeError:  # an activation that is never in place
        return layer(**options)
