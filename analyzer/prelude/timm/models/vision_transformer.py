# The blocks of vision transformers, for projects that stack them themselves.
from functools import partial

import torch
from torch import nn

from timm.layers import (  # noqa: F401
    Attention, DropPath, LayerScale, Mlp, PatchEmbed, calculate_drop_path_rates, drop_path, lecun_normal_, to_2tuple,
    trunc_normal_,
)
from timm.models.registry import register_model  # noqa: F401


class Block(nn.Module):
    def __init__(self, dim, num_heads, mlp_ratio=4.0, qkv_bias=False, qk_norm=False, proj_bias=True, proj_drop=0.0,
                 attn_drop=0.0, init_values=None, drop_path=0.0, act_layer=nn.GELU, norm_layer=nn.LayerNorm, mlp_layer=Mlp,
                 qk_scale=None, drop=0.0):  # the last two: before 0.9
        super().__init__()
        proj_drop = proj_drop or drop
        self.norm1 = norm_layer(dim)
        self.attn = Attention(dim, num_heads, qkv_bias, qk_norm, proj_bias, attn_drop, proj_drop, norm_layer)
        self.ls1 = LayerScale(dim, init_values=init_values) if init_values else nn.Identity()
        self.drop_path1 = DropPath(drop_path) if drop_path > 0.0 else nn.Identity()
        self.norm2 = norm_layer(dim)
        self.mlp = mlp_layer(in_features=dim, hidden_features=int(dim * mlp_ratio), act_layer=act_layer, bias=proj_bias,
                             drop=proj_drop)
        self.ls2 = LayerScale(dim, init_values=init_values) if init_values else nn.Identity()
        self.drop_path2 = DropPath(drop_path) if drop_path > 0.0 else nn.Identity()

    def forward(self, x):
        x = x + self.drop_path1(self.ls1(self.attn(self.norm1(x))))
        return x + self.drop_path2(self.ls2(self.mlp(self.norm2(x))))


def _cfg(url="", **options):
    return {"url": url, "num_classes": 1000, "input_size": (3, 224, 224), "pool_size": None, "crop_pct": 0.9,
            "interpolation": "bicubic", "mean": (0.5, 0.5, 0.5), "std": (0.5, 0.5, 0.5), "first_conv": "patch_embed.proj",
            "classifier": "head", **options}


default_cfgs = {}


def _biased():
    """Whether queries, keys and values have a bias where nobody says: since 0.4."""
    import timm
    return not timm.__version__.startswith(("0.1.", "0.2.", "0.3."))


class VisionTransformer(nn.Module):
    """With a token for the class, unless the pooling is another."""

    def __init__(self, img_size=224, patch_size=16, in_chans=3, num_classes=1000, embed_dim=768, depth=12, num_heads=12,
                 mlp_ratio=4.0, qkv_bias=None, qk_scale=None, drop_rate=0.0, attn_drop_rate=0.0, drop_path_rate=0.0,
                 norm_layer=None, act_layer=None, embed_layer=PatchEmbed, block_fn=Block, global_pool="token",
                 class_token=True, init_values=None, fc_norm=None, proj_drop_rate=0.0, pos_drop_rate=0.0, qk_norm=False,
                 mlp_layer=Mlp, weight_init="",
                 distilled=False, representation_size=None, hybrid_backbone=None, **options):
        super().__init__()
        if hybrid_backbone is not None or representation_size:
            raise NotImplementedError("timm's vision transformer on a backbone, or with a representation layer, is not modelled")
        norm_layer = norm_layer or partial(nn.LayerNorm, eps=1e-6)
        act_layer = act_layer or nn.GELU
        qkv_bias = _biased() if qkv_bias is None else qkv_bias
        self.num_classes, self.global_pool, self.depth = num_classes, global_pool, depth
        self.num_features = self.head_hidden_size = self.embed_dim = embed_dim
        self.num_tokens = self.num_prefix_tokens = (1 if class_token else 0) + (1 if distilled else 0)
        self.patch_embed = embed_layer(img_size=img_size, patch_size=patch_size, in_chans=in_chans, embed_dim=embed_dim)
        count = self.patch_embed.num_patches + self.num_tokens
        self.cls_token = nn.Parameter(torch.zeros(1, 1, embed_dim)) if class_token else None
        self.dist_token = nn.Parameter(torch.zeros(1, 1, embed_dim)) if distilled else None
        self.pos_embed = nn.Parameter(torch.zeros(1, count, embed_dim))
        self.pos_drop = nn.Dropout(p=pos_drop_rate or drop_rate)
        rates = calculate_drop_path_rates(drop_path_rate, depth)
        self.blocks = nn.Sequential(*[
            block_fn(dim=embed_dim, num_heads=num_heads, mlp_ratio=mlp_ratio, qkv_bias=qkv_bias, qk_norm=qk_norm,
                     init_values=init_values, proj_drop=proj_drop_rate or drop_rate, attn_drop=attn_drop_rate,
                     drop_path=rate, norm_layer=norm_layer, act_layer=act_layer, mlp_layer=mlp_layer)
            for rate in rates])
        pools = global_pool == "avg" if fc_norm is None else fc_norm
        self.norm = nn.Identity() if pools else norm_layer(embed_dim)
        self.fc_norm = norm_layer(embed_dim) if pools else nn.Identity()
        self.pre_logits = nn.Identity()
        self.head = nn.Linear(embed_dim, num_classes) if num_classes > 0 else nn.Identity()
        self.head_dist = nn.Linear(embed_dim, num_classes) if distilled and num_classes > 0 else None

    def init_weights(self, mode=""):
        return None

    def _init_weights(self, module):
        return None

    def no_weight_decay(self):
        return {"pos_embed", "cls_token", "dist_token"}

    def get_classifier(self):
        return self.head

    def reset_classifier(self, num_classes, global_pool=None):
        self.num_classes = num_classes
        self.head = nn.Linear(self.embed_dim, num_classes) if num_classes > 0 else nn.Identity()

    def forward_features(self, x):
        x = self.patch_embed(x)
        tokens = [token.expand(x.shape[0], -1, -1) for token in (self.cls_token, self.dist_token) if token is not None]
        if tokens:
            x = torch.cat((*tokens, x), dim=1)
        x = self.norm(self.blocks(self.pos_drop(x + self.pos_embed)))
        if _gives_all():
            return x
        return (x[:, 0], x[:, 1]) if self.dist_token is not None else self.pre_logits(x[:, 0])

    def forward_head(self, x, pre_logits=False):
        if _gives_all() and x.dim() == 3:  # or one for each picture, of a class that derives from this one
            x = x[:, self.num_tokens:].mean(dim=1) if self.global_pool == "avg" else x[:, 0]
        return x if pre_logits else self.head(self.fc_norm(x))

    def forward(self, x):
        x = self.forward_features(x)
        if isinstance(x, tuple):
            x, distilled = self.head(x[0]), self.head_dist(x[1])
            return (x, distilled) if self.training else (x + distilled) / 2
        return self.forward_head(x)


def _gives_all():
    """Since 0.6 the features are those of all tokens."""
    import timm
    return not timm.__version__.startswith(("0.1.", "0.2.", "0.3.", "0.4.", "0.5."))
