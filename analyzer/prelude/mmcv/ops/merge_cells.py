"""Two maps made one size and merged: the cells of the networks that NAS-FPN and NAS-FCOS found."""
import torch
from mmcv.cnn.bricks.conv_module import ConvModule
from torch import nn
from torch.nn import functional as F


class BaseMergeCell(nn.Module):
    def __init__(self, fused_channels=256, out_channels=256, with_out_conv=True,
                 out_conv_cfg=dict(groups=1, kernel_size=3, padding=1, bias=True), out_norm_cfg=None,
                 out_conv_order=("act", "conv", "norm"), with_input1_conv=False, with_input2_conv=False, input_conv_cfg=None,
                 input_norm_cfg=None, upsample_mode="nearest"):
        super().__init__()
        assert upsample_mode in ["nearest", "bilinear"]
        self.with_out_conv = with_out_conv
        self.with_input1_conv = with_input1_conv
        self.with_input2_conv = with_input2_conv
        self.upsample_mode = upsample_mode
        if with_out_conv:
            self.out_conv = ConvModule(fused_channels, out_channels, **out_conv_cfg, norm_cfg=out_norm_cfg, order=out_conv_order)

        def entry(wanted):
            if not wanted:
                return nn.Sequential()
            return ConvModule(out_channels, out_channels, 3, padding=1, conv_cfg=input_conv_cfg, norm_cfg=input_norm_cfg, bias=True)

        self.input1_conv = entry(with_input1_conv)
        self.input2_conv = entry(with_input2_conv)

    def _binary_op(self, x1, x2):
        raise NotImplementedError

    def _resize(self, x, size):
        have, size = tuple(x.shape[-2:]), tuple(size)
        if have == size:
            return x
        if have < size:
            return F.interpolate(x, size=size, mode=self.upsample_mode)
        lacking = [-side % wanted for side, wanted in zip(have, size)]
        if any(lacking):
            down, across = lacking
            x = F.pad(x, (across // 2, across - across // 2, down // 2, down - down // 2), mode="constant", value=0.0)
        window = tuple([side // wanted for side, wanted in zip(x.shape[-2:], size)])
        return F.max_pool2d(x, kernel_size=window, stride=window)

    def forward(self, x1, x2, out_size=None):
        assert x1.shape[:2] == x2.shape[:2]
        assert out_size is None or len(out_size) == 2
        if out_size is None:
            out_size = max(tuple(x1.shape[2:]), tuple(x2.shape[2:]))
        x1 = self._resize(self.input1_conv(x1), out_size)
        x2 = self._resize(self.input2_conv(x2), out_size)
        merged = self._binary_op(x1, x2)
        return self.out_conv(merged) if self.with_out_conv else merged


class SumCell(BaseMergeCell):
    def __init__(self, in_channels, out_channels, **kwargs):
        super().__init__(in_channels, out_channels, **kwargs)

    def _binary_op(self, x1, x2):
        return x1 + x2


class ConcatCell(BaseMergeCell):
    def __init__(self, in_channels, out_channels, **kwargs):
        super().__init__(in_channels * 2, out_channels, **kwargs)

    def _binary_op(self, x1, x2):
        return torch.cat([x1, x2], dim=1)


class GlobalPoolingCell(BaseMergeCell):
    def __init__(self, in_channels=None, out_channels=None, **kwargs):
        super().__init__(in_channels, out_channels, **kwargs)
        self.global_pool = nn.AdaptiveAvgPool2d((1, 1))

    def _binary_op(self, x1, x2):
        return x2 + self.global_pool(x2).sigmoid() * x1
