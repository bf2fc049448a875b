"""Residual dense features upscaled by pixel shuffle; Charbonnier and gradient losses; channel attention."""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

CFG = {"feats": 8, "blocks": 2, "scale": 4, "res_scale": 0.1}
INPUTS = [["float32", [2, 3, 16, 20]]]


def default_conv(in_channels, out_channels, kernel_size, bias=True):
    return nn.Conv2d(in_channels, out_channels, kernel_size, padding=(kernel_size // 2), bias=bias)


class MeanShift(nn.Conv2d):
    def __init__(self, rgb_mean=(0.45, 0.44, 0.40), sign=-1):
        super().__init__(3, 3, kernel_size=1)
        self.weight.data = torch.eye(3).view(3, 3, 1, 1)
        self.bias.data = sign * torch.Tensor(rgb_mean)
        for p in self.parameters():
            p.requires_grad = False


class CALayer(nn.Module):
    def __init__(self, channel, reduction=4):
        super().__init__()
        self.avg_pool = nn.AdaptiveAvgPool2d(1)
        self.conv_du = nn.Sequential(nn.Conv2d(channel, channel // reduction, 1), nn.ReLU(inplace=True),
                                     nn.Conv2d(channel // reduction, channel, 1), nn.Sigmoid())

    def forward(self, x):
        return x * self.conv_du(self.avg_pool(x))


class ResBlock(nn.Module):
    def __init__(self, conv, feats, kernel, act=nn.ReLU(True), res_scale=1):
        super().__init__()
        m = []
        for i in range(2):
            m.append(conv(feats, feats, kernel))
            if i == 0:
                m.append(act)
        self.body = nn.Sequential(*m, CALayer(feats))
        self.res_scale = res_scale

    def forward(self, x):
        res = self.body(x).mul(self.res_scale)
        res += x
        return res


class Upsampler(nn.Sequential):
    def __init__(self, conv, scale, feats):
        m = []
        if (scale & (scale - 1)) == 0:
            for _ in range(int(math.log(scale, 2))):
                m.append(conv(feats, 4 * feats, 3))
                m.append(nn.PixelShuffle(2))
        elif scale == 3:
            m += [conv(feats, 9 * feats, 3), nn.PixelShuffle(3)]
        else:
            raise NotImplementedError
        super(Upsampler, self).__init__(*m)


class EDSR(nn.Module):
    def __init__(self, feats, blocks, scale, res_scale, conv=default_conv):
        super().__init__()
        self.sub_mean, self.add_mean = MeanShift(), MeanShift(sign=1)
        self.head = nn.Sequential(conv(3, feats, 3))
        body = [ResBlock(conv, feats, 3, res_scale=res_scale) for _ in range(blocks)]
        body.append(conv(feats, feats, 3))
        self.body = nn.Sequential(*body)
        self.tail = nn.Sequential(Upsampler(conv, scale, feats), conv(feats, 3, 3))

    def forward(self, x):
        x = self.sub_mean(x)
        x = self.head(x)
        res = self.body(x)
        res += x
        return self.add_mean(self.tail(res))


def build(cfg):
    return EDSR(**cfg)


def loss(outputs):
    target = torch.rand_like(outputs)
    charbonnier = torch.sqrt((outputs - target) ** 2 + 1e-6).mean()
    dx = outputs[..., 1:] - outputs[..., :-1]
    dy = torch.diff(outputs, dim=-2)
    small = F.pixel_unshuffle(outputs, 4)
    return charbonnier + 0.1 * (dx.abs().mean() + dy.abs().mean()) + small.var(dim=1).mean()
