import torch
from torch import nn
from torch.nn import functional as F

from volumes.layers import Block, normalization

STRIDES = ((1, 2, 2), (2, 2, 2))


def tiny():
    return {"base": 8, "mult": (1, 2, 2), "blocks": 1, "recompute": True}


def narrow():
    return {"base": 24, "mult": (1, 2, 3), "blocks": 1, "recompute": True}


def full():
    return {"base": 16, "mult": (1, 2, 4), "blocks": 2, "recompute": False}


class VolumeVAE(nn.Module):
    def __init__(self, base, mult, blocks, recompute, latent=4, channels=4, kl_weight=1e-6, occupied_weight=1.0):
        super().__init__()
        self.kl_weight = kl_weight
        self.register_buffer("weights", torch.as_tensor((occupied_weight, 1.0, 1.0, 1.0)).view(1, -1, 1, 1, 1),
                             persistent=False)
        widths = [base * m for m in mult]
        down = [nn.Conv3d(channels, widths[0], 3, padding=1)]
        for level, width in enumerate(widths):
            before = widths[max(level - 1, 0)]
            down += [Block(before if n == 0 else width, width, recompute) for n in range(blocks)]
            if level < len(STRIDES):
                down.append(nn.Conv3d(width, width, 3, stride=STRIDES[level], padding=1))
        self.encoder = nn.Sequential(*down, normalization(widths[-1]), nn.SiLU(), nn.Conv3d(widths[-1], 2 * latent, 1))
        self.start = nn.Conv3d(latent, widths[-1], 1)
        up = []
        for level, width in list(enumerate(widths))[::-1]:
            before = widths[min(level + 1, len(widths) - 1)]
            up.append(nn.ModuleList(Block(before if n == 0 else width, width, recompute) for n in range(blocks)))
        self.up = nn.ModuleList(up)
        self.end = nn.Sequential(normalization(widths[0]), nn.SiLU(), nn.Conv3d(widths[0], channels, 3, padding=1))

    def encode(self, x):
        mean, log_variance = self.encoder(x).chunk(2, dim=1)
        return mean, log_variance.clamp(-30.0, 20.0)

    def decode(self, z):
        x = self.start(z)
        for level, blocks in enumerate(self.up):
            for block in blocks:
                x = block(x)
            if level < len(STRIDES):
                scale = tuple(float(s) for s in STRIDES[::-1][level])
                x = F.interpolate(x, scale_factor=scale, mode="trilinear", align_corners=False)
        return self.end(x)

    def latent(self, x):
        return self.encode(x)[0]

    def forward(self, x):
        mean, log_variance = self.encode(x)
        z = mean + torch.randn_like(mean) * torch.exp(0.5 * log_variance)
        return self.decode(z), mean, log_variance

    def loss(self, target, made, mean, log_variance):
        occupied = (target[:, 0:1] > 0).float()
        error = ((made - target) ** 2 * self.weights * (1.0 + occupied)).mean()
        divergence = -0.5 * torch.mean(1 + log_variance - mean.pow(2) - log_variance.exp())
        return error + self.kl_weight * divergence
