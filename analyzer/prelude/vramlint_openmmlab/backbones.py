"""ConvNeXt and PoolFormer, which segmentation and detection projects borrow from mmcls 0.25 and mmpretrain 1.x."""
from functools import partial

import torch
from mmcv._line import old
from mmcv.cnn.bricks.activation import build_activation_layer
from mmcv.cnn.bricks.drop import DropPath
from mmcv.cnn.bricks.norm import build_norm_layer
from torch import nn
from torch.nn import functional as F
from torch.utils import checkpoint as cp
from vramlint_openmmlab.modules import BaseModule, ModuleList, Sequential


def _norm(cfg, width):
    """`LN2d` is these packages' own; all others are mmcv's, with its eps where none is given."""
    if cfg["type"] == "LN2d":
        options = {name: value for name, value in cfg.items() if name != "type"}
        if old:
            options.setdefault("eps", 1e-5)
        return LayerNorm2d(width, **options)
    return build_norm_layer(cfg, width)[1]


def _freeze(module):
    module.eval()
    for param in module.parameters():
        param.requires_grad = False


def _stages(out_indices, count):
    if isinstance(out_indices, int):
        out_indices = [out_indices]
    found = [count + index if index < 0 else index for index in out_indices]
    assert all([index >= 0 for index in found]), f"Invalid out_indices {out_indices}"
    return found


class LayerNorm2d(nn.LayerNorm):
    def __init__(self, num_channels, **kwargs):
        super().__init__(num_channels, **kwargs)
        self.num_channels = self.normalized_shape[0]

    def forward(self, x, data_format="channel_first"):
        assert x.dim() == 4, \
            f"LayerNorm2d only supports inputs with shape (N, C, H, W), but got tensor with shape {x.shape}"
        if data_format == "channel_last":
            return F.layer_norm(x, self.normalized_shape, self.weight, self.bias, self.eps)
        x = x.permute(0, 2, 3, 1)
        if old:
            x = x.contiguous()
        x = F.layer_norm(x, self.normalized_shape, self.weight, self.bias, self.eps)
        return x.permute(0, 3, 1, 2).contiguous()


class GRN(nn.Module):
    def __init__(self, in_channels, eps=1e-6):
        super().__init__()
        self.in_channels = in_channels
        self.gamma = nn.Parameter(torch.zeros(in_channels))
        self.beta = nn.Parameter(torch.zeros(in_channels))
        self.eps = eps

    def forward(self, x, data_format="channel_first"):
        last = data_format == "channel_last"
        energy = torch.norm(x, p=2, dim=(1, 2) if last else (2, 3), keepdim=True)
        scale = energy / (energy.mean(dim=-1 if last else 1, keepdim=True) + self.eps)
        gamma, beta = self.gamma, self.beta
        if not last:
            gamma, beta = gamma.view(1, -1, 1, 1), beta.view(1, -1, 1, 1)
        return gamma * (x * scale) + beta + x


class ConvNeXtBlock(BaseModule):
    def __init__(self, in_channels, norm_cfg, act_cfg, linear_pw_conv, drop_path_rate, layer_scale_init_value, use_grn, with_cp):
        super().__init__()
        self.with_cp = with_cp
        self.depthwise_conv = nn.Conv2d(in_channels, in_channels, kernel_size=7, padding=3, groups=in_channels)
        self.linear_pw_conv = linear_pw_conv
        self.norm = _norm(norm_cfg, in_channels)
        pointwise = nn.Linear if linear_pw_conv else partial(nn.Conv2d, kernel_size=1)
        self.pointwise_conv1 = pointwise(in_channels, 4 * in_channels)
        self.act = build_activation_layer(act_cfg)
        self.pointwise_conv2 = pointwise(4 * in_channels, in_channels)
        self.grn = GRN(4 * in_channels) if use_grn else None
        self.gamma = None
        if layer_scale_init_value > 0:
            self.gamma = nn.Parameter(layer_scale_init_value * torch.ones(in_channels))
        self.drop_path = DropPath(drop_path_rate) if drop_path_rate > 0.0 else nn.Identity()

    def _normed(self, x):
        """1.x normalises channels first and turns the result; later versions turn first."""
        if not self.linear_pw_conv:
            return self.norm(x)
        if old or not isinstance(self.norm, LayerNorm2d):
            return self.norm(x).permute(0, 2, 3, 1)
        return self.norm(x.permute(0, 2, 3, 1), data_format="channel_last")

    def _inner(self, x):
        shortcut = x
        x = self.depthwise_conv(x)
        x = self._normed(x)
        x = self.pointwise_conv1(x)
        x = self.act(x)
        if self.grn is not None:
            x = self.grn(x, data_format="channel_last" if self.linear_pw_conv else "channel_first")
        x = self.pointwise_conv2(x)
        if self.linear_pw_conv:
            x = x.permute(0, 3, 1, 2)
        if self.gamma is not None:
            x = x.mul(self.gamma.view(1, -1, 1, 1))
        return shortcut + self.drop_path(x)

    def forward(self, x):
        return cp.checkpoint(self._inner, x) if self.with_cp and x.requires_grad else self._inner(x)


