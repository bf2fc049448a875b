"""Densely connected blocks: every layer sees the concatenation of all before it; modules are named in a dict."""
from collections import OrderedDict

import torch
from torch import nn
from torch.nn import functional as F

CFG = {"growth": 6, "blocks": [2, 3], "bottleneck": 2, "init": 12, "classes": 7}
INPUTS = [["float32", [3, 1, 32, 32]]]


class _DenseLayer(nn.Sequential):
    def __init__(self, features, growth, bottleneck):
        super().__init__()
        self.add_module("norm1", nn.BatchNorm2d(features))
        self.add_module("relu1", nn.ReLU(inplace=True))
        self.add_module("conv1", nn.Conv2d(features, bottleneck * growth, kernel_size=1, stride=1, bias=False))
        self.add_module("norm2", nn.BatchNorm2d(bottleneck * growth))
        self.add_module("relu2", nn.ReLU(inplace=True))
        self.add_module("conv2", nn.Conv2d(bottleneck * growth, growth, kernel_size=3, padding=1, bias=False))

    def forward(self, *inputs):
        joined = torch.cat(inputs, 1)
        return super().forward(joined)


class _DenseBlock(nn.ModuleDict):
    def __init__(self, count, features, growth, bottleneck):
        super().__init__()
        for i in range(count):
            self[f"layer{i:02d}"] = _DenseLayer(features + i * growth, growth, bottleneck)

    def forward(self, x):
        features = [x]
        for name, layer in self.items():
            features.append(layer(*features))
        return torch.cat(features, dim=1)


def transition(before, after):
    return nn.Sequential(OrderedDict([
        ("norm", nn.BatchNorm2d(before)), ("relu", nn.ReLU(inplace=True)),
        ("conv", nn.Conv2d(before, after, 1, bias=False)), ("pool", nn.AvgPool2d(kernel_size=2, stride=2))]))


class DenseNet(nn.Module):
    def __init__(self, *, growth, blocks, bottleneck, init, classes):
        super().__init__()
        self.features = nn.Sequential(OrderedDict(conv0=nn.Conv2d(1, init, 3, padding=1, bias=False)))
        width = init
        for i, count in enumerate(blocks, start=1):
            self.features.add_module("denseblock%d" % i, _DenseBlock(count, width, growth, bottleneck))
            width += count * growth
            if i != len(blocks):
                self.features.add_module("transition%d" % i, transition(width, width // 2))
                width //= 2
        self.features.add_module("norm_final", nn.BatchNorm2d(width))
        self.classifier = nn.Linear(width, classes)
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight)
            elif isinstance(m, nn.BatchNorm2d):
                nn.init.constant_(m.weight, 1)
                nn.init.constant_(m.bias, 0)
            elif isinstance(m, nn.Linear):
                nn.init.zeros_(m.bias)

    def forward(self, x):
        x = F.relu(self.features(x), inplace=True)
        x = F.adaptive_avg_pool2d(x, 1).view(x.size(0), -1)
        return F.log_softmax(self.classifier(x), dim=-1)


def build(cfg):
    return DenseNet(**cfg)


def loss(outputs):
    return F.nll_loss(outputs, outputs.detach().argmax(dim=1))
