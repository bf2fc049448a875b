"""The plain vision transformer that pose and detection projects borrow from mmpretrain 1.x."""
import torch
from mmcv.cnn.bricks.drop import build_dropout
from mmcv.cnn.bricks.transformer import FFN, PatchEmbed
from torch import nn
from torch.nn import functional as F
from vramlint_openmmlab.backbones import _freeze, _norm
from vramlint_openmmlab.checks import to_2tuple
from vramlint_openmmlab.modules import BaseModule, ModuleList
from vramlint_openmmlab.versions import digit_version


def resize_pos_embed(pos_embed, src_shape, dst_shape, mode="bicubic", num_extra_tokens=1):
    if src_shape[0] == dst_shape[0] and src_shape[1] == dst_shape[1]:
        return pos_embed
    height, width = src_shape
    assert pos_embed.shape[1] == height * width + num_extra_tokens, \
        f"The length of `pos_embed` ({pos_embed.shape[1]}) doesn't match the expected shape ({height}*{width}+{num_extra_tokens})"
    extra = pos_embed[:, :num_extra_tokens]
    grid = pos_embed[:, num_extra_tokens:].reshape(1, height, width, -1).permute(0, 3, 1, 2)
    resized = F.interpolate(grid.float(), size=dst_shape, align_corners=False, mode=mode)
    resized = torch.flatten(resized, 2).transpose(1, 2).to(grid.dtype)
    return torch.cat((extra, resized), dim=1)


def _attention(query, key, value, dropout):
    if digit_version(torch.__version__) >= digit_version("2.0.0"):
        return F.scaled_dot_product_attention(query, key, value, dropout_p=dropout)
    weights = torch.softmax(query @ key.transpose(-2, -1) / query.size(-1) ** 0.5, dim=-1)
    return torch.dropout(weights, dropout, True) @ value


class LayerScale(nn.Module):
    def __init__(self, width, value):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width) * value)

    def forward(self, x):
        return x * self.weight


class MultiheadAttention(BaseModule):
    def __init__(self, embed_dims, num_heads, attn_drop, proj_drop, dropout_layer, qkv_bias, layer_scale_init_value):
        super().__init__()
        self.embed_dims, self.num_heads = embed_dims, num_heads
        self.head_dims = embed_dims // num_heads
        self.qkv = nn.Linear(embed_dims, embed_dims * 3, bias=qkv_bias)
        self.attn_drop = attn_drop
        self.proj = nn.Linear(embed_dims, embed_dims)
        self.proj_drop = nn.Dropout(proj_drop)
        self.out_drop = build_dropout(dropout_layer)
        self.gamma1 = LayerScale(embed_dims, layer_scale_init_value) if layer_scale_init_value > 0 else nn.Identity()

    def forward(self, x):
        batch, length, _ = x.shape
        qkv = self.qkv(x).reshape(batch, length, 3, self.num_heads, self.head_dims).permute(2, 0, 3, 1, 4)
        query, key, value = qkv[0], qkv[1], qkv[2]
        x = _attention(query, key, value, self.attn_drop if self.training else 0.0)
        x = x.transpose(1, 2).reshape(batch, length, self.embed_dims)
        x = self.proj(x)
        return self.out_drop(self.gamma1(self.proj_drop(x)))


class TransformerEncoderLayer(BaseModule):
    def __init__(self, embed_dims, num_heads, feedforward_channels, layer_scale_init_value=0.0, drop_rate=0.0,
                 attn_drop_rate=0.0, drop_path_rate=0.0, num_fcs=2, qkv_bias=True, ffn_type="origin",
                 act_cfg=dict(type="GELU"), norm_cfg=dict(type="LN"), init_cfg=None):
        super().__init__(init_cfg=init_cfg)
        if ffn_type != "origin":
            raise NotImplementedError
        self.embed_dims = embed_dims
        path = dict(type="DropPath", drop_prob=drop_path_rate)
        self.ln1 = _norm(norm_cfg, embed_dims)
        self.attn = MultiheadAttention(embed_dims, num_heads, attn_drop_rate, drop_rate, path, qkv_bias, layer_scale_init_value)
        self.ln2 = _norm(norm_cfg, embed_dims)
        self.ffn = FFN(embed_dims=embed_dims, feedforward_channels=feedforward_channels, num_fcs=num_fcs, ffn_drop=drop_rate,
                       dropout_layer=path, act_cfg=act_cfg, layer_scale_init_value=layer_scale_init_value)

    def forward(self, x):
        x = x + self.attn(self.ln1(x))
        return self.ffn(self.ln2(x), identity=x)


def _arch(width, layers, heads, hidden):
    return {"embed_dims": width, "num_layers": layers, "num_heads": heads, "feedforward_channels": hidden}


_archs = {"s small": _arch(768, 8, 8, 2304), "b base deit-b deit-base": _arch(768, 12, 12, 3072),
          "l large": _arch(1024, 24, 16, 4096), "h huge": _arch(1280, 32, 16, 5120),
          "eva-g eva-giant": _arch(1408, 40, 16, 6144), "deit-t deit-tiny": _arch(192, 12, 3, 768),
          "deit-s deit-small dinov2-s dinov2-small": _arch(384, 12, 6, 1536),
          "dinov2-g dinov2-giant": _arch(1536, 40, 24, 6144)}


