"""Depthwise separable convolutions with swish and squeeze-excitation, in the style of mobile networks."""
from collections import OrderedDict
from functools import partial

import torch
from torch import nn

CFG = {"widths": [8, 16], "repeats": [1, 2], "expand": 3}
INPUTS = [["float32", [2, 3, 40, 40]]]


class Swish(nn.Module):
    def forward(self, x):
        return x * torch.sigmoid(x)


class Squeeze(nn.Module):
    def __init__(self, channels, ratio=4):
        super().__init__()
        self.reduce = nn.Conv2d(channels, max(1, channels // ratio), 1)
        self.expand = nn.Conv2d(max(1, channels // ratio), channels, 1)

    def forward(self, x):
        scale = x.mean((2, 3), keepdim=True)
        scale = self.expand(torch.relu(self.reduce(scale)))
        return x * scale.sigmoid()


norm = partial(nn.BatchNorm2d, eps=1e-3, momentum=0.01)


def mobile_block(before, after, expand, stride):
    inner = before * expand
    return nn.Sequential(OrderedDict([
        ("widen", nn.Conv2d(before, inner, 1, bias=False)), ("norm1", norm(inner)), ("act1", Swish()),
        ("depth", nn.Conv2d(inner, inner, 3, stride, 1, groups=inner, bias=False)), ("norm2", norm(inner)), ("act2", Swish()),
        ("squeeze", Squeeze(inner)), ("narrow", nn.Conv2d(inner, after, 1, bias=False)), ("norm3", norm(after))]))


class Mobile(nn.Module):
    def __init__(self, widths, repeats, expand=4):
        super().__init__()
        self.stem = nn.Conv2d(3, widths[0], 3, stride=2, padding=1)
        blocks, before = [], widths[0]
        for width, repeat in zip(widths, repeats):
            for i in range(repeat):
                blocks.append(mobile_block(before, width, expand, 2 if i == 0 else 1))
                before = width
        self.blocks = nn.Sequential(*blocks)

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            y = block(x)
            x = x + y if y.shape == x.shape else y
        return {"features": x, "pooled": x.mean(dim=[2, 3])}


def build(cfg):
    return Mobile(cfg.widths, cfg.repeats, expand=cfg.expand)


def loss(outputs):
    return outputs["pooled"].sum() + outputs["features"].mean()
