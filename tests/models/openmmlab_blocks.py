"""Blocks of mmcv.cnn beside plain layers that do the same; where mmcv is not installed, the plain ones stand in for it."""
import torch
from torch import nn
from torch.nn import functional as F

CFG = {"width": 16}
INPUTS = [["float32", [2, 3, 20, 24]]]


class PlainConv(nn.Module):
    """Convolution, normalisation and activation in a given order, padded by a layer where the mode asks for one."""

    def __init__(self, before, after, kernel, stride=1, padding=0, dilation=1, groups=1, norm=None, act=None, reflect=False,
                 order=("conv", "norm", "act")):
        super().__init__()
        self.order = order
        self.pad = nn.ReflectionPad2d(padding) if reflect else nn.Identity()
        self.conv = nn.Conv2d(before, after, kernel, stride, 0 if reflect else padding, dilation, groups, bias=norm is None)
        self.norm = norm
        self.act = act

    def forward(self, x):
        for step in self.order:
            if step == "conv":
                x = self.conv(self.pad(x))
            elif step == "norm" and self.norm is not None:
                x = self.norm(x)
            elif step == "act" and self.act is not None:
                x = self.act(x)
        return x


class PlainNonLocal(nn.Module):
    def __init__(self, width, inner):
        super().__init__()
        self.g, self.theta, self.phi = [nn.Conv2d(width, inner, 1) for _ in range(3)]
        self.conv_out = nn.Sequential(nn.Conv2d(inner, width, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x):
        n, inner = x.size(0), self.g.out_channels
        g = self.g(x).view(n, inner, -1).permute(0, 2, 1)
        theta = self.theta(x).view(n, inner, -1).permute(0, 2, 1)
        weight = torch.matmul(theta, self.phi(x).view(n, inner, -1))
        weight /= inner ** 0.5
        y = torch.matmul(weight.softmax(dim=-1), g).permute(0, 2, 1).contiguous().reshape(n, inner, *x.shape[2:])
        return x + self.conv_out(y)


class PlainContext(nn.Module):
    def __init__(self, width, planes):
        super().__init__()
        self.mask = nn.Conv2d(width, 1, 1)
        self.transform = nn.Sequential(nn.Conv2d(width, planes, 1), nn.LayerNorm([planes, 1, 1]), nn.ReLU(inplace=True),
                                       nn.Conv2d(planes, width, 1))

    def forward(self, x):
        n, c, h, w = x.shape
        mask = self.mask(x).view(n, 1, h * w).softmax(2).unsqueeze(-1)
        return x + self.transform(torch.matmul(x.view(n, c, h * w).unsqueeze(1), mask).view(n, c, 1, 1))


class PlainStandardized(nn.Conv2d):
    def forward(self, x):
        flat = self.weight.view(self.weight.size(0), -1)
        mean = flat.mean(dim=1, keepdim=True).view(-1, 1, 1, 1)
        std = flat.std(dim=1, keepdim=True).view(-1, 1, 1, 1)
        return F.conv2d(x, (self.weight - mean) / (std + 1e-5), self.bias, self.stride, self.padding)


class PlainDropPath(nn.Module):
    def forward(self, x):
        return x.div(0.8) * (0.8 + torch.rand((x.shape[0], 1, 1, 1))).floor()


class PlainPadded(nn.Conv2d):
    def forward(self, x):
        return super().forward(F.pad(x, [1, 1, 1, 1]))


def plain(width):
    half = width // 2
    return [
        PlainConv(3, width, 3, padding=1, norm=nn.BatchNorm2d(width), act=nn.ReLU(inplace=True)),
        PlainConv(width, width, 3, padding=1, norm=nn.GroupNorm(4, width), act=nn.LeakyReLU(0.1, inplace=True), reflect=True),
        PlainConv(width, width, 1, norm=nn.BatchNorm2d(width), act=nn.ReLU(inplace=True), order=("norm", "act", "conv")),
        nn.Sequential(PlainConv(width, width, 3, padding=1, groups=width, norm=nn.BatchNorm2d(width), act=nn.ReLU(True)),
                      PlainConv(width, width, 1, norm=nn.BatchNorm2d(width), act=nn.ReLU(True))),
        PlainConv(width, width, 3, padding=2, dilation=2, act=nn.Sigmoid()),
        PlainNonLocal(width, half),
        PlainContext(width, width // 4),
        PlainStandardized(width, width, 3, padding=1),
        PlainPadded(width, width, 3, stride=1),
        PlainDropPath(),
        nn.Upsample(scale_factor=2, mode="bilinear", align_corners=False),
    ]


def with_mmcv(width):
    from mmcv.cnn import (ContextBlock, ConvModule, DepthwiseSeparableConvModule, NonLocal2d, build_conv_layer,
                          build_upsample_layer)
    from mmcv.cnn.bricks.drop import build_dropout
    norm = dict(type="BN", requires_grad=True)
    return [
        ConvModule(3, width, 3, padding=1, norm_cfg=norm),
        ConvModule(width, width, 3, padding=1, norm_cfg=dict(type="GN", num_groups=4), padding_mode="reflect",
                   act_cfg=dict(type="LeakyReLU", negative_slope=0.1)),
        ConvModule(width, width, 1, norm_cfg=norm, order=("norm", "act", "conv"), bias=False),
        DepthwiseSeparableConvModule(width, width, 3, padding=1, norm_cfg=norm),
        ConvModule(width, width, 3, padding=2, dilation=2, act_cfg=dict(type="Sigmoid")),
        NonLocal2d(width, reduction=2, norm_cfg=norm),
        ContextBlock(width, ratio=1 / 4),
        build_conv_layer(dict(type="ConvWS"), width, width, 3, padding=1),
        build_conv_layer(dict(type="Conv2dAdaptivePadding"), width, width, 3, stride=1),
        build_dropout(dict(type="DropPath", drop_prob=0.2)),
        build_upsample_layer(dict(type="bilinear", scale_factor=2, align_corners=False)),
    ]


def build(cfg):
    try:
        return nn.Sequential(*with_mmcv(cfg.width))
    except ModuleNotFoundError:
        return nn.Sequential(*plain(cfg.width))


def loss(outputs):
    return outputs.square().mean()