class VisionTransformer(BaseModule):
    arch_zoo = {name: arch for names, arch in _archs.items() for name in names.split()}
    num_extra_tokens = 1
    OUT_TYPES = {"raw", "cls_token", "featmap", "avg_featmap"}

    def __init__(self, arch="base", img_size=224, patch_size=16, in_channels=3, out_indices=-1, drop_rate=0.0,
                 drop_path_rate=0.0, qkv_bias=True, norm_cfg=dict(type="LN", eps=1e-6), final_norm=True, out_type="cls_token",
                 with_cls_token=True, frozen_stages=-1, interpolate_mode="bicubic", layer_scale_init_value=0.0, patch_cfg=dict(),
                 layer_cfgs=dict(), pre_norm=False, init_cfg=None):
        super().__init__(init_cfg)
        self.arch_settings = self._settings(arch)
        self.embed_dims = self.arch_settings["embed_dims"]
        self.num_layers = self.arch_settings["num_layers"]
        self.img_size = to_2tuple(img_size)
        self.patch_embed = PatchEmbed(**{**dict(in_channels=in_channels, input_size=img_size, embed_dims=self.embed_dims,
                                                conv_type="Conv2d", kernel_size=patch_size, stride=patch_size,
                                                bias=not pre_norm), **patch_cfg})
        self.patch_resolution = self.patch_embed.init_out_size
        self._tokens(out_type, with_cls_token)
        self.interpolate_mode = interpolate_mode
        self.drop_after_pos = nn.Dropout(p=drop_rate)
        chosen = [out_indices] if isinstance(out_indices, int) else out_indices
        self.out_indices = [self.num_layers + index if index < 0 else index for index in chosen]
        assert all([0 <= index <= self.num_layers for index in self.out_indices]), f"Invalid out_indices {out_indices}"
        rates = [drop_path_rate * i / max(self.num_layers - 1, 1) for i in range(self.num_layers)]
        each = [layer_cfgs] * self.num_layers if isinstance(layer_cfgs, dict) else layer_cfgs
        common = dict(embed_dims=self.embed_dims, num_heads=self.arch_settings["num_heads"], drop_rate=drop_rate,
                      feedforward_channels=self.arch_settings["feedforward_channels"], qkv_bias=qkv_bias, norm_cfg=norm_cfg,
                      layer_scale_init_value=layer_scale_init_value)
        self.layers = ModuleList([TransformerEncoderLayer(**{**common, "drop_path_rate": rate, **own})
                                  for rate, own in zip(rates, each)])
        self.frozen_stages = frozen_stages
        self._norms(norm_cfg, pre_norm, final_norm)
        if frozen_stages > 0:
            self._freeze_stages()

    def _settings(self, arch):
        if isinstance(arch, str):
            assert arch.lower() in self.arch_zoo, f"Arch {arch} is not in default archs {set(self.arch_zoo)}"
            return self.arch_zoo[arch.lower()]
        needed = {"embed_dims", "num_layers", "num_heads", "feedforward_channels"}
        assert isinstance(arch, dict) and needed <= set(arch), f"Custom arch needs a dict with keys {needed}"
        return arch

    def _tokens(self, out_type, with_cls_token):
        if out_type not in self.OUT_TYPES:
            raise ValueError(f"Unsupported `out_type` {out_type}, please choose from {self.OUT_TYPES}")
        if not with_cls_token and out_type == "cls_token":
            raise ValueError('with_cls_token must be True when `out_type="cls_token"`.')
        self.out_type, self.with_cls_token = out_type, with_cls_token
        self.cls_token = nn.Parameter(torch.zeros(1, 1, self.embed_dims)) if with_cls_token else None
        if not with_cls_token:
            self.num_extra_tokens = 0
        height, width = self.patch_resolution
        self.pos_embed = nn.Parameter(torch.zeros(1, height * width + self.num_extra_tokens, self.embed_dims))

    def _norms(self, norm_cfg, pre_norm, final_norm):
        self.pre_norm = _norm(norm_cfg, self.embed_dims) if pre_norm else nn.Identity()
        self.final_norm = final_norm
        if final_norm:
            self.ln1 = _norm(norm_cfg, self.embed_dims)
        if self.out_type == "avg_featmap":
            self.ln2 = _norm(norm_cfg, self.embed_dims)

    def _freeze_stages(self):
        self.pos_embed.requires_grad = False
        if self.cls_token is not None:
            self.cls_token.requires_grad = False
        self.drop_after_pos.eval()
        last = [self.ln1] if self.final_norm else []
        last += [self.ln2] if self.out_type == "avg_featmap" else []
        whole = self.frozen_stages == len(self.layers)
        for module in [self.patch_embed, *self.layers[: self.frozen_stages], *(last if whole else [])]:
            _freeze(module)
        for param in self.pre_norm.parameters():
            param.requires_grad = False

    def forward(self, x):
        x, size = self.patch_embed(x)
        if self.cls_token is not None:
            x = torch.cat((self.cls_token.expand(x.shape[0], -1, -1), x), dim=1)
        x = x + resize_pos_embed(self.pos_embed, self.patch_resolution, size, self.interpolate_mode, self.num_extra_tokens)
        x = self.drop_after_pos(x)
        x = self.pre_norm(x)
        outs = []
        for i, layer in enumerate(self.layers):
            x = layer(x)
            if i == len(self.layers) - 1 and self.final_norm:
                x = self.ln1(x)
            if i in self.out_indices:
                outs.append(self._format_output(x, size))
        return tuple(outs)

    def _format_output(self, x, size):
        if self.out_type == "raw":
            return x
        if self.out_type == "cls_token":
            return x[:, 0]
        patches = x[:, self.num_extra_tokens:]
        if self.out_type == "featmap":
            return patches.reshape(x.size(0), *size, -1).permute(0, 3, 1, 2)
        return self.ln2(patches.mean(dim=1))
