# The blocks of vision transformers, for projects that stack them themselves, and the whole that others derive from.
from functools import partial

import torch
from torch import nn

from timm.layers import Attention, DropPath, LayerScale, Mlp, PatchEmbed  # noqa: F401


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


class VisionTransformer(nn.Module):
    """Of timm/models/vision_transformer.py: what its releases have in common, one token for the class."""

    def __init__(self, img_size=224, patch_size=16, in_chans=3, num_classes=1000, global_pool="token", embed_dim=768,
                 depth=12, num_heads=12, mlp_ratio=4.0, qkv_bias=True, qk_scale=None, qk_norm=False, proj_bias=True,
                 init_values=None, class_token=True, fc_norm=None, drop_rate=0.0, pos_drop_rate=0.0, proj_drop_rate=0.0,
                 attn_drop_rate=0.0, drop_path_rate=0.0, embed_layer=PatchEmbed, norm_layer=None, act_layer=None,
                 block_fn=Block, mlp_layer=Mlp, weight_init="", **options):
        super().__init__()
        norm_layer = norm_layer or partial(nn.LayerNorm, eps=1e-6)
        averages = global_pool in ("avg", "avgmax", "max")
        norms_last = averages if fc_norm is None else fc_norm
        self.num_classes, self.global_pool = num_classes, global_pool
        self.num_features = self.head_hidden_size = self.embed_dim = embed_dim
        self.num_prefix_tokens = self.num_tokens = 1 if class_token else 0
        self.depth = depth
        self.patch_embed = embed_layer(img_size=img_size, patch_size=patch_size, in_chans=in_chans, embed_dim=embed_dim)
        self.cls_token = nn.Parameter(torch.zeros(1, 1, embed_dim)) if class_token else None
        self.pos_embed = nn.Parameter(torch.zeros(1, self.patch_embed.num_patches + self.num_prefix_tokens, embed_dim))
        self.pos_drop = nn.Dropout(p=pos_drop_rate or drop_rate)
        rates = [rate.item() for rate in torch.linspace(0, drop_path_rate, depth)]
        self.blocks = nn.Sequential(*[
            block_fn(dim=embed_dim, num_heads=num_heads, mlp_ratio=mlp_ratio, qkv_bias=qkv_bias, init_values=init_values,
                     proj_drop=proj_drop_rate or drop_rate, attn_drop=attn_drop_rate, drop_path=rates[i],
                     norm_layer=norm_layer, act_layer=act_layer or nn.GELU, mlp_layer=mlp_layer) for i in range(depth)])
        self.norm = nn.Identity() if norms_last else norm_layer(embed_dim)
        self.fc_norm = norm_layer(embed_dim) if norms_last else nn.Identity()
        self.head = nn.Linear(embed_dim, num_classes) if num_classes > 0 else nn.Identity()

    def init_weights(self, mode=""):
        pass

    def _init_weights(self, m):
        pass

    def no_weight_decay(self):
        return {"pos_embed", "cls_token", "dist_token"}

    def get_classifier(self):
        return self.head

    def reset_classifier(self, num_classes, global_pool=None):
        self.num_classes = num_classes
        self.head = nn.Linear(self.embed_dim, num_classes) if num_classes > 0 else nn.Identity()

    def forward_features(self, x):
        x = self.patch_embed(x)
        if self.cls_token is not None:
            x = torch.cat((self.cls_token.expand(x.shape[0], -1, -1), x), dim=1)
        x = self.pos_drop(x + self.pos_embed)
        return self.norm(self.blocks(x))

    def forward_head(self, x):
        if self.global_pool == "token":
            x = x[:, 0]
        elif self.global_pool:
            x = x[:, self.num_prefix_tokens:].mean(dim=1)
        return self.head(self.fc_norm(x))

    def forward(self, x):
        x = self.forward_features(x)
        return self.head(x) if x.dim() == 2 else self.forward_head(x)
