import math
from functools import partial

import torch
from torch import nn

from torchvision.models._builders import build, make_divisible
from torchvision.ops.misc import Conv2dNormActivation, SqueezeExcitation
from torchvision.ops.stochastic_depth import StochasticDepth

# Fused, expansion, kernel, stride, input, output, layers.
_B = (
    (False, 1, 3, 1, 32, 16, 1),
    (False, 6, 3, 2, 16, 24, 2),
    (False, 6, 5, 2, 24, 40, 2),
    (False, 6, 3, 2, 40, 80, 3),
    (False, 6, 5, 1, 80, 112, 3),
    (False, 6, 5, 2, 112, 192, 4),
    (False, 6, 3, 1, 192, 320, 1),
)
_S = (
    (True, 1, 3, 1, 24, 24, 2),
    (True, 4, 3, 2, 24, 48, 4),
    (True, 4, 3, 2, 48, 64, 4),
    (False, 4, 3, 2, 64, 128, 6),
    (False, 6, 3, 1, 128, 160, 9),
    (False, 6, 3, 2, 160, 256, 15),
)
_M = (
    (True, 1, 3, 1, 24, 24, 3),
    (True, 4, 3, 2, 24, 48, 5),
    (True, 4, 3, 2, 48, 80, 5),
    (False, 4, 3, 2, 80, 160, 7),
    (False, 6, 3, 1, 160, 176, 14),
    (False, 6, 3, 2, 176, 304, 18),
    (False, 6, 3, 1, 304, 512, 5),
)
_L = (
    (True, 1, 3, 1, 32, 32, 4),
    (True, 4, 3, 2, 32, 64, 7),
    (True, 4, 3, 2, 64, 96, 7),
    (False, 4, 3, 2, 96, 192, 10),
    (False, 6, 3, 1, 192, 224, 19),
    (False, 6, 3, 2, 224, 384, 25),
    (False, 6, 3, 1, 384, 640, 7),
)


class MBConv(nn.Module):
    """Fused: the expansion and the depthwise convolution are one convolution, without squeeze-and-excitation."""

    def __init__(self, fused, expansion, kernel, stride, channels, out_channels, drop, norm):
        super().__init__()
        self.use_res_connect = stride == 1 and channels == out_channels
        expanded = make_divisible(channels * expansion)
        part = partial(Conv2dNormActivation, norm_layer=norm, activation_layer=nn.SiLU)
        if fused and expanded == channels:
            layers = [part(channels, out_channels, kernel, stride=stride)]
        elif fused:
            layers = [
                part(channels, expanded, kernel, stride=stride),
                Conv2dNormActivation(expanded, out_channels, 1, norm_layer=norm, activation_layer=None),
            ]
        else:
            layers = [] if expanded == channels else [part(channels, expanded, 1)]
            layers += [
                part(expanded, expanded, kernel, stride=stride, groups=expanded),
                SqueezeExcitation(expanded, max(1, channels // 4), activation=partial(nn.SiLU, inplace=True)),
                Conv2dNormActivation(expanded, out_channels, 1, norm_layer=norm, activation_layer=None),
            ]
        self.block = nn.Sequential(*layers)
        self.stochastic_depth = StochasticDepth(drop, "row")
        self.out_channels = out_channels

    def forward(self, input):
        result = self.block(input)
        if self.use_res_connect:
            result = self.stochastic_depth(result)
            result += input
        return result


class EfficientNet(nn.Module):
    def __init__(
        self,
        stages,
        dropout,
        stochastic_depth_prob=0.2,
        num_classes=1000,
        norm_layer=None,
        last_channel=None,
    ):
        super().__init__()
        norm = norm_layer or nn.BatchNorm2d
        layers = [Conv2dNormActivation(3, stages[0][4], stride=2, norm_layer=norm, activation_layer=nn.SiLU)]
        total, done = sum(stage[-1] for stage in stages), 0
        for fused, expansion, kernel, stride, channels, out_channels, count in stages:
            stage = []
            for number in range(count):
                drop = stochastic_depth_prob * float(done) / total
                into, step = (channels, stride) if number == 0 else (out_channels, 1)
                stage.append(MBConv(fused, expansion, kernel, step, into, out_channels, drop, norm))
                done += 1
            layers.append(nn.Sequential(*stage))
        width = stages[-1][5]
        last = last_channel if last_channel is not None else 4 * width
        layers.append(Conv2dNormActivation(width, last, 1, norm_layer=norm, activation_layer=nn.SiLU))
        self.features = nn.Sequential(*layers)
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.classifier = nn.Sequential(nn.Dropout(p=dropout, inplace=True), nn.Linear(last, num_classes))

    def forward(self, x):
        return self.classifier(torch.flatten(self.avgpool(self.features(x)), 1))


def _scaled(width, depth, dropout, **fixed):
    def size(channels):
        return make_divisible(channels * width)

    stages = [(*row[:4], size(row[4]), size(row[5]), int(math.ceil(row[6] * depth))) for row in _B]
    return build(lambda **options: EfficientNet(stages, **{"dropout": dropout, **fixed, **options}))


def _second(stages, dropout):
    norm = partial(nn.BatchNorm2d, eps=1e-03)
    fixed = {"dropout": dropout, "norm_layer": norm, "last_channel": 1280}
    return build(lambda **options: EfficientNet(stages, **{**fixed, **options}))


efficientnet_b0 = _scaled(1.0, 1.0, 0.2)
efficientnet_b1 = _scaled(1.0, 1.1, 0.2)
efficientnet_b2 = _scaled(1.1, 1.2, 0.3)
efficientnet_b3 = _scaled(1.2, 1.4, 0.3)
efficientnet_b4 = _scaled(1.4, 1.8, 0.4)
efficientnet_b5 = _scaled(1.6, 2.2, 0.4, norm_layer=partial(nn.BatchNorm2d, eps=0.001, momentum=0.01))
efficientnet_b6 = _scaled(1.8, 2.6, 0.5, norm_layer=partial(nn.BatchNorm2d, eps=0.001, momentum=0.01))
efficientnet_b7 = _scaled(2.0, 3.1, 0.5, norm_layer=partial(nn.BatchNorm2d, eps=0.001, momentum=0.01))
efficientnet_v2_s = _second(_S, 0.2)
efficientnet_v2_m = _second(_M, 0.3)
efficientnet_v2_l = _second(_L, 0.4)
