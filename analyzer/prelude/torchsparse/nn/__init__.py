"""torchsparse 1.4, nn/modules."""
import math

import torch
from torch import nn
from torchsparse.nn import functional as F
from torchsparse.nn.utils import fapply
from torchsparse.tensor import triple


class Conv3d(nn.Module):
    def __init__(self, in_channels, out_channels, kernel_size=3, stride=1, dilation=1, bias=False, transposed=False):
        super().__init__()
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = triple(kernel_size)
        self.stride = triple(stride)
        self.dilation = dilation
        self.transposed = transposed
        self.kernel_volume = math.prod(self.kernel_size)
        many = (self.kernel_volume,) if self.kernel_volume > 1 else ()
        self.kernel = nn.Parameter(torch.zeros(*many, in_channels, out_channels))
        if bias:
            self.bias = nn.Parameter(torch.empty(out_channels))
        else:
            self.register_parameter("bias", None)

    def reset_parameters(self):
        return None

    def forward(self, input):
        return F.conv3d(input, self.kernel, kernel_size=self.kernel_size, bias=self.bias, stride=self.stride,
                        dilation=self.dilation, transposed=self.transposed)


class BatchNorm(nn.BatchNorm1d):
    def forward(self, input):
        return fapply(input, super().forward)


class GroupNorm(nn.GroupNorm):
    """Each sample by its own: all at once have as many places."""

    def forward(self, input):
        feats = input.feats
        made = torch.zeros_like(feats)
        picked = torch.arange(feats.size(0), device=feats.device)
        part = feats[picked].transpose(0, 1).reshape(1, feats.shape[1], -1)
        made[picked] = super().forward(part).reshape(feats.shape[1], -1).transpose(0, 1)
        return input.like(made)


class ReLU(nn.ReLU):
    def forward(self, input):
        return fapply(input, super().forward)


class LeakyReLU(nn.LeakyReLU):
    def forward(self, input):
        return fapply(input, super().forward)
