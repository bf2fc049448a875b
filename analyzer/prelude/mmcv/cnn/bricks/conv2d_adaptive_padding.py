import math

from torch import nn
from torch.nn import functional as F


def _missing(size, kernel, stride, dilation):
    outputs = math.ceil(size / stride)
    return max((outputs - 1) * stride + (kernel - 1) * dilation + 1 - size, 0)


class Conv2dAdaptivePadding(nn.Conv2d):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True):
        super().__init__(in_channels, out_channels, kernel_size, stride, 0, dilation, groups, bias)

    def forward(self, x):
        height, width = [_missing(x.size(i - 2), self.weight.size(i - 2), self.stride[i], self.dilation[i]) for i in (0, 1)]
        if height > 0 or width > 0:
            x = F.pad(x, [width // 2, width - width // 2, height // 2, height - height // 2])
        return F.conv2d(x, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)
