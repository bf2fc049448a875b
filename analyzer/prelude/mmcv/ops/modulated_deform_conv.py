import _vramlint
import torch
from torch import nn
from torch.nn.modules.utils import _pair, _single
from vramlint_openmmlab.checks import deprecated_api_warning


def modulated_deform_conv2d(input, offset, mask, weight, bias=None, stride=1, padding=0, dilation=1, groups=1,
                            deform_groups=1):
    if input.dim() != 4:
        raise ValueError(f"Expected 4D tensor as input, got {input.dim()}D tensor instead.")
    input = input.type_as(offset)
    weight = weight.type_as(input)
    if bias is not None:
        bias = bias.type_as(input)
    return _vramlint.op("mmcv.ops.modulated_deform_conv2d", input, offset, mask.type_as(input), weight, bias, _pair(stride),
                        _pair(padding), _pair(dilation), groups, deform_groups)


class ModulatedDeformConv2d(nn.Module):
    @deprecated_api_warning({"deformable_groups": "deform_groups"}, cls_name="ModulatedDeformConv2d")
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, deform_groups=1,
                 bias=True):
        super().__init__()
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = _pair(kernel_size)
        self.stride = _pair(stride)
        self.padding = _pair(padding)
        self.dilation = _pair(dilation)
        self.groups = groups
        self.deform_groups = deform_groups
        self.transposed = False
        self.output_padding = _single(0)
        self.weight = nn.Parameter(torch.empty(out_channels, in_channels // groups, *self.kernel_size))
        if bias:
            self.bias = nn.Parameter(torch.empty(out_channels))
        else:
            self.register_parameter("bias", None)

    def init_weights(self):
        return None

    def _convolve(self, x, offset, mask):
        return modulated_deform_conv2d(x, offset, mask, self.weight, self.bias, self.stride, self.padding, self.dilation,
                                       self.groups, self.deform_groups)

    def forward(self, x, offset, mask):
        return self._convolve(x, offset, mask)


class ModulatedDeformConv2dPack(ModulatedDeformConv2d):
    _version = 2

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        height, width = self.kernel_size
        self.conv_offset = nn.Conv2d(self.in_channels, self.deform_groups * 3 * height * width, kernel_size=self.kernel_size,
                                     stride=self.stride, padding=self.padding, dilation=self.dilation, bias=True)

    def forward(self, x):
        out = self.conv_offset(x)
        first, second, mask = torch.chunk(out, 3, dim=1)
        offset = torch.cat((first, second), dim=1)
        mask = torch.sigmoid(mask)
        return self._convolve(x, offset, mask)
