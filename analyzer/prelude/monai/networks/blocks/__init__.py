from monai.networks.blocks.acti_norm import ADN
from monai.networks.blocks.activation import GEGLU, MemoryEfficientSwish, Mish, Swish
from monai.networks.blocks.convolutions import Convolution, ResidualUnit
from monai.networks.blocks.mlp import MLPBlock
