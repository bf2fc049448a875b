import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self, scale=1.0):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(scale, dtype=torch.float))

    def forward(self, x):
        return x * self.scale


class LayerScale(nn.Module):
    def __init__(self, dim, inplace=False, data_format="channels_last", scale=1e-5):
        super().__init__()
        assert data_format in ("channels_last", "channels_first"), \
            "'data_format' could only be channels_last or channels_first."
        self.inplace = inplace
        self.data_format = data_format
        self.weight = nn.Parameter(torch.ones(dim) * scale)

    def forward(self, x):
        ones = (1,) * (x.dim() - 2)
        weight = self.weight.view(1, -1, *ones) if self.data_format == "channels_first" else self.weight.view(1, *ones, -1)
        return x.mul_(weight) if self.inplace else x * weight
