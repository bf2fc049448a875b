"""Residual blocks at the coarse resolution, then a shuffle of channels into pixels for every doubling."""
import math

from torch import nn


class Block(nn.Module):
    def __init__(self, width, scale):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(width, width, 3, padding=1), nn.ReLU(True), nn.Conv2d(width, width, 3, padding=1))
        self.scale = scale

    def forward(self, x):
        return x + self.body(x).mul(self.scale)


class Doubling(nn.Sequential):
    def __init__(self, factor, width):
        times = int(math.log2(factor))
        if 2 ** times != factor:
            raise ValueError(f"the factor {factor} is no power of two")
        layers = []
        for _ in range(times):
            layers += [nn.Conv2d(width, 4 * width, 3, padding=1), nn.PixelShuffle(2)]
        super().__init__(*layers)


class ResidualUpscaler(nn.Module):
    def __init__(self, fields, features=64, blocks=16, factor=2, scale=1.0, **_):
        super().__init__()
        self.head = nn.Conv2d(fields, features, 3, padding=1)
        self.body = nn.Sequential(*[Block(features, scale) for _ in range(blocks)])
        self.tail = nn.Sequential(Doubling(factor, features), nn.Conv2d(features, fields, 3, padding=1))

    def forward(self, x):
        x = self.head(x.permute(0, 3, 1, 2))
        x = self.tail(x + self.body(x))
        return x.permute(0, 2, 3, 1)
