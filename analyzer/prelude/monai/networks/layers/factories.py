"""Layers by name: `Conv["conv", 3]` and `Conv[Conv.CONV, 3]` are nn.Conv3d."""

from torch import nn

from monai.utils.module import look_up_option


class LayerFactory:
    def __init__(self, name, description=""):
        self.name = name
        self.components = {}

    @property
    def names(self):
        return tuple(self.components)

    def add_factory_callable(self, name, func, desc=None):
        self.components[name.upper()] = func

    def add_factory_class(self, name, cls, desc=None):
        self.add_factory_callable(name, lambda dim=None: cls)

    def factory_function(self, name):
        def keep(func):
            self.add_factory_callable(name, func)
            return func

        return keep

    def get_constructor(self, factory_name, *args):
        if not isinstance(factory_name, str):
            raise TypeError(f"factory_name must a str but is {type(factory_name).__name__}.")
        return look_up_option(factory_name.upper(), self.components)(*args)

    def __getitem__(self, args):
        if callable(args):
            return args
        if isinstance(args, str):
            return self.get_constructor(args)
        return self.get_constructor(*args)

    def __getattr__(self, key):
        if key in self.components:
            return key
        raise AttributeError(f"'LayerFactory' object has no attribute '{key}'")


def split_args(args):
    """A name, or a pair of a name (or class) and its keyword arguments."""
    if isinstance(args, str):
        return args, {}
    name, options = args
    if not (isinstance(name, str) or callable(name)) or not isinstance(options, dict):
        raise TypeError("Layer specifiers must be single strings or pairs of a name or class and an argument dict")
    return name, options


def _by_dim(factory, name, *classes):
    factory.add_factory_callable(name, lambda dim: classes[dim - 1])


Dropout = LayerFactory("Dropout layers")
_by_dim(Dropout, "dropout", nn.Dropout, nn.Dropout2d, nn.Dropout3d)
Dropout.add_factory_class("alphadropout", nn.AlphaDropout)

Norm = LayerFactory("Normalization layers")
_by_dim(Norm, "instance", nn.InstanceNorm1d, nn.InstanceNorm2d, nn.InstanceNorm3d)
_by_dim(Norm, "instance_nvfuser", nn.InstanceNorm1d, nn.InstanceNorm2d, nn.InstanceNorm3d)
_by_dim(Norm, "batch", nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d)
_norms = {"group": "GroupNorm", "layer": "LayerNorm", "localresponse": "LocalResponseNorm", "syncbatch": "SyncBatchNorm"}
for _name, _class in _norms.items():
    if hasattr(nn, _class):
        Norm.add_factory_class(_name, getattr(nn, _class))

Act = LayerFactory("Activation layers")
for _class in "ELU ReLU LeakyReLU PReLU ReLU6 SELU CELU GELU Sigmoid Tanh Softmax LogSoftmax".split():
    if hasattr(nn, _class):
        Act.add_factory_class(_class, getattr(nn, _class))


def _own_activation(name):
    def make(dim=None):
        from monai.networks.blocks import activation

        return getattr(activation, name)

    return make


for _class in ("Swish", "MemoryEfficientSwish", "Mish", "GEGLU"):
    Act.add_factory_callable({"MemoryEfficientSwish": "memswish"}.get(_class, _class), _own_activation(_class))

Conv = LayerFactory("Convolution layers")
_by_dim(Conv, "conv", nn.Conv1d, nn.Conv2d, nn.Conv3d)
_by_dim(Conv, "convtrans", nn.ConvTranspose1d, nn.ConvTranspose2d, nn.ConvTranspose3d)

Pool = LayerFactory("Pooling layers")
_pools = {"max": "MaxPool", "adaptivemax": "AdaptiveMaxPool", "avg": "AvgPool", "adaptiveavg": "AdaptiveAvgPool"}
for _name, _stem in _pools.items():
    _by_dim(Pool, _name, *(getattr(nn, f"{_stem}{_dim}d", None) for _dim in (1, 2, 3)))

Pad = LayerFactory("Padding layers")
_pads = {"reflectionpad": "ReflectionPad", "replicationpad": "ReplicationPad", "constantpad": "ConstantPad"}
for _name, _stem in _pads.items():
    _by_dim(Pad, _name, *(getattr(nn, f"{_stem}{_dim}d", None) for _dim in (1, 2, 3)))
