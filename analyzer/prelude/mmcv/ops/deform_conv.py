import _vramlint
import torch
from torch import nn
from torch.nn import functional as F
from torch.nn.modules.utils import _pair, _single
from vramlint_openmmlab.checks import deprecated_api_warning


def deform_conv2d(input, offset, weight, stride=1, padding=0, dilation=1, groups=1, deform_groups=1, bias=False,
                  im2col_step=32):
    if input.dim() != 4:
        raise ValueError(f"Expected 4D tensor as input, got {input.dim()}D tensor instead.")
    assert bias is False, "Only support bias is False."
    step = min(im2col_step, input.size(0))
    assert input.size(0) % step == 0, "batch size must be divisible by im2col_step"
    input = input.type_as(offset)
    return _vramlint.op("mmcv.ops.deform_conv2d", input, offset, weight.type_as(input), _pair(stride), _pair(padding),
                        _pair(dilation), groups, deform_groups, bias, im2col_step)


class DeformConv2d(nn.Module):
    @deprecated_api_warning({"deformable_groups": "deform_groups"}, cls_name="DeformConv2d")
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, deform_groups=1,
                 bias=False, im2col_step=32):
        super().__init__()
        assert not bias, f"bias={bias} is not supported in DeformConv2d."
        assert in_channels % groups == 0, f"in_channels {in_channels} cannot be divisible by groups {groups}"
        assert out_channels % groups == 0, f"out_channels {out_channels} cannot be divisible by groups {groups}"
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = _pair(kernel_size)
        self.stride = _pair(stride)
        self.padding = _pair(padding)
        self.dilation = _pair(dilation)
        self.groups = groups
        self.deform_groups = deform_groups
        self.im2col_step = im2col_step
        self.transposed = False
        self.output_padding = _single(0)
        self.weight = nn.Parameter(torch.empty(out_channels, in_channels // groups, *self.kernel_size))

    def reset_parameters(self):
        return None

    def _convolve(self, x, offset):
        return deform_conv2d(x, offset, self.weight, self.stride, self.padding, self.dilation, self.groups, self.deform_groups,
                             False, self.im2col_step)

    def forward(self, x, offset):
        missing = [max(kernel - size, 0) for kernel, size in zip(self.kernel_size, x.size()[2:])]
        if not any(missing):
            return self._convolve(x, offset)
        pads = (0, missing[1], 0, missing[0])
        out = self._convolve(F.pad(x, pads).contiguous(), F.pad(offset, pads).contiguous())
        return out[:, :, :out.size(2) - missing[0], :out.size(3) - missing[1]].contiguous()


class DeformConv2dPack(DeformConv2d):
    _version = 2

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        height, width = self.kernel_size
        self.conv_offset = nn.Conv2d(self.in_channels, self.deform_groups * 2 * height * width, kernel_size=self.kernel_size,
                                     stride=self.stride, padding=self.padding, dilation=self.dilation, bias=True)

    def init_offset(self):
        return None

    def forward(self, x):
        offset = self.conv_offset(x)
        return self._convolve(x, offset)
