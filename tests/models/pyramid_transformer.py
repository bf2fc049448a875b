"""Overlapping patches, attention over a reduced sequence, a depthwise convolution inside the MLP, an all-MLP decoder."""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

CFG = {"embed_dims": [8, 16, 24], "num_heads": [1, 2, 3], "sr_ratios": [4, 2, 1], "depths": [1, 1, 1], "drop_path": 0.1,
       "decoder": 16, "classes": 3}
INPUTS = [["float32", [2, 3, 64, 96]]]


class DropPath(nn.Module):
    def __init__(self, p=0.):
        super().__init__()
        self.p = p

    def forward(self, x):
        if self.p == 0. or not self.training:
            return x
        keep = 1 - self.p
        shape = (x.shape[0],) + (1,) * (x.ndim - 1)
        mask = keep + torch.rand(shape, dtype=x.dtype, device=x.device)
        mask.floor_()
        return x.div(keep) * mask


class DWConv(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dwconv = nn.Conv2d(dim, dim, 3, 1, 1, bias=True, groups=dim)

    def forward(self, x, H, W):
        B, N, C = x.shape
        x = self.dwconv(x.transpose(1, 2).view(B, C, H, W))
        return x.flatten(2).transpose(1, 2)


class MixFFN(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.fc1, self.dwconv, self.act, self.fc2 = nn.Linear(dim, hidden), DWConv(hidden), nn.GELU(), nn.Linear(hidden, dim)

    def forward(self, x, H, W):
        return self.fc2(self.act(self.dwconv(self.fc1(x), H, W)))


class Attention(nn.Module):
    def __init__(self, dim, num_heads, sr_ratio):
        super().__init__()
        assert dim % num_heads == 0, f"dim {dim} should be divided by num_heads {num_heads}."
        self.num_heads, self.scale, self.sr_ratio = num_heads, (dim // num_heads) ** -0.5, sr_ratio
        self.q, self.kv, self.proj = nn.Linear(dim, dim), nn.Linear(dim, dim * 2), nn.Linear(dim, dim)
        if sr_ratio > 1:
            self.sr = nn.Conv2d(dim, dim, kernel_size=sr_ratio, stride=sr_ratio)
            self.norm = nn.LayerNorm(dim)

    def forward(self, x, H, W):
        B, N, C = x.shape
        q = self.q(x).reshape(B, N, self.num_heads, C // self.num_heads).permute(0, 2, 1, 3)
        if self.sr_ratio > 1:
            x_ = x.permute(0, 2, 1).reshape(B, C, H, W)
            x_ = self.norm(self.sr(x_).reshape(B, C, -1).permute(0, 2, 1))
        else:
            x_ = x
        k, v = self.kv(x_).reshape(B, -1, 2, self.num_heads, C // self.num_heads).permute(2, 0, 3, 1, 4)
        attn = ((q @ k.transpose(-2, -1)) * self.scale).softmax(dim=-1)
        return self.proj((attn @ v).transpose(1, 2).reshape(B, N, C))


class Block(nn.Module):
    def __init__(self, dim, heads, sr, drop):
        super().__init__()
        self.norm1, self.attn = nn.LayerNorm(dim, eps=1e-6), Attention(dim, heads, sr)
        self.drop_path = DropPath(drop) if drop > 0. else nn.Identity()
        self.norm2, self.mlp = nn.LayerNorm(dim, eps=1e-6), MixFFN(dim, 4 * dim)

    def forward(self, x, H, W):
        x = x + self.drop_path(self.attn(self.norm1(x), H, W))
        return x + self.drop_path(self.mlp(self.norm2(x), H, W))


class OverlapPatchEmbed(nn.Module):
    def __init__(self, before, dim, patch, stride):
        super().__init__()
        self.proj = nn.Conv2d(before, dim, patch, stride, padding=(patch // 2, patch // 2))
        self.norm = nn.LayerNorm(dim)

    def forward(self, x):
        x = self.proj(x)
        _, _, H, W = x.shape
        return self.norm(x.flatten(2).transpose(1, 2)), H, W


class Pyramid(nn.Module):
    def __init__(self, embed_dims, num_heads, sr_ratios, depths, drop_path, decoder, classes):
        super().__init__()
        rates = [x.item() for x in torch.linspace(0, drop_path, sum(depths))]
        cur, before = 0, 3
        for i, dim in enumerate(embed_dims, 1):
            setattr(self, f"patch_embed{i}", OverlapPatchEmbed(before, dim, 7 if i == 1 else 3, 4 if i == 1 else 2))
            setattr(self, f"block{i}", nn.ModuleList([Block(dim, num_heads[i - 1], sr_ratios[i - 1], rates[cur + j])
                                                      for j in range(depths[i - 1])]))
            setattr(self, f"norm{i}", nn.LayerNorm(dim))
            cur += depths[i - 1]
            before = dim
        self.stages = len(embed_dims)
        self.linears = nn.ModuleList([nn.Linear(dim, decoder) for dim in embed_dims])
        self.fuse = nn.Sequential(nn.Conv2d(decoder * len(embed_dims), decoder, 1, bias=False), nn.BatchNorm2d(decoder),
                                  nn.ReLU())
        self.pred = nn.Conv2d(decoder, classes, kernel_size=1)
        self.apply(self._init)

    @staticmethod
    def _init(m):
        if isinstance(m, nn.Conv2d):
            fan_out = m.kernel_size[0] * m.kernel_size[1] * m.out_channels
            fan_out //= m.groups
            m.weight.data.normal_(0, math.sqrt(2.0 / fan_out))
            if m.bias is not None:
                m.bias.data.zero_()

    def forward_features(self, x):
        outs = []
        for i in range(1, self.stages + 1):
            x, H, W = getattr(self, f"patch_embed{i}")(x)
            for blk in getattr(self, f"block{i}"):
                x = blk(x, H, W)
            x = getattr(self, f"norm{i}")(x).reshape(x.shape[0], H, W, -1).permute(0, 3, 1, 2).contiguous()
            outs.append(x)
        return outs

    def forward(self, x):
        features = self.forward_features(x)
        n, _, h, w = features[0].shape
        merged = []
        for linear, c in zip(self.linears[::-1], features[::-1]):
            y = linear(c.flatten(2).transpose(1, 2)).permute(0, 2, 1).reshape(n, -1, c.shape[2], c.shape[3])
            merged.append(F.interpolate(y, size=(h, w), mode="bilinear", align_corners=False))
        return self.pred(self.fuse(torch.cat(merged, dim=1)))


def build(cfg):
    return Pyramid(**cfg)


def loss(outputs):
    target = torch.zeros(outputs.shape[0], *outputs.shape[2:], dtype=torch.long, device=outputs.device)
    target[:, :1] = 255
    return F.cross_entropy(outputs, target, ignore_index=255, reduction="none").mean()
