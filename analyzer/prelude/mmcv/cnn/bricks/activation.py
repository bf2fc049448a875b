import torch
from mmcv.cnn.bricks._building import built
from torch import nn
from torch.nn import functional as F


class Clamp(nn.Module):
    def __init__(self, min=-1.0, max=1.0):
        super().__init__()
        self.min = min
        self.max = max

    def forward(self, x):
        return torch.clamp(x, min=self.min, max=self.max)


class GELU(nn.Module):
    def forward(self, input):
        return F.gelu(input)


def build_activation_layer(cfg):
    return built("ACTIVATION_LAYERS", cfg)
