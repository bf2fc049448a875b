from collections import OrderedDict

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

from torchvision.models._builders import build


class _DenseLayer(nn.Module):
    def __init__(self, num_input_features, growth_rate, bn_size, drop_rate, memory_efficient=False):
        super().__init__()
        self.norm1 = nn.BatchNorm2d(num_input_features)
        self.relu1 = nn.ReLU(inplace=True)
        self.conv1 = nn.Conv2d(num_input_features, bn_size * growth_rate, 1, bias=False)
        self.norm2 = nn.BatchNorm2d(bn_size * growth_rate)
        self.relu2 = nn.ReLU(inplace=True)
        self.conv2 = nn.Conv2d(bn_size * growth_rate, growth_rate, 3, padding=1, bias=False)
        self.drop_rate = float(drop_rate)
        self.memory_efficient = memory_efficient

    def bn_function(self, inputs):
        return self.conv1(self.relu1(self.norm1(torch.cat(inputs, 1))))

    def forward(self, input):
        inputs = [input] if isinstance(input, torch.Tensor) else input
        if self.memory_efficient and any(tensor.requires_grad for tensor in inputs):
            narrow = checkpoint(lambda *tensors: self.bn_function(tensors), *inputs, use_reentrant=False)
        else:
            narrow = self.bn_function(inputs)
        features = self.conv2(self.relu2(self.norm2(narrow)))
        if self.drop_rate > 0:
            features = nn.functional.dropout(features, p=self.drop_rate, training=self.training)
        return features


class _DenseBlock(nn.ModuleDict):
    def __init__(self, num_layers, num_input_features, bn_size, growth_rate, drop_rate, memory_efficient=False):
        super().__init__()
        for number in range(num_layers):
            width = num_input_features + number * growth_rate
            self.add_module(
                f"denselayer{number + 1}", _DenseLayer(width, growth_rate, bn_size, drop_rate, memory_efficient)
            )

    def forward(self, init_features):
        features = [init_features]
        for layer in self.values():
            features.append(layer(features))
        return torch.cat(features, 1)


class _Transition(nn.Sequential):
    def __init__(self, num_input_features, num_output_features):
        super().__init__()
        self.norm = nn.BatchNorm2d(num_input_features)
        self.relu = nn.ReLU(inplace=True)
        self.conv = nn.Conv2d(num_input_features, num_output_features, 1, bias=False)
        self.pool = nn.AvgPool2d(2, 2)


class DenseNet(nn.Module):
    def __init__(
        self,
        growth_rate=32,
        block_config=(6, 12, 24, 16),
        num_init_features=64,
        bn_size=4,
        drop_rate=0,
        num_classes=1000,
        memory_efficient=False,
    ):
        super().__init__()
        stem = OrderedDict(
            conv0=nn.Conv2d(3, num_init_features, 7, stride=2, padding=3, bias=False),
            norm0=nn.BatchNorm2d(num_init_features),
            relu0=nn.ReLU(inplace=True),
            pool0=nn.MaxPool2d(3, 2, padding=1),
        )
        self.features = nn.Sequential(stem)
        width = num_init_features
        for number, layers in enumerate(block_config, 1):
            block = _DenseBlock(layers, width, bn_size, growth_rate, drop_rate, memory_efficient)
            self.features.add_module(f"denseblock{number}", block)
            width += layers * growth_rate
            if number != len(block_config):
                self.features.add_module(f"transition{number}", _Transition(width, width // 2))
                width //= 2
        self.features.add_module("norm5", nn.BatchNorm2d(width))
        self.classifier = nn.Linear(width, num_classes)

    def forward(self, x):
        out = nn.functional.relu(self.features(x), inplace=True)
        return self.classifier(torch.flatten(nn.functional.adaptive_avg_pool2d(out, (1, 1)), 1))


def _of(growth_rate, block_config, num_init_features):
    return build(lambda **options: DenseNet(growth_rate, block_config, num_init_features, **options))


densenet121 = _of(32, (6, 12, 24, 16), 64)
densenet161 = _of(48, (6, 12, 36, 24), 96)
densenet169 = _of(32, (6, 12, 32, 32), 64)
densenet201 = _of(32, (6, 12, 48, 32), 64)
