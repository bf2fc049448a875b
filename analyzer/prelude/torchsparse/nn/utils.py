"""torchsparse 1.4, nn/utils."""
import math

import torch
from torchsparse.tensor import triple


def fapply(input, fn, *args, **kwargs):
    return input.like(fn(input.feats, *args, **kwargs))


def get_kernel_offsets(size, stride=1, dilation=1, device="cpu"):
    return torch.empty((math.prod(triple(size)), 3), dtype=torch.int, device=device)
