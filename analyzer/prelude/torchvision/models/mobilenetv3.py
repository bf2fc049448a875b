from functools import partial

import torch
from torch import nn

from torchvision.models._builders import build, make_divisible
from torchvision.ops.misc import Conv2dNormActivation, SqueezeExcitation

# Input, kernel, expanded, output, squeeze-and-excitation, hard swish, stride, dilation.
_LARGE = (
    (16, 3, 16, 16, False, False, 1),
    (16, 3, 64, 24, False, False, 2),
    (24, 3, 72, 24, False, False, 1),
    (24, 5, 72, 40, True, False, 2),
    (40, 5, 120, 40, True, False, 1),
    (40, 5, 120, 40, True, False, 1),
    (40, 3, 240, 80, False, True, 2),
    (80, 3, 200, 80, False, True, 1),
    (80, 3, 184, 80, False, True, 1),
    (80, 3, 184, 80, False, True, 1),
    (80, 3, 480, 112, True, True, 1),
    (112, 3, 672, 112, True, True, 1),
    (112, 5, 672, 160, True, True, 2),
    (160, 5, 960, 160, True, True, 1),
    (160, 5, 960, 160, True, True, 1),
)
_SMALL = (
    (16, 3, 16, 16, True, False, 2),
    (16, 3, 72, 24, False, False, 2),
    (24, 3, 88, 24, False, False, 1),
    (24, 5, 96, 40, True, True, 2),
    (40, 5, 240, 40, True, True, 1),
    (40, 5, 240, 40, True, True, 1),
    (40, 5, 120, 48, True, True, 1),
    (48, 5, 144, 48, True, True, 1),
    (48, 5, 288, 96, True, True, 2),
    (96, 5, 576, 96, True, True, 1),
    (96, 5, 576, 96, True, True, 1),
)


class InvertedResidual(nn.Module):
    def __init__(self, channels, kernel, expanded, out_channels, attends, swish, stride, dilation, norm):
        super().__init__()
        self.use_res_connect = stride == 1 and channels == out_channels
        activation = nn.Hardswish if swish else nn.ReLU
        layers = []
        if expanded != channels:
            layers.append(Conv2dNormActivation(channels, expanded, 1, norm_layer=norm, activation_layer=activation))
        layers.append(
            Conv2dNormActivation(
                expanded,
                expanded,
                kernel,
                stride=1 if dilation > 1 else stride,
                dilation=dilation,
                groups=expanded,
                norm_layer=norm,
                activation_layer=activation,
            )
        )
        if attends:
            squeezed = make_divisible(expanded // 4)
            layers.append(SqueezeExcitation(expanded, squeezed, scale_activation=nn.Hardsigmoid))
        layers.append(Conv2dNormActivation(expanded, out_channels, 1, norm_layer=norm, activation_layer=None))
        self.block = nn.Sequential(*layers)
        self.out_channels = out_channels

    def forward(self, input):
        result = self.block(input)
        if self.use_res_connect:
            result += input
        return result


class MobileNetV3(nn.Module):
    def __init__(self, stages, last_channel, num_classes=1000, norm_layer=None, dropout=0.2):
        super().__init__()
        norm = norm_layer or partial(nn.BatchNorm2d, eps=0.001, momentum=0.01)
        layers = [Conv2dNormActivation(3, stages[0][0], stride=2, norm_layer=norm, activation_layer=nn.Hardswish)]
        layers += [InvertedResidual(*stage, norm=norm) for stage in stages]
        width = stages[-1][3]
        layers.append(Conv2dNormActivation(width, 6 * width, 1, norm_layer=norm, activation_layer=nn.Hardswish))
        self.features = nn.Sequential(*layers)
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.classifier = nn.Sequential(
            nn.Linear(6 * width, last_channel),
            nn.Hardswish(inplace=True),
            nn.Dropout(p=dropout, inplace=True),
            nn.Linear(last_channel, num_classes),
        )

    def forward(self, x):
        return self.classifier(torch.flatten(self.avgpool(self.features(x)), 1))


def _of(stages, last_channel):
    def make(width_mult=1.0, reduced_tail=False, dilated=False, **options):
        shrink = 2 if reduced_tail else 1

        def width(channels):
            return make_divisible(channels * width_mult)

        rows = []
        for number, (into, kernel, expanded, out, attends, swish, stride) in enumerate(stages):
            tail = number >= len(stages) - 3
            into, expanded, out = (
                into // (shrink if number > len(stages) - 3 else 1),
                expanded // (shrink if number > len(stages) - 3 else 1),
                out // (shrink if tail else 1),
            )
            dilation = 2 if dilated and tail else 1
            rows.append((width(into), kernel, width(expanded), width(out), attends, swish, stride, dilation))
        return MobileNetV3(rows, width(last_channel // shrink), **options)

    return build(make)


mobilenet_v3_large = _of(_LARGE, 1280)
mobilenet_v3_small = _of(_SMALL, 1024)
