from functools import partial

import torch
from torch import nn

from torchvision.models._builders import build
from torchvision.ops.misc import Conv2dNormActivation, Permute
from torchvision.ops.stochastic_depth import StochasticDepth


class LayerNorm2d(nn.LayerNorm):
    def forward(self, x):
        last = x.permute(0, 2, 3, 1)
        last = nn.functional.layer_norm(last, self.normalized_shape, self.weight, self.bias, self.eps)
        return last.permute(0, 3, 1, 2)


class CNBlock(nn.Module):
    def __init__(self, dim, layer_scale, stochastic_depth_prob, norm_layer=None):
        super().__init__()
        norm = norm_layer or partial(nn.LayerNorm, eps=1e-6)
        self.block = nn.Sequential(
            nn.Conv2d(dim, dim, 7, padding=3, groups=dim, bias=True),
            Permute([0, 2, 3, 1]),
            norm(dim),
            nn.Linear(dim, 4 * dim),
            nn.GELU(),
            nn.Linear(4 * dim, dim),
            Permute([0, 3, 1, 2]),
        )
        self.layer_scale = nn.Parameter(torch.ones(dim, 1, 1) * layer_scale)
        self.stochastic_depth = StochasticDepth(stochastic_depth_prob, "row")

    def forward(self, input):
        result = self.layer_scale * self.block(input)
        result = self.stochastic_depth(result)
        result += input
        return result


class ConvNeXt(nn.Module):
    """`stages`: width and number of blocks of each."""

    def __init__(
        self, stages, stochastic_depth_prob=0.0, layer_scale=1e-6, num_classes=1000, block=None, norm_layer=None
    ):
        super().__init__()
        block, norm = block or CNBlock, norm_layer or partial(LayerNorm2d, eps=1e-6)
        stem = Conv2dNormActivation(
            3, stages[0][0], 4, stride=4, padding=0, norm_layer=norm, activation_layer=None, bias=True
        )
        layers, total, done = [stem], sum(count for _, count in stages), 0
        for number, (width, count) in enumerate(stages):
            blocks = []
            for _ in range(count):
                blocks.append(block(width, layer_scale, stochastic_depth_prob * done / (total - 1.0)))
                done += 1
            layers.append(nn.Sequential(*blocks))
            if number + 1 < len(stages):
                layers.append(nn.Sequential(norm(width), nn.Conv2d(width, stages[number + 1][0], 2, stride=2)))
        last = stages[-1][0]
        self.features = nn.Sequential(*layers)
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.classifier = nn.Sequential(norm(last), nn.Flatten(1), nn.Linear(last, num_classes))

    def forward(self, x):
        return self.classifier(self.avgpool(self.features(x)))


def _of(width, depth, drop):
    stages = [(width * 2**level, count) for level, count in enumerate((3, 3, depth, 3))]
    return build(lambda **options: ConvNeXt(stages, **{"stochastic_depth_prob": drop, **options}))


convnext_tiny = _of(96, 9, 0.1)
convnext_small = _of(96, 27, 0.4)
convnext_base = _of(128, 27, 0.5)
convnext_large = _of(192, 27, 0.5)
