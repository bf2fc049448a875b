"""A multi-layer perceptron whose widths come from the config."""
import torch
import torch.nn as nn

CFG = {"features": 64, "widths": [128, 256, 128], "classes": 10, "dropout": 0.0}
INPUTS = [["float32", [32, 64]]]


class Perceptron(nn.Module):
    def __init__(self, features, widths, classes, dropout):
        super().__init__()
        layers = []
        previous = features
        for width in widths:
            layers.append(nn.Linear(previous, width))
            layers.append(nn.ReLU())
            if dropout > 0:
                layers.append(nn.Dropout(dropout))
            previous = width
        self.body = nn.Sequential(*layers)
        self.head = nn.Linear(previous, classes)

    def forward(self, x):
        return self.head(self.body(x))


def build(cfg):
    return Perceptron(cfg.features, cfg.widths, cfg.classes, cfg.dropout)


def loss(outputs):
    return outputs.pow(2).mean()
