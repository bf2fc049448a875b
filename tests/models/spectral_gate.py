"""Global filters: tokens are mixed by a learned product in the frequency domain, kept as real pairs."""
import math

import torch
from torch import nn

CFG = {"dim": 24, "depth": 2, "height": 8, "width": 10, "classes": 5}
INPUTS = [["float32", [3, 3, 32, 40]]]


class GlobalFilter(nn.Module):
    def __init__(self, dim, h, w):
        super().__init__()
        self.complex_weight = nn.Parameter(torch.randn(h, w // 2 + 1, dim, 2, dtype=torch.float32) * 0.02)
        self.h, self.w = h, w

    def forward(self, x):
        B, N, C = x.shape
        x = x.view(B, self.h, self.w, C)
        x = x.to(torch.float32)
        x = torch.fft.rfft2(x, dim=(1, 2), norm="ortho")
        weight = torch.view_as_complex(self.complex_weight)
        x = x * weight
        x = torch.fft.irfft2(x, s=(self.h, self.w), dim=(1, 2), norm="ortho")
        return x.reshape(B, N, C)


class Block(nn.Module):
    def __init__(self, dim, h, w, mlp_ratio=3.0):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.filter = GlobalFilter(dim, h, w)
        hidden = int(dim * mlp_ratio)
        self.mlp = nn.Sequential(nn.Linear(dim, hidden), nn.GELU(), nn.Linear(hidden, dim))

    def forward(self, x):
        return x + self.mlp(self.norm2(self.filter(self.norm1(x))))


class PhaseAmplitude(nn.Module):
    """Splits the channel spectrum into amplitude and phase, scales one and puts them together again."""

    def __init__(self, dim):
        super().__init__()
        self.gain = nn.Linear(dim // 2 + 1, dim // 2 + 1)

    def forward(self, x):
        spectrum = torch.fft.rfft(x, dim=-1)
        amplitude, phase = spectrum.abs(), spectrum.angle()
        amplitude = torch.sigmoid(self.gain(amplitude)) * amplitude
        spectrum = torch.complex(amplitude * phase.cos(), amplitude * phase.sin())
        return torch.fft.irfft(spectrum, n=x.size(-1), dim=-1)


class GFNet(nn.Module):
    def __init__(self, dim, depth, height, width, classes):
        super().__init__()
        self.embed = nn.Conv2d(3, dim, kernel_size=4, stride=4)
        self.pos = nn.Parameter(torch.zeros(1, height * width, dim))
        self.blocks = nn.Sequential(*[Block(dim, height, width) for _ in range(depth)])
        self.spectrum = PhaseAmplitude(dim)
        self.head = nn.Linear(dim, classes)
        self.scale = 1.0 / math.sqrt(dim)

    def forward(self, x):
        x = self.embed(x).flatten(2).transpose(1, 2)
        x = self.blocks(x + self.pos)
        x = self.spectrum(x) * self.scale
        return self.head(x.mean(1))


def build(cfg):
    return GFNet(**cfg)


def loss(outputs):
    target = torch.arange(outputs.shape[0], device=outputs.device) % outputs.shape[1]
    return nn.CrossEntropyLoss()(outputs, target)
