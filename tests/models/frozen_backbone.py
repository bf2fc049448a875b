"""A frozen encoder under no_grad with a trained head, and parameters with requires_grad switched off."""
import torch
import torch.nn as nn

CFG = {"width": 12, "frozen": True}
INPUTS = [["float32", [2, 3, 24, 24]]]


class Encoder(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layers = nn.Sequential(nn.Conv2d(3, width, 3, 2, 1), nn.LeakyReLU(0.2, inplace=True),
                                    nn.Conv2d(width, 2 * width, 3, 2, 1), nn.LeakyReLU(0.2))

    def forward(self, x):
        return self.layers(x)


class Probe(nn.Module):
    def __init__(self, width, frozen=False):
        super().__init__()
        self.encoder = Encoder(width)
        if frozen:
            for p in self.encoder.parameters():
                p.requires_grad = False
        self.head = nn.Sequential(nn.Conv2d(2 * width, width, 1), nn.Sigmoid(), nn.ConvTranspose2d(width, 1, 4, 4))

    def forward(self, x):
        with torch.no_grad():
            features = self.encoder(x)
        return self.head(features)


def build(cfg):
    return Probe(cfg.width, frozen=cfg.frozen)


def loss(outputs):
    return nn.MSELoss()(outputs, torch.zeros_like(outputs))
