"""A UNet with transposed convolutions and skip connections."""
import torch
import torch.nn as nn

CFG = {"in_channels": 1, "base": 8, "depth": 3, "classes": 2}
INPUTS = [["float32", [2, 1, 64, 64]]]


class DoubleConv(nn.Sequential):
    def __init__(self, before, after):
        super().__init__(
            nn.Conv2d(before, after, 3, padding=1, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True),
            nn.Conv2d(after, after, 3, padding=1, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True))


class UNet(nn.Module):
    def __init__(self, in_channels, base, depth, classes):
        super().__init__()
        widths = [base << i for i in range(depth + 1)]
        self.first = DoubleConv(in_channels, widths[0])
        self.down = nn.ModuleList([DoubleConv(a, b) for a, b in zip(widths[:-1], widths[1:])])
        self.up = nn.ModuleList(nn.ConvTranspose2d(b, a, 2, stride=2) for a, b in reversed(list(zip(widths, widths[1:]))))
        self.merge = nn.ModuleList(DoubleConv(2 * a, a) for a in widths[-2::-1])
        self.pool = nn.MaxPool2d(2)
        self.out = nn.Conv2d(base, classes, 1)

    def forward(self, x):
        skips = []
        x = self.first(x)
        for block in self.down:
            skips.append(x)
            x = block(self.pool(x))
        for up, merge in zip(self.up, self.merge):
            x = up(x)
            x = merge(torch.cat([skips.pop(), x], dim=1))
        return self.out(x)


def build(cfg):
    return UNet(**cfg)


def loss(outputs):
    logits = outputs
    target = torch.zeros(logits.shape[0], logits.shape[2], logits.shape[3], dtype=torch.long, device=logits.device)
    return nn.CrossEntropyLoss()(logits, target)
