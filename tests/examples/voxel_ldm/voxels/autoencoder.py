"""An autoencoder of volumes in MONAI's blocks: attention over all positions at its bottom, whatever the levels say."""
import math

import torch
from monai.networks.blocks import Convolution
from torch import nn
from torch.nn import functional as F


def conv(channels, out_channels, stride=1, kernel=3):
    return Convolution(3, channels, out_channels, strides=stride, kernel_size=kernel, conv_only=True)


class Residual(nn.Module):
    def __init__(self, channels, out_channels, groups):
        super().__init__()
        self.first = nn.Sequential(nn.GroupNorm(groups, channels), nn.SiLU(), conv(channels, out_channels))
        self.second = nn.Sequential(nn.GroupNorm(groups, out_channels), nn.SiLU(), conv(out_channels, out_channels))
        self.around = nn.Identity() if channels == out_channels else conv(channels, out_channels, kernel=1)

    def forward(self, x):
        return self.around(x) + self.second(self.first(x))


class Attention(nn.Module):
    def __init__(self, channels, groups):
        super().__init__()
        self.scale = 1 / math.sqrt(channels)
        self.norm = nn.GroupNorm(groups, channels)
        self.query, self.key, self.value = (nn.Linear(channels, channels) for _ in range(3))

    def forward(self, x):
        batch, channels, *sizes = x.shape
        h = self.norm(x).view(batch, channels, -1).transpose(1, 2)
        query, key, value = self.query(h), self.key(h), self.value(h)
        table = torch.empty(batch, h.shape[1], h.shape[1], dtype=query.dtype, device=query.device)
        scores = torch.baddbmm(table, query, key.transpose(1, 2), beta=0, alpha=self.scale)
        made = torch.bmm(scores.softmax(dim=-1), value)
        return x + made.transpose(1, 2).reshape(batch, channels, *sizes)


class Grow(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv = conv(channels, channels)

    def forward(self, x):
        return self.conv(F.interpolate(x, scale_factor=2.0, mode="nearest"))


def around_everything(channels, groups):
    return [Residual(channels, channels, groups), Attention(channels, groups), Residual(channels, channels, groups)]


class Autoencoder(nn.Module):
    def __init__(self, channels, groups, latent, attention):
        super().__init__()
        if any(width % groups for width in channels):
            raise ValueError(f"every width of {tuple(channels)} must be a multiple of groups = {groups}")
        if len(channels) != len(attention):
            raise ValueError("`channels` and `attention` must be of one length")
        down, up = [conv(1, channels[0])], [conv(latent, channels[-1]), *around_everything(channels[-1], groups)]
        before = channels[0]
        for level, width in enumerate(channels):
            down += [Residual(before, width, groups)] + [Attention(width, groups)] * attention[level]
            before = width
            if level < len(channels) - 1:
                down.append(conv(width, width, stride=2))
        down += around_everything(before, groups)
        for level, width in reversed(list(enumerate(channels))):
            up += [Residual(before, width, groups)] + [Attention(width, groups)] * attention[level]
            before = width
            if level:
                up.append(Grow(width))
        self.encoder = nn.Sequential(*down, nn.GroupNorm(groups, channels[-1]), conv(channels[-1], latent))
        self.decoder = nn.Sequential(*up, nn.GroupNorm(groups, channels[0]), conv(channels[0], 1))
        self.mean, self.spread = conv(latent, latent, kernel=1), conv(latent, latent, kernel=1)

    def encode(self, x):
        h = self.encoder(x)
        return self.mean(h), torch.exp(torch.clamp(self.spread(h), -30.0, 20.0) / 2)

    def sample(self, x):
        mean, sigma = self.encode(x)
        return mean + torch.randn_like(sigma) * sigma

    def forward(self, x):
        mean, sigma = self.encode(x)
        return self.decoder(mean + torch.randn_like(sigma) * sigma), mean, sigma


class Discriminator(nn.Sequential):
    def __init__(self, layers, channels):
        super().__init__()
        act = ("LEAKYRELU", {"negative_slope": 0.2})
        self.add_module("first", Convolution(3, 1, channels, strides=2, kernel_size=4, padding=1, act=act, norm=None))
        for number in range(layers):
            stride = 1 if number == layers - 1 else 2
            block = Convolution(3, channels, 2 * channels, strides=stride, kernel_size=4, padding=1, act=act,
                                norm="BATCH", bias=False)
            self.add_module("%d" % number, block)
            channels *= 2
        self.add_module("last", Convolution(3, channels, 1, kernel_size=4, padding=1, conv_only=True))

    def forward(self, x):
        made = [x]
        for part in self.children():
            made.append(part(made[-1]))
        return made[1:]
