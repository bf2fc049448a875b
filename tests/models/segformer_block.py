"""Overlapping patches, attention over a reduced key and value sequence, mix-FFN, an all-MLP head."""
from functools import partial

import torch
from torch import nn
from torch.nn import functional as F

CFG = {"dims": [16, 32], "heads": [1, 2], "sr": [4, 2], "depths": [1, 2], "classes": 6}
INPUTS = [["float32", [2, 3, 40, 48]]]


class DWConv(nn.Module):
    def __init__(self, dim):
        super(DWConv, self).__init__()
        self.dwconv = nn.Conv2d(dim, dim, 3, 1, 1, bias=True, groups=dim)

    def forward(self, x, H, W):
        B, N, C = x.shape
        x = x.transpose(1, 2).view(B, C, H, W)
        x = self.dwconv(x)
        return x.flatten(2).transpose(1, 2)


class Mlp(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.fc1 = nn.Linear(dim, hidden)
        self.dwconv = DWConv(hidden)
        self.act = nn.GELU()
        self.fc2 = nn.Linear(hidden, dim)

    def forward(self, x, H, W):
        return self.fc2(self.act(self.dwconv(self.fc1(x), H, W)))


class Attention(nn.Module):
    def __init__(self, dim, num_heads, sr_ratio):
        super().__init__()
        assert dim % num_heads == 0, f"dim {dim} should be divided by num_heads {num_heads}."
        self.num_heads = num_heads
        self.scale = (dim // num_heads) ** -0.5
        self.q = nn.Linear(dim, dim)
        self.kv = nn.Linear(dim, dim * 2)
        self.proj = nn.Linear(dim, dim)
        self.sr_ratio = sr_ratio
        if sr_ratio > 1:
            self.sr = nn.Conv2d(dim, dim, kernel_size=sr_ratio, stride=sr_ratio)
            self.norm = nn.LayerNorm(dim)

    def forward(self, x, H, W):
        B, N, C = x.shape
        q = self.q(x).reshape(B, N, self.num_heads, C // self.num_heads).permute(0, 2, 1, 3)
        if self.sr_ratio > 1:
            x_ = x.permute(0, 2, 1).reshape(B, C, H, W)
            x_ = self.sr(x_).reshape(B, C, -1).permute(0, 2, 1)
            x_ = self.norm(x_)
            kv = self.kv(x_).reshape(B, -1, 2, self.num_heads, C // self.num_heads).permute(2, 0, 3, 1, 4)
        else:
            kv = self.kv(x).reshape(B, -1, 2, self.num_heads, C // self.num_heads).permute(2, 0, 3, 1, 4)
        k, v = kv[0], kv[1]
        attn = (q @ k.transpose(-2, -1)) * self.scale
        attn = attn.softmax(dim=-1)
        return self.proj((attn @ v).transpose(1, 2).reshape(B, N, C))


class Block(nn.Module):
    def __init__(self, dim, heads, sr, norm_layer=nn.LayerNorm):
        super().__init__()
        self.norm1, self.norm2 = norm_layer(dim), norm_layer(dim)
        self.attn = Attention(dim, heads, sr)
        self.mlp = Mlp(dim, dim * 4)

    def forward(self, x, H, W):
        x = x + self.attn(self.norm1(x), H, W)
        x = x + self.mlp(self.norm2(x), H, W)
        return x


class OverlapPatchEmbed(nn.Module):
    def __init__(self, patch, stride, in_chans, dim):
        super().__init__()
        self.proj = nn.Conv2d(in_chans, dim, patch, stride, padding=patch // 2)
        self.norm = nn.LayerNorm(dim)

    def forward(self, x):
        x = self.proj(x)
        _, _, H, W = x.shape
        return self.norm(x.flatten(2).transpose(1, 2)), H, W


class SegFormer(nn.Module):
    def __init__(self, dims, heads, sr, depths, classes):
        super().__init__()
        norm = partial(nn.LayerNorm, eps=1e-6)
        for i, dim in enumerate(dims):
            setattr(self, f"patch_embed{i + 1}", OverlapPatchEmbed(7 if i == 0 else 3, 4 if i == 0 else 2,
                                                                   3 if i == 0 else dims[i - 1], dim))
            setattr(self, f"block{i + 1}", nn.ModuleList([Block(dim, heads[i], sr[i], norm) for _ in range(depths[i])]))
            setattr(self, f"norm{i + 1}", norm(dim))
        self.stages = len(dims)
        self.linear = nn.ModuleList([nn.Linear(dim, 24) for dim in dims])
        self.fuse = nn.Sequential(nn.Conv2d(24 * len(dims), 24, 1, bias=False), nn.BatchNorm2d(24), nn.ReLU(inplace=True))
        self.dropout = nn.Dropout2d(0.1)
        self.pred = nn.Conv2d(24, classes, kernel_size=1)

    def forward(self, x):
        B, outs = x.shape[0], []
        for i in range(self.stages):
            x, H, W = getattr(self, f"patch_embed{i + 1}")(x)
            for blk in getattr(self, f"block{i + 1}"):
                x = blk(x, H, W)
            x = getattr(self, f"norm{i + 1}")(x).reshape(B, H, W, -1).permute(0, 3, 1, 2).contiguous()
            outs.append(x)
        size = outs[0].shape[2:]
        merged = []
        for feature, project in zip(outs, self.linear):
            n, _, h, w = feature.shape
            y = project(feature.flatten(2).transpose(1, 2)).permute(0, 2, 1).reshape(n, -1, h, w)
            merged.append(F.interpolate(y, size=size, mode="bilinear", align_corners=False))
        return self.pred(self.dropout(self.fuse(torch.cat(merged[::-1], dim=1))))


def build(cfg):
    return SegFormer(cfg.dims, cfg.heads, cfg.sr, cfg.depths, cfg.classes)


def loss(outputs):
    n, c, h, w = outputs.shape
    target = torch.full((n, 4 * h, 4 * w), 255, dtype=torch.long)
    target[:, ::2] = 1
    logits = F.interpolate(outputs, size=target.shape[1:], mode="bilinear", align_corners=False)
    return F.cross_entropy(logits, target, ignore_index=255)
