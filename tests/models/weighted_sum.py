"""Plain parameters, ParameterList, in-place arithmetic and functional calls without modules."""
import torch
from torch import nn
import torch.nn.functional as F

CFG = {"channels": 6, "taps": 3}
INPUTS = [["float32", [2, 6, 20]], ["float32", [2, 6, 20]]]


class Filter(nn.Module):
    def __init__(self, channels, taps):
        super().__init__()
        self.kernels = nn.ParameterList([nn.Parameter(torch.randn(channels, channels, 2 * i + 1)) for i in range(taps)])
        self.gain = nn.Parameter(torch.ones(taps))
        self.register_parameter("shift", nn.Parameter(torch.zeros(1, channels, 1)))

    def forward(self, x, y):
        total = 0
        weights = torch.softmax(self.gain, 0)
        for i, kernel in enumerate(self.kernels):
            total = total + weights[i] * F.conv1d(x, kernel, padding=i)
        total = total.add_(self.shift)
        return torch.tanh(total) * y, total


def build(cfg):
    return Filter(cfg.channels, cfg.taps)


def loss(outputs):
    first, second = outputs
    return F.smooth_l1_loss(first, torch.zeros_like(first)) + second.var()
