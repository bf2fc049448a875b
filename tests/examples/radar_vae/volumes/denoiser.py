import math

import torch
from torch import nn
from torch.nn import functional as F

from volumes.layers import normalization, recomputed


def embed(steps, width):
    frequencies = torch.exp(-math.log(10000) * torch.arange(width // 2, device=steps.device) / (width // 2))
    angles = steps[:, None].float() * frequencies[None]
    return torch.cat([torch.cos(angles), torch.sin(angles)], dim=-1)


class TimedBlock(nn.Module):
    def __init__(self, channels, out_channels, embedded):
        super().__init__()
        self.enter = nn.Sequential(normalization(channels), nn.SiLU(), nn.Conv3d(channels, out_channels, 3, padding=1))
        self.shift = nn.Sequential(nn.SiLU(), nn.Linear(embedded, out_channels))
        last = nn.Conv3d(out_channels, out_channels, 3, padding=1)
        self.leave = nn.Sequential(normalization(out_channels), nn.SiLU(), last)
        self.around = nn.Identity() if channels == out_channels else nn.Conv3d(channels, out_channels, 1)

    def _forward(self, x, emb):
        h = self.enter(x)
        shift = self.shift(emb)
        while len(shift.shape) < len(h.shape):
            shift = shift[..., None]
        return self.around(x) + self.leave(h + shift)

    def forward(self, x, emb):
        return recomputed(self, self._forward, x, emb)


class LinearAttention(nn.Module):
    def __init__(self, channels, heads=2):
        super().__init__()
        self.heads = heads
        self.norm = normalization(channels)
        self.qkv = nn.Conv3d(channels, 3 * channels, 1)
        self.out = nn.Conv3d(channels, channels, 1)

    def forward(self, x):
        batch, channels, *sizes = x.shape
        q, k, v = self.qkv(self.norm(x)).reshape(batch * self.heads, 3, channels // self.heads, -1).unbind(1)
        q, k = F.elu(q) + 1, F.elu(k) + 1
        context = torch.einsum("bdn,ben->bde", k, v)
        total = torch.einsum("bdn,bd->bn", q, k.sum(-1)).clamp(min=1e-6)
        made = torch.einsum("bde,bdn->ben", context, q) / total[:, None]
        return x + self.out(made.reshape(batch, channels, *sizes))


class Denoiser(nn.Module):
    def __init__(self, channels, mult, in_channels=8, out_channels=4):
        super().__init__()
        widths = [channels * m for m in mult]
        self.channels = channels
        wide = 4 * channels
        self.embedding = nn.Sequential(nn.Linear(channels, wide), nn.SiLU(), nn.Linear(wide, wide))
        self.start = nn.Conv3d(in_channels, widths[0], 3, padding=1)
        self.down, self.shrink = nn.ModuleList(), nn.ModuleList()
        before = widths[0]
        for width in widths:
            self.down.append(TimedBlock(before, width, 4 * channels))
            self.shrink.append(nn.Conv3d(width, width, 3, stride=2, padding=1))
            before = width
        self.middle = LinearAttention(before)
        self.up = nn.ModuleList()
        for width in widths[::-1]:
            self.up.append(TimedBlock(before + width, width, 4 * channels))
            before = width
        self.end = nn.Sequential(normalization(before), nn.SiLU(), nn.Conv3d(before, out_channels, 3, padding=1))

    def forward(self, x, sigmas):
        emb = self.embedding(embed(sigmas.log() / 4, self.channels))
        h, kept = self.start(x), []
        for block, shrink in zip(self.down, self.shrink):
            h = block(h, emb)
            kept.append(h)
            h = shrink(h)
        h = self.middle(h)
        for block in self.up:
            skipped = kept.pop()
            h = F.interpolate(h, size=skipped.shape[2:], mode="nearest")
            h = block(torch.cat([h, skipped], dim=1), emb)
        return self.end(h)