_sizes = {"atto": ([2, 2, 6, 2], 40), "femto": ([2, 2, 6, 2], 48), "pico": ([2, 2, 6, 2], 64), "nano": ([2, 2, 8, 2], 80),
          "tiny": ([3, 3, 9, 3], 96), "small": ([3, 3, 27, 3], 96), "base": ([3, 3, 27, 3], 128),
          "large": ([3, 3, 27, 3], 192), "xlarge": ([3, 3, 27, 3], 256), "huge": ([3, 3, 27, 3], 352)}


class ConvNeXt(BaseModule):
    arch_settings = {name: {"depths": depths, "channels": [width * 2 ** i for i in range(4)]}
                     for name, (depths, width) in _sizes.items()}

    def __init__(self, arch="tiny", in_channels=3, stem_patch_size=4, norm_cfg=dict(type="LN2d", eps=1e-6),
                 act_cfg=dict(type="GELU"), linear_pw_conv=True, use_grn=False, drop_path_rate=0.0,
                 layer_scale_init_value=1e-6, out_indices=-1, frozen_stages=0, gap_before_final_norm=True, with_cp=False,
                 init_cfg=None):
        super().__init__(init_cfg=init_cfg)
        if isinstance(arch, str):
            assert arch in self.arch_settings, \
                f"Unavailable arch, please choose from ({set(self.arch_settings)}) or pass a dict."
            arch = self.arch_settings[arch]
        self.depths, self.channels = arch["depths"], arch["channels"]
        assert len(self.depths) == len(self.channels), (f'The "depths" ({self.depths}) and "channels" ({self.channels}) should '
                                                        "be both sequence with the same length.")
        self.num_stages = len(self.depths)
        self.out_indices = _stages(out_indices, 4)
        self.frozen_stages = frozen_stages
        self.gap_before_final_norm = gap_before_final_norm
        blocks = sum(self.depths)
        rates = [drop_path_rate * i / max(blocks - 1, 1) for i in range(blocks)]
        self.downsample_layers = ModuleList()
        self.stages = nn.ModuleList()
        for i, (depth, width) in enumerate(zip(self.depths, self.channels)):
            self.downsample_layers.append(self._downsample(i, in_channels, stem_patch_size, norm_cfg))
            self.stages.append(Sequential(*[
                ConvNeXtBlock(width, norm_cfg, act_cfg, linear_pw_conv, rates.pop(0), layer_scale_init_value, use_grn, with_cp)
                for _ in range(depth)]))
            if i in self.out_indices:
                self.add_module(f"norm{i}", _norm(norm_cfg, width))
        self._freeze_stages()

    def _downsample(self, stage, in_channels, patch, norm_cfg):
        width = self.channels[stage]
        if stage == 0:
            return nn.Sequential(nn.Conv2d(in_channels, width, kernel_size=patch, stride=patch), _norm(norm_cfg, width))
        before = self.channels[stage - 1]
        norm = LayerNorm2d(before) if old else _norm(norm_cfg, before)
        return nn.Sequential(norm, nn.Conv2d(before, width, kernel_size=2, stride=2))

    def forward(self, x):
        outs = []
        for i, stage in enumerate(self.stages):
            x = self.downsample_layers[i](x)
            x = stage(x)
            if i in self.out_indices:
                norm = getattr(self, f"norm{i}")
                if self.gap_before_final_norm:
                    outs.append(norm(x.mean([-2, -1], keepdim=True)).flatten(1))
                else:
                    outs.append(norm(x).contiguous())
        return tuple(outs)

    def _freeze_stages(self):
        for i in range(self.frozen_stages):
            _freeze(self.downsample_layers[i])
            _freeze(self.stages[i])

    def train(self, mode=True):
        super().train(mode)
        self._freeze_stages()


class _Patches(nn.Module):
    def __init__(self, size, stride, padding, before, after):
        super().__init__()
        self.proj = nn.Conv2d(before, after, kernel_size=size, stride=stride, padding=padding)
        self.norm = nn.Identity()

    def forward(self, x):
        return self.norm(self.proj(x))


