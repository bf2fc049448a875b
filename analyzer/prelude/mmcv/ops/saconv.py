import torch
from mmcv.cnn.bricks.conv_ws import ConvAWS2d
from mmcv.ops.deform_conv import deform_conv2d
from torch import nn
from torch.nn import functional as F


class SAConv2d(ConvAWS2d):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 use_deform=False):
        super().__init__(in_channels, out_channels, kernel_size, stride=stride, padding=padding, dilation=dilation,
                         groups=groups, bias=bias)
        self.use_deform = use_deform
        self.switch = nn.Conv2d(in_channels, 1, kernel_size=1, stride=stride, bias=True)
        self.weight_diff = nn.Parameter(torch.empty(self.weight.size()))
        self.pre_context = nn.Conv2d(in_channels, in_channels, kernel_size=1, bias=True)
        self.post_context = nn.Conv2d(out_channels, out_channels, kernel_size=1, bias=True)
        if use_deform:
            self.offset_s = nn.Conv2d(in_channels, 18, kernel_size=3, padding=1, stride=stride, bias=True)
            self.offset_l = nn.Conv2d(in_channels, 18, kernel_size=3, padding=1, stride=stride, bias=True)

    def init_weights(self):
        return None

    def _convolve(self, x, weight, bias, offsets, context, times):
        padding = tuple([times * each for each in self.padding])
        dilation = tuple([times * each for each in self.dilation])
        if self.use_deform:
            return deform_conv2d(x, offsets(context), weight, self.stride, padding, dilation, self.groups, 1)
        return F.conv2d(x, weight, bias, self.stride, padding, dilation, self.groups)

    def forward(self, x):
        context = F.adaptive_avg_pool2d(x, output_size=1)
        context = self.pre_context(context)
        context = context.expand_as(x)
        x = x + context
        context = F.pad(x, pad=(2, 2, 2, 2), mode="reflect")
        context = F.avg_pool2d(context, kernel_size=5, stride=1, padding=0)
        switch = self.switch(context)
        weight = self._get_weight(self.weight)
        bias = torch.zeros(self.out_channels, device=weight.device, dtype=weight.dtype)
        near = self._convolve(x, weight, bias, getattr(self, "offset_s", None), context, 1)
        weight = weight + self.weight_diff
        far = self._convolve(x, weight, bias, getattr(self, "offset_l", None), context, 3)
        out = switch * near + (1 - switch) * far
        context = F.adaptive_avg_pool2d(out, output_size=1)
        context = self.post_context(context)
        context = context.expand_as(out)
        return out + context
