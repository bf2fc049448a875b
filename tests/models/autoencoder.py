"""A convolutional autoencoder with group norm, SiLU and nearest upsampling."""
import torch
import torch.nn as nn
import torch.nn.functional as F

CFG = {"ch": 16, "mult": [1, 2], "groups": 4, "z": 4}
INPUTS = [["float32", [2, 3, 32, 32]]]


def normalize(channels, groups):
    return nn.GroupNorm(num_groups=groups, num_channels=channels, eps=1e-6, affine=True)


class ResBlock(nn.Module):
    def __init__(self, before, after, groups):
        super().__init__()
        self.norm1 = normalize(before, groups)
        self.conv1 = nn.Conv2d(before, after, 3, 1, 1)
        self.norm2 = normalize(after, groups)
        self.conv2 = nn.Conv2d(after, after, 3, 1, 1)
        self.skip = nn.Conv2d(before, after, 1) if before != after else nn.Identity()

    def forward(self, x):
        h = self.conv1(F.silu(self.norm1(x)))
        h = self.conv2(F.silu(self.norm2(h)))
        return self.skip(x) + h


class Upsample(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, 3, padding=1)

    def forward(self, x):
        return self.conv(F.interpolate(x, scale_factor=2.0, mode="nearest"))


class AutoEncoder(nn.Module):
    def __init__(self, ch, mult, groups, z):
        super().__init__()
        encoder = [nn.Conv2d(3, ch, 3, padding=1)]
        width = ch
        for m in mult:
            encoder += [ResBlock(width, ch * m, groups), nn.Conv2d(ch * m, ch * m, 3, stride=2, padding=1)]
            width = ch * m
        self.encoder = nn.Sequential(*encoder)
        self.to_moments = nn.Conv2d(width, 2 * z, 1)
        decoder = [nn.Conv2d(z, width, 1)]
        for m in mult[::-1]:
            decoder += [ResBlock(width, ch * m, groups), Upsample(ch * m)]
            width = ch * m
        self.decoder = nn.Sequential(*decoder, normalize(width, groups), nn.SiLU(), nn.Conv2d(width, 3, 3, padding=1))

    def forward(self, x):
        mean, logvar = self.to_moments(self.encoder(x)).chunk(2, dim=1)
        std = torch.exp(0.5 * torch.clamp(logvar, -30.0, 20.0))
        sample = mean + std * torch.randn_like(std)
        return self.decoder(sample), mean, logvar


def build(cfg):
    return AutoEncoder(**cfg)


def loss(outputs):
    reconstruction, mean, logvar = outputs
    divergence = -0.5 * torch.sum(1 + logvar - mean.pow(2) - logvar.exp())
    return reconstruction.abs().mean() + 1e-6 * divergence
