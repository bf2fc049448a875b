"""A convolutional autoencoder whose residual stages are checkpointed, each in the way the config asks for."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint

CFG = {"channels": [12, 24, 40], "latent": 6, "reentrant": {"down": True, "middle": False, "up": True}}
INPUTS = [["float32", [2, 3, 32, 24]]]


class ResidualUnit(nn.Module):
    def __init__(self, inner, outer):
        super().__init__()
        self.first = nn.Sequential(nn.GroupNorm(4, inner), nn.SiLU(), nn.Conv2d(inner, outer, 3, padding=1))
        self.second = nn.Sequential(nn.GroupNorm(4, outer), nn.SiLU(), nn.Conv2d(outer, outer, 3, padding=1))
        self.shortcut = nn.Conv2d(inner, outer, 1) if inner != outer else nn.Identity()

    def forward(self, x):
        return self.second(self.first(x)) + self.shortcut(x)


class Spatial(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.GroupNorm(1, width)
        self.qkv = nn.Conv1d(width, 3 * width, 1)
        self.out = nn.Conv1d(width, width, 1)

    def forward(self, x, scale):
        b, c, h, w = x.shape
        q, k, v = self.qkv(self.norm(x).flatten(2)).chunk(3, dim=1)
        weight = torch.softmax(torch.einsum("bct,bcs->bts", q * scale, k), dim=-1)
        return x + self.out(torch.einsum("bts,bcs->bct", weight, v)).view(b, c, h, w)


class Autoencoder(nn.Module):
    def __init__(self, channels, latent, reentrant):
        super().__init__()
        self.reentrant = reentrant
        self.stem = nn.Conv2d(3, channels[0], 3, padding=1)
        self.down = nn.ModuleList(ResidualUnit(a, b) for a, b in zip(channels[:-1], channels[1:]))
        self.middle = Spatial(channels[-1])
        self.moments = nn.Conv2d(channels[-1], 2 * latent, 1)
        self.expand = nn.Conv2d(latent, channels[-1], 1)
        self.up = nn.ModuleList(ResidualUnit(b, a) for a, b in reversed(list(zip(channels[:-1], channels[1:]))))
        self.head = nn.Conv2d(channels[0], 3, 3, padding=1)

    def forward(self, x):
        h = self.stem(x)
        for unit in self.down:
            h = F.avg_pool2d(checkpoint(unit, h, use_reentrant=self.reentrant["down"]), 2)
        h = checkpoint(self.middle, h, h.shape[1] ** -0.5, use_reentrant=self.reentrant["middle"])
        mean, logvar = self.moments(h).chunk(2, dim=1)
        z = mean + torch.exp(0.5 * logvar) * torch.randn_like(mean)
        h = self.expand(z)
        for unit in self.up:
            h = F.interpolate(h, scale_factor=2.0, mode="nearest")
            h = checkpoint(unit, h, use_reentrant=self.reentrant["up"])
        return self.head(h), mean, logvar


def build(cfg):
    return Autoencoder(cfg["channels"], cfg["latent"], cfg["reentrant"])


def loss(outputs):
    image, mean, logvar = outputs
    divergence = -0.5 * (1 + logvar - mean.pow(2) - logvar.exp()).mean()
    return image.abs().mean() + 1e-3 * divergence
