"""Unfolded neighbourhoods weighted by generated kernels, a non-local block, and Inception branches by factory."""
import functools

import torch
import torch.nn as nn
import torch.nn.functional as F

CFG = {"channels": 8, "kernel": 3, "group": 2, "branches": {"b1": [4], "b3": [3, 4], "b5": [2, 4, 4]}, "classes": 3}
INPUTS = [["float32", [2, 3, 20, 24]]]


def conv_bn(*args, act=True, **kwargs):
    layers = [nn.Conv2d(*args, bias=False, **kwargs), nn.BatchNorm2d(args[1])]
    return nn.Sequential(*layers, nn.SiLU(inplace=True)) if act else nn.Sequential(*layers)


class Involution(nn.Module):
    def __init__(self, channels, kernel, groups, reduction=2):
        super().__init__()
        self.kernel, self.groups, self.width = kernel, groups, channels // groups
        self.reduce = conv_bn(channels, channels // reduction, 1)
        self.span = nn.Conv2d(channels // reduction, kernel ** 2 * groups, 1)
        self.unfold = nn.Unfold(kernel, dilation=1, padding=(kernel - 1) // 2, stride=1)

    def forward(self, x):
        b, c, h, w = x.shape
        weight = self.span(self.reduce(x)).view(b, self.groups, self.kernel ** 2, h, w).unsqueeze(2)
        out = self.unfold(x).view(b, self.groups, self.width, self.kernel ** 2, h, w)
        return (weight * out).sum(dim=3).view(b, c, h, w)


class NonLocal(nn.Module):
    def __init__(self, channels, mode="embedded_gaussian"):
        super().__init__()
        self.inner = channels // 2
        self.theta, self.phi, self.g = (nn.Conv2d(channels, self.inner, 1) for _ in range(3))
        self.out = conv_bn(self.inner, channels, 1, act=False)
        nn.init.zeros_(self.out[1].weight)
        self.pairwise = getattr(self, mode)

    def embedded_gaussian(self, theta, phi):
        weight = torch.matmul(theta, phi)
        weight /= theta.shape[-1] ** 0.5
        return weight.softmax(dim=-1)

    def forward(self, x):
        n, _, h, w = x.size()
        g = F.max_pool2d(self.g(x), 2).view(n, self.inner, -1).permute(0, 2, 1)
        theta = self.theta(x).view(n, self.inner, -1).permute(0, 2, 1)
        phi = F.max_pool2d(self.phi(x), 2).view(n, self.inner, -1)
        y = torch.matmul(self.pairwise(theta, phi), g)
        y = y.permute(0, 2, 1).contiguous().reshape(n, self.inner, h, w)
        return x + self.out(y)


class Inception(nn.Module):
    def __init__(self, before, branches):
        super().__init__()
        make = functools.partial(conv_bn, padding=1)
        for name, widths in branches.items():
            layers = [conv_bn(before, widths[0], 1)]
            layers += [make(a, b, 3) for a, b in zip(widths, widths[1:])]
            self.add_module(name, nn.Sequential(*layers))
        self.names = tuple(branches)
        self.pool = nn.Sequential(nn.MaxPool2d(3, stride=1, padding=1), conv_bn(before, 4, 1))

    def forward(self, x):
        return torch.cat([*(getattr(self, n)(x) for n in self.names), self.pool(x)], 1)

    @property
    def channels(self):
        return 4 * (len(self.names) + 1)


class Net(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        c = cfg["channels"]
        self.stem = conv_bn(3, c, (3, 5), stride=(2, 2), padding=(1, 2))
        self.involution = Involution(c, cfg["kernel"], cfg["group"])
        self.non_local = NonLocal(c)
        self.inception = Inception(c, cfg.get("branches"))
        self.lrn = nn.LocalResponseNorm(3)
        self.up = nn.ConvTranspose2d(self.inception.channels, c, 2, 2, groups=2)
        self.cls = nn.Conv2d(c, cfg["classes"], 1)

    def forward(self, x):
        x = self.stem(x)
        x = F.relu(self.involution(x) + x)
        x = self.lrn(self.inception(self.non_local(x)))
        b, c, h, w = x.shape
        x = x.view(b, 2, c // 2, h, w).transpose(1, 2).reshape(b, c, h, w)
        return self.cls(self.up(x))


def build(cfg):
    return Net(cfg)


def loss(outputs):
    log_p = outputs.log_softmax(dim=1)
    hard = -log_p.amax(dim=1)
    kept, _ = hard.flatten().sort(descending=True)
    kept = kept[:kept.numel() // 4]
    return kept.mean() + F.pad(outputs, (1, 1, 1, 1), mode="reflect").std()
