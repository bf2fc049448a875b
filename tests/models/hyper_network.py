"""A hypernetwork writes the weights of convolutions that are then called as functions, per sample by groups."""
import torch
import torch.nn.functional as F
from torch import nn

CFG = {"channels": 4, "style": 6, "kernel": 3, "rank": 2}
INPUTS = [["float32", [3, 4, 14, 16]], ["float32", [3, 6]]]


class ModulatedConv(nn.Module):
    """Weight modulation and demodulation, as style generators do it."""

    def __init__(self, channels, style, kernel):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(1, channels, channels, kernel, kernel))
        self.modulation = nn.Linear(style, channels)
        self.padding = kernel // 2

    def forward(self, x, style):
        b, c, h, w = x.shape
        weight = self.weight * self.modulation(style).view(b, 1, c, 1, 1)
        weight = weight * torch.rsqrt(weight.pow(2).sum([2, 3, 4]) + 1e-8).view(b, c, 1, 1, 1)
        x = x.reshape(1, b * c, h, w)
        x = F.conv2d(x, weight.view(b * c, c, *weight.shape[3:]), padding=self.padding, groups=b)
        return x.view(b, c, h, w)


class LowRankHyper(nn.Module):
    def __init__(self, channels, style, rank):
        super().__init__()
        self.a = nn.Linear(style, channels * rank)
        self.b = nn.Linear(style, rank * channels)
        self.shape = (channels, rank)

    def forward(self, x, style):
        code = style.mean(0, keepdim=True)
        channels, rank = self.shape
        weight = self.a(code).view(channels, rank) @ self.b(code).view(rank, channels)
        return F.conv2d(x, weight[:, :, None, None], bias=None)


class DynamicKernel(nn.Module):
    """A kernel for every pixel, applied to unfolded patches."""

    def __init__(self, channels, kernel):
        super().__init__()
        self.kernel = kernel
        self.predict = nn.Conv2d(channels, kernel * kernel, 3, padding=1)

    def forward(self, x):
        b, c, h, w = x.shape
        filters = self.predict(x).softmax(dim=1)
        patches = F.unfold(x, self.kernel, padding=self.kernel // 2).view(b, c, -1, h, w)
        return (patches * filters.unsqueeze(1)).sum(dim=2)


class Net(nn.Module):
    def __init__(self, channels, style, kernel, rank):
        super().__init__()
        self.first = ModulatedConv(channels, style, kernel)
        self.second = LowRankHyper(channels, style, rank)
        self.third = DynamicKernel(channels, kernel)
        self.noise = nn.Parameter(torch.zeros(1))

    def forward(self, x, style):
        y = F.leaky_relu(self.first(x, style), 0.2) * 2 ** 0.5
        y = y + self.noise * torch.randn(y.shape[0], 1, *y.shape[2:], device=y.device)
        y = self.second(y, style)
        return self.third(y) + x


def build(cfg):
    return Net(cfg["channels"], cfg["style"], cfg["kernel"], cfg["rank"])


def loss(outputs):
    return F.softplus(-outputs).mean()
