import _vramlint

from monai.networks.blocks.acti_norm import ADN
from monai.networks.blocks.activation import GEGLU, MemoryEfficientSwish, Mish, Swish
from monai.networks.blocks.convolutions import Convolution, ResidualUnit
from monai.networks.blocks.mlp import MLPBlock


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'monai.networks.blocks' has no attribute '{name}'")
    return _vramlint.unknown(f"monai.networks.blocks.{name} is not modelled")
