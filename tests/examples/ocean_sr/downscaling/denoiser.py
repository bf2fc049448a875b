"""A small U-net that is told how noisy its input is."""
import math
from inspect import isfunction

import torch
from torch import nn


def given_or(value, otherwise):
    if value is not None:
        return value
    return otherwise() if isfunction(otherwise) else otherwise


class Level(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width

    def forward(self, noise):
        half = self.width // 2
        step = torch.arange(half, dtype=noise.dtype, device=noise.device) / half
        angles = noise.unsqueeze(1) * torch.exp(-math.log(1e4) * step.unsqueeze(0))
        return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)


class Residual(nn.Module):
    def __init__(self, width_in, width_out, level_width, dropout, groups):
        super().__init__()
        self.first = nn.Sequential(nn.GroupNorm(groups, width_in), nn.SiLU(), nn.Conv2d(width_in, width_out, 3, padding=1))
        self.level = nn.Linear(level_width, width_out)
        self.second = nn.Sequential(nn.GroupNorm(groups, width_out), nn.SiLU(),
                                    nn.Dropout(dropout) if dropout else nn.Identity(),
                                    nn.Conv2d(width_out, width_out, 3, padding=1))
        self.skip = nn.Conv2d(width_in, width_out, 1) if width_in != width_out else nn.Identity()

    def forward(self, x, level):
        h = self.first(x)
        h = h + self.level(level).view(x.shape[0], -1, 1, 1)
        return self.second(h) + self.skip(x)


class Denoiser(nn.Module):
    def __init__(self, in_channels, out_channels=None, inner=32, multiples=(1, 2), blocks=1, dropout=0.0, groups=8):
        super().__init__()
        self.level = nn.Sequential(Level(inner), nn.Linear(inner, 4 * inner), nn.SiLU(), nn.Linear(4 * inner, inner))
        self.first = nn.Conv2d(in_channels, inner, 3, padding=1)
        down, widths, width = [], [inner], inner
        for i, multiple in enumerate(multiples):
            for _ in range(blocks):
                down.append(Residual(width, inner * multiple, inner, dropout, groups))
                width = inner * multiple
                widths.append(width)
            if i + 1 < len(multiples):
                down.append(nn.Conv2d(width, width, 3, 2, 1))
                widths.append(width)
        self.down = nn.ModuleList(down)
        up = []
        for i, multiple in reversed(list(enumerate(multiples))):
            for _ in range(blocks + 1):
                up.append(Residual(width + widths.pop(), inner * multiple, inner, dropout, groups))
                width = inner * multiple
            if i > 0:
                up.append(nn.Sequential(nn.Upsample(scale_factor=2, mode="nearest"), nn.Conv2d(width, width, 3, padding=1)))
        self.up = nn.ModuleList(up)
        self.last = nn.Sequential(nn.GroupNorm(groups, width), nn.SiLU(),
                                  nn.Conv2d(width, given_or(out_channels, in_channels), 3, padding=1))

    def forward(self, x, noise):
        level = self.level(noise)
        x = self.first(x)
        kept = [x]
        for layer in self.down:
            x = layer(x, level) if isinstance(layer, Residual) else layer(x)
            kept.append(x)
        for layer in self.up:
            x = layer(torch.cat((x, kept.pop()), dim=1), level) if isinstance(layer, Residual) else layer(x)
        return self.last(x)
