from timm.layers import *  # noqa: F401,F403
from timm.layers import __getattr__, DropPath, Mlp, PatchEmbed, drop_path, to_2tuple, to_ntuple, trunc_normal_
