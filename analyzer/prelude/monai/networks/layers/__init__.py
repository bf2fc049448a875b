import _vramlint

from monai.networks.layers.convutils import calculate_out_shape, same_padding, stride_minus_kernel_padding
from monai.networks.layers.drop_path import DropPath
from monai.networks.layers.factories import Act, Conv, Dropout, LayerFactory, Norm, Pad, Pool, split_args
from monai.networks.layers.simplelayers import ChannelPad, Flatten, Reshape, SkipConnection
from monai.networks.layers.utils import get_act_layer, get_dropout_layer, get_norm_layer, get_pool_layer
from monai.networks.layers.weight_init import trunc_normal_


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'monai.networks.layers' has no attribute '{name}'")
    return _vramlint.unknown(f"monai.networks.layers.{name} is not modelled")
