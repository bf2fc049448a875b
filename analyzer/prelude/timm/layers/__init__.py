from timm.layers.attention import Attention
from timm.layers.create_act import create_act_layer, get_act_fn, get_act_layer
from timm.layers.drop import DropPath, calculate_drop_path_rates, drop_path
from timm.layers.helpers import (
    extend_tuple, make_divisible, ndgrid, meshgrid, to_1tuple, to_2tuple, to_3tuple, to_4tuple, to_ntuple,
)
from timm.layers.mlp import ConvMlp, GluMlp, Mlp
from timm.layers.norm import GroupNorm1, LayerNorm, LayerNorm2d, LayerScale, LayerScale2d, RmsNorm
from timm.layers.patch_embed import PatchEmbed
from timm.layers.squeeze_excite import EffectiveSEModule, SEModule, SqueezeExcite
from timm.layers.weight_init import lecun_normal_, trunc_normal_, trunc_normal_tf_, variance_scaling_


def use_fused_attn(experimental=False):
    from torch.nn import functional
    return hasattr(functional, "scaled_dot_product_attention") and not experimental


def is_scriptable():
    return False


is_exportable = is_no_jit = is_scriptable


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError("module 'timm.layers' has no attribute '" + name + "'")
    from _vramlint import unknown
    return unknown("timm.layers." + name + " is not modelled; timm's own source is read where --python-path leads to it")