class _Pooling(nn.Module):
    def __init__(self, pool_size):
        super().__init__()
        self.pool = nn.AvgPool2d(pool_size, stride=1, padding=pool_size // 2, count_include_pad=False)

    def forward(self, x):
        return self.pool(x) - x


class _Mlp(nn.Module):
    def __init__(self, width, hidden, act_cfg, drop):
        super().__init__()
        self.fc1 = nn.Conv2d(width, hidden, 1)
        self.act = build_activation_layer(act_cfg)
        self.fc2 = nn.Conv2d(hidden, width, 1)
        self.drop = nn.Dropout(drop)

    def forward(self, x):
        x = self.fc1(x)
        x = self.act(x)
        x = self.drop(x)
        x = self.fc2(x)
        return self.drop(x)


class PoolFormerBlock(BaseModule):
    def __init__(self, dim, pool_size=3, mlp_ratio=4.0, norm_cfg=dict(type="GN", num_groups=1), act_cfg=dict(type="GELU"),
                 drop=0.0, drop_path=0.0, layer_scale_init_value=1e-5):
        super().__init__()
        self.norm1 = _norm(norm_cfg, dim)
        self.token_mixer = _Pooling(pool_size)
        self.norm2 = _norm(norm_cfg, dim)
        self.mlp = _Mlp(dim, int(dim * mlp_ratio), act_cfg, drop)
        self.drop_path = DropPath(drop_path) if drop_path > 0.0 else nn.Identity()
        self.layer_scale_1 = nn.Parameter(layer_scale_init_value * torch.ones(dim))
        self.layer_scale_2 = nn.Parameter(layer_scale_init_value * torch.ones(dim))

    def forward(self, x):
        x = x + self.drop_path(self.layer_scale_1.unsqueeze(-1).unsqueeze(-1) * self.token_mixer(self.norm1(x)))
        return x + self.drop_path(self.layer_scale_2.unsqueeze(-1).unsqueeze(-1) * self.mlp(self.norm2(x)))


def _pool_former(layers, widths, scale):
    return {"layers": layers, "embed_dims": widths, "mlp_ratios": [4, 4, 4, 4], "layer_scale_init_value": scale}


class PoolFormer(BaseModule):
    arch_settings = {"s12": _pool_former([2, 2, 6, 2], [64, 128, 320, 512], 1e-5),
                     "s24": _pool_former([4, 4, 12, 4], [64, 128, 320, 512], 1e-5),
                     "s36": _pool_former([6, 6, 18, 6], [64, 128, 320, 512], 1e-6),
                     "m36": _pool_former([6, 6, 18, 6], [96, 192, 384, 768], 1e-6),
                     "m48": _pool_former([8, 8, 24, 8], [96, 192, 384, 768], 1e-6)}

    def __init__(self, arch="s12", pool_size=3, norm_cfg=dict(type="GN", num_groups=1), act_cfg=dict(type="GELU"),
                 in_patch_size=7, in_stride=4, in_pad=2, down_patch_size=3, down_stride=2, down_pad=1, drop_rate=0.0,
                 drop_path_rate=0.0, out_indices=-1, frozen_stages=0, init_cfg=None):
        super().__init__(init_cfg=init_cfg)
        if isinstance(arch, str):
            assert arch in self.arch_settings, \
                f"Unavailable arch, please choose from ({set(self.arch_settings)}) or pass a dict."
            arch = self.arch_settings[arch]
        layers, widths = arch["layers"], arch["embed_dims"]
        ratios = arch.get("mlp_ratios", [4, 4, 4, 4])
        self.patch_embed = _Patches(in_patch_size, in_stride, in_pad, 3, widths[0])
        self.network = nn.ModuleList()
        blocks = 0
        for i, count in enumerate(layers):
            rates = [drop_path_rate * (blocks + each) / (sum(layers) - 1) for each in range(count)]
            blocks += count
            self.network.append(nn.Sequential(*[
                PoolFormerBlock(widths[i], pool_size, ratios[i], norm_cfg, act_cfg, drop_rate, rate,
                                arch.get("layer_scale_init_value", 1e-5)) for rate in rates]))
            if i + 1 < len(layers) and widths[i] != widths[i + 1]:
                self.network.append(_Patches(down_patch_size, down_stride, down_pad, widths[i], widths[i + 1]))
        self.out_indices = _stages(out_indices, 7)
        for i in self.out_indices:
            self.add_module(f"norm{i}", _norm(norm_cfg, widths[(i + 1) // 2]))
        self.frozen_stages = frozen_stages
        self._freeze_stages()

    def forward(self, x):
        x = self.patch_embed(x)
        outs = []
        for i, block in enumerate(self.network):
            x = block(x)
            if i in self.out_indices:
                outs.append(getattr(self, f"norm{i}")(x))
        return tuple(outs)

    def _freeze_stages(self):
        if self.frozen_stages >= 0:
            _freeze(self.patch_embed)
        for i in range(self.frozen_stages):
            _freeze(self.network[i])
            if i in self.out_indices:
                _freeze(getattr(self, f"norm{i}"))

    def train(self, mode=True):
        super().train(mode)
        self._freeze_stages()
