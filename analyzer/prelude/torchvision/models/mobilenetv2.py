import torch
from torch import nn

from torchvision.models._builders import build, make_divisible
from torchvision.ops.misc import Conv2dNormActivation

# Expansion, width, repeats, stride.
_STAGES = ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1))


class InvertedResidual(nn.Module):
    def __init__(self, inp, oup, stride, expand_ratio, norm_layer=None):
        super().__init__()
        if stride not in (1, 2):
            raise ValueError(f"stride should be 1 or 2 instead of {stride}")
        norm = norm_layer or nn.BatchNorm2d
        hidden = int(round(inp * expand_ratio))
        self.use_res_connect = stride == 1 and inp == oup
        layers = []
        if expand_ratio != 1:
            layers.append(Conv2dNormActivation(inp, hidden, 1, norm_layer=norm, activation_layer=nn.ReLU6))
        layers += [
            Conv2dNormActivation(
                hidden, hidden, stride=stride, groups=hidden, norm_layer=norm, activation_layer=nn.ReLU6
            ),
            nn.Conv2d(hidden, oup, 1, bias=False),
            norm(oup),
        ]
        self.conv = nn.Sequential(*layers)
        self.out_channels = oup

    def forward(self, x):
        return x + self.conv(x) if self.use_res_connect else self.conv(x)


class MobileNetV2(nn.Module):
    def __init__(
        self,
        num_classes=1000,
        width_mult=1.0,
        inverted_residual_setting=None,
        round_nearest=8,
        block=None,
        norm_layer=None,
        dropout=0.2,
    ):
        super().__init__()
        block, norm = block or InvertedResidual, norm_layer or nn.BatchNorm2d
        width = make_divisible(32 * width_mult, round_nearest)
        self.last_channel = make_divisible(1280 * max(1.0, width_mult), round_nearest)
        layers = [Conv2dNormActivation(3, width, stride=2, norm_layer=norm, activation_layer=nn.ReLU6)]
        for expansion, channels, repeats, stride in inverted_residual_setting or _STAGES:
            for number in range(repeats):
                wanted = make_divisible(channels * width_mult, round_nearest)
                layers.append(block(width, wanted, stride if number == 0 else 1, expansion, norm_layer=norm))
                width = wanted
        layers.append(
            Conv2dNormActivation(width, self.last_channel, 1, norm_layer=norm, activation_layer=nn.ReLU6)
        )
        self.features = nn.Sequential(*layers)
        self.classifier = nn.Sequential(nn.Dropout(p=dropout), nn.Linear(self.last_channel, num_classes))

    def forward(self, x):
        x = nn.functional.adaptive_avg_pool2d(self.features(x), (1, 1))
        return self.classifier(torch.flatten(x, 1))


mobilenet_v2 = build(MobileNetV2)
