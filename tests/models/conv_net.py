"""A small classifier: convolutions, batch norm, in-place ReLU, max pooling, global average, linear."""
import torch
from torch import nn
import torch.nn.functional as F

CFG = {"channels": [16, 32, 64], "classes": 10}
INPUTS = [["float32", [4, 3, 32, 32]]]


class Classifier(nn.Module):
    def __init__(self, channels, classes):
        super(Classifier, self).__init__()
        self.stages = nn.ModuleList()
        before = 3
        for index, width in enumerate(channels):
            self.stages.append(nn.Sequential(
                nn.Conv2d(before, width, kernel_size=3, padding=1, bias=False),
                nn.BatchNorm2d(width),
                nn.ReLU(inplace=True),
            ))
            before = width
        self.pool = nn.MaxPool2d(2)
        self.fc = nn.Linear(before, classes)

    def forward(self, x):
        for stage in self.stages:
            x = self.pool(stage(x))
        x = F.adaptive_avg_pool2d(x, (1, 1))
        x = torch.flatten(x, 1)
        return self.fc(x)


def build(cfg):
    return Classifier(cfg.channels, cfg["classes"])


def loss(outputs):
    return F.cross_entropy(outputs, torch.zeros(outputs.size(0), dtype=torch.long, device=outputs.device))
