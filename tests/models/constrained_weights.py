"""Weights computed from parameters: parametrize, the spectral norm both ways, weight norm, and their removal."""
import torch
import torch.nn as nn
from torch.nn.utils import parametrizations, parametrize, remove_weight_norm, spectral_norm, weight_norm

CFG = {"width": 10}
INPUTS = [["float32", [4, 10]], ["float32", [2, 3, 8, 8]]]


class Mirrored(nn.Module):
    def forward(self, x):
        return x.triu() + x.triu(1).mT

    def right_inverse(self, x):
        return x.triu()


class Bounded(nn.Module):
    def __init__(self, least):
        super().__init__()
        self.least = nn.Parameter(torch.tensor(least))

    def forward(self, x):
        return x.sigmoid() + self.least


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.mirror = parametrize.register_parametrization(nn.Linear(width, width), "weight", Mirrored())
        parametrize.register_parametrization(self.mirror, "weight", Bounded(0.1))
        self.smooth = parametrizations.spectral_norm(nn.Linear(width, width), n_power_iterations=2)
        self.picture = nn.Sequential(spectral_norm(nn.Conv2d(3, 6, 3)), nn.ELU(), weight_norm(nn.Conv2d(6, 4, 3)))
        self.plain = remove_weight_norm(weight_norm(nn.Linear(width, 3)))
        self.freed = parametrizations.spectral_norm(nn.Linear(width, width, bias=False))
        parametrize.remove_parametrizations(self.freed, "weight")

    def forward(self, x, image):
        assert parametrize.is_parametrized(self.mirror, "weight") and not parametrize.is_parametrized(self.freed)
        with parametrize.cached():
            x = self.mirror(self.mirror(x).tanh())
        x = self.smooth(x).relu() + self.freed(x)
        return self.plain(x), self.picture(image)


def build(cfg):
    return Net(**cfg)


def loss(outputs):
    scores, picture = outputs
    return scores.logsumexp(1).mean() + picture.square().mean()
