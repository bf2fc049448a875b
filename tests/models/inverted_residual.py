"""Inverted residuals with depthwise convolutions, squeeze and excitation, and widths rounded to a multiple."""
from dataclasses import dataclass, field
from functools import partial
from typing import Callable, List, Optional

import torch
import torch.nn as nn

CFG = {"width_mult": 0.5, "settings": [[1, 16, 1, 1, 0], [4, 24, 2, 2, 1], [6, 40, 1, 2, 1]], "classes": 4}
INPUTS = [["float32", [2, 3, 40, 40]]]


def _make_divisible(value: float, divisor: int = 8, minimum: Optional[int] = None) -> int:
    minimum = minimum or divisor
    rounded = max(minimum, int(value + divisor / 2) // divisor * divisor)
    if rounded < 0.9 * value:
        rounded += divisor
    return rounded


@dataclass
class BlockConfig:
    expand: int
    channels: int
    repeats: int
    stride: int
    use_se: bool = False
    activation: Callable[..., nn.Module] = field(default=nn.Hardswish)

    @classmethod
    def from_list(cls, row: List[int], mult: float) -> "BlockConfig":
        expand, channels, repeats, stride, se = row
        return cls(expand, _make_divisible(channels * mult), repeats, stride, bool(se),
                   nn.Hardswish if se else nn.ReLU6)


class ConvNormActivation(nn.Sequential):
    def __init__(self, before, after, kernel=3, stride=1, groups=1, activation=nn.ReLU6):
        parts = [nn.Conv2d(before, after, kernel, stride, (kernel - 1) // 2, groups=groups, bias=False),
                 nn.BatchNorm2d(after, eps=0.001, momentum=0.01)]
        if activation is not None:
            parts.append(activation(inplace=True))
        super().__init__(*parts)
        self.out_channels = after


class SqueezeExcitation(nn.Module):
    def __init__(self, channels, reduction=4):
        super().__init__()
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.fc1 = nn.Conv2d(channels, channels // reduction, 1)
        self.fc2 = nn.Conv2d(channels // reduction, channels, 1)
        self.act, self.gate = nn.ReLU(), nn.Hardsigmoid()

    def forward(self, x):
        scale = self.gate(self.fc2(self.act(self.fc1(self.avgpool(x)))))
        return scale * x


class InvertedResidual(nn.Module):
    def __init__(self, before: int, config: BlockConfig, stride: int):
        super().__init__()
        hidden = int(round(before * config.expand))
        self.use_res_connect = stride == 1 and before == config.channels
        layers: List[nn.Module] = []
        conv = partial(ConvNormActivation, activation=config.activation)
        if config.expand != 1:
            layers.append(conv(before, hidden, kernel=1))
        layers.append(conv(hidden, hidden, stride=stride, groups=hidden))
        if config.use_se:
            layers.append(SqueezeExcitation(hidden))
        layers.append(ConvNormActivation(hidden, config.channels, kernel=1, activation=None))
        self.conv = nn.Sequential(*layers)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.conv(x) if self.use_res_connect else self.conv(x)


class Mobile(nn.Module):
    def __init__(self, configs: List[BlockConfig], classes: int):
        super().__init__()
        width = 8
        features = [ConvNormActivation(3, width, stride=2)]
        for config in configs:
            for i in range(config.repeats):
                features.append(InvertedResidual(width, config, config.stride if i == 0 else 1))
                width = config.channels
        features.append(ConvNormActivation(width, 4 * width, kernel=1, activation=nn.Hardswish))
        self.features = nn.Sequential(*features)
        self.classifier = nn.Sequential(nn.Linear(features[-1].out_channels, 32), nn.Hardswish(inplace=True),
                                        nn.Linear(32, classes))

    def forward(self, x):
        x = self.features(x)
        x = x.mean([2, 3])
        return self.classifier(x)


def build(cfg):
    return Mobile([BlockConfig.from_list(row, cfg.width_mult) for row in cfg.settings], cfg.classes)


def loss(outputs):
    target = torch.zeros_like(outputs)
    target[:, 0] = 1.0
    return nn.BCEWithLogitsLoss()(outputs, target)
