"""Running maxima from one side, as PyTorch has them since 1.5."""
import torch
from torch import nn


class CornerPool(nn.Module):
    cummax_dim_flip = {"bottom": (2, False), "left": (3, True), "right": (3, False), "top": (2, True)}

    def __init__(self, mode):
        super().__init__()
        assert mode in self.cummax_dim_flip
        self.mode = mode

    def forward(self, x):
        dim, flipped = self.cummax_dim_flip[self.mode]
        if flipped:
            x = x.flip(dim)
        most, _ = torch.cummax(x, dim=dim)
        return most.flip(dim) if flipped else most
