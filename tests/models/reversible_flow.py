"""Affine couplings with a learnt permutation, squeeze by reshape, log-determinants summed as the data flows."""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

CFG = {"channels": 4, "hidden": 8, "steps": 2, "levels": 2}
INPUTS = [["float32", [2, 1, 16, 16]]]


def squeeze2d(x, factor=2):
    b, c, h, w = x.shape
    x = x.view(b, c, h // factor, factor, w // factor, factor)
    return x.permute(0, 1, 3, 5, 2, 4).contiguous().view(b, c * factor * factor, h // factor, w // factor)


class ActNorm(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.loc = nn.Parameter(torch.zeros(1, channels, 1, 1))
        self.log_scale = nn.Parameter(torch.zeros(1, channels, 1, 1))

    def forward(self, x, logdet):
        pixels = x.size(2) * x.size(3)
        return (x + self.loc) * torch.exp(self.log_scale), logdet + pixels * self.log_scale.sum()


class Shuffle(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.register_buffer("indices", torch.randperm(channels))

    def forward(self, x, logdet):
        return x[:, self.indices], logdet


class ZeroConv(nn.Conv2d):
    def __init__(self, before, after):
        super().__init__(before, after, 3, padding=0)
        self.weight.data.zero_()
        self.bias.data.zero_()
        self.scale = nn.Parameter(torch.zeros(1, after, 1, 1))

    def forward(self, x):
        x = F.pad(x, [1, 1, 1, 1], value=1)
        return super().forward(x) * torch.exp(self.scale * 3)


class Coupling(nn.Module):
    def __init__(self, channels, hidden):
        super().__init__()
        self.net = nn.Sequential(nn.Conv2d(channels // 2, hidden, 3, padding=1), nn.ReLU(inplace=True),
                                 nn.Conv2d(hidden, hidden, 1), nn.ReLU(inplace=True), ZeroConv(hidden, channels))

    def forward(self, x, logdet):
        kept, changed = x.chunk(2, 1)
        log_s, t = self.net(kept).chunk(2, 1)
        s = torch.sigmoid(log_s + 2)
        changed = (changed + t) * s
        return torch.cat([kept, changed], 1), logdet + torch.sum(torch.log(s).view(x.shape[0], -1), 1)


class Flow(nn.Module):
    def __init__(self, channels, hidden, steps, levels):
        super().__init__()
        self.levels = nn.ModuleList()
        width = channels
        for level in range(levels):
            step = [cls(*args) for _ in range(steps)
                    for cls, args in ((ActNorm, (width,)), (Shuffle, (width,)), (Coupling, (width, hidden)))]
            self.levels.append(nn.ModuleList(step))
            width *= 2
        self.prior = ZeroConv(width // 2, width)

    def forward(self, x):
        logdet = x.new_zeros(x.size(0))
        x = x + torch.empty_like(x).uniform_(0, 1 / 256)
        latents = []
        for i, level in enumerate(self.levels):
            x = squeeze2d(x)
            for layer in level:
                x, logdet = layer(x, logdet)
            if i + 1 < len(self.levels):
                x, z = torch.split(x, x.size(1) // 2, dim=1)
                latents.append(z)
        mean, log_sd = self.prior(torch.zeros_like(x)).chunk(2, 1)
        log_p = -0.5 * math.log(2 * math.pi) - log_sd - 0.5 * (x - mean) ** 2 / torch.exp(2 * log_sd)
        total = log_p.flatten(1).sum(-1)
        for z in latents:
            total = total - 0.5 * z.square().flatten(1).sum(-1)
        return total + logdet


def build(cfg):
    return Flow(**cfg)


def loss(outputs):
    return (-outputs / (math.log(2.0) * 256)).mean()
