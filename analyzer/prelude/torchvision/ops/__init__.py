import _vramlint

from torchvision.ops.misc import (
    MLP,
    Conv2dNormActivation,
    Conv3dNormActivation,
    ConvNormActivation,
    FrozenBatchNorm2d,
    Permute,
    SqueezeExcitation,
)
from torchvision.ops.stochastic_depth import StochasticDepth, stochastic_depth


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'torchvision.ops' has no attribute '{name}'")
    return _vramlint.unknown(f"torchvision.ops.{name} is not modelled")
