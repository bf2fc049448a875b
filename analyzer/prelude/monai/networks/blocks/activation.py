import torch
from torch import nn


class Swish(nn.Module):
    def __init__(self, alpha=1.0):
        super().__init__()
        self.alpha = alpha

    def forward(self, input):
        return input * torch.sigmoid(self.alpha * input)


class MemoryEfficientSwish(nn.Module):
    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def forward(self, input):
        return nn.functional.silu(input, inplace=self.inplace)


class Mish(nn.Module):
    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def forward(self, input):
        return nn.functional.mish(input, inplace=self.inplace)


class GEGLU(nn.Module):
    """Halves the last dimension: one half gates the other."""

    def forward(self, input):
        value, gate = input.chunk(2, dim=-1)
        return value * nn.functional.gelu(gate)
