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
