"""A convolution that leaves out places by a mask, which inference alone gives it."""
import _vramlint
from torch import nn


class MaskedConv2d(nn.Conv2d):
    def forward(self, input, mask=None):
        if mask is not None:
            _vramlint.unsupported("mmcv.ops.MaskedConv2d with a mask: which places are computed depends on the data")
        return super().forward(input)
