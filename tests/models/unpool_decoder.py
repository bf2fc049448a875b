"""SegNet-like unpooling, LP pooling, pixel shuffles, channel shuffle by views, circular padding, fold."""
import torch
import torch.nn as nn
import torch.nn.functional as F

CFG = {"width": 8, "groups": 2}
INPUTS = [["float32", [2, 3, 24, 32]]]


class Shuffle(nn.Module):
    def __init__(self, width, groups):
        super().__init__()
        self.conv = nn.Conv2d(width, width, 3, padding=1, groups=groups, padding_mode="circular")
        self.groups = groups
        self.norm = nn.GroupNorm(groups, width)

    def forward(self, x):
        left, right = x.tensor_split(2, dim=1)
        x = self.norm(self.conv(torch.cat([right, left], dim=1)))
        b, c, h, w = x.shape
        x = x.view(b, self.groups, c // self.groups, h, w).transpose(1, 2).reshape(b, c, h, w)
        return F.celu(x, alpha=0.7)


class PatchMixer(nn.Module):
    def __init__(self, width, patch):
        super().__init__()
        self.patch = patch
        self.mix = nn.Linear(width * patch * patch, width * patch * patch)

    def forward(self, x):
        size = x.shape[-2:]
        columns = F.unfold(x, kernel_size=self.patch, stride=self.patch)
        columns = self.mix(columns.transpose(1, 2)).transpose(1, 2)
        return F.fold(columns, output_size=size, kernel_size=self.patch, stride=self.patch)


class SegNet(nn.Module):
    def __init__(self, width, groups):
        super().__init__()
        self.stem = nn.Sequential(nn.PixelUnshuffle(2), nn.Conv2d(12, width, 1), nn.SELU())
        self.pool = nn.MaxPool2d(2, 2, return_indices=True)
        self.unpool = nn.MaxUnpool2d(2, 2)
        self.down, self.up = Shuffle(width, groups), Shuffle(width, groups)
        self.mixer = PatchMixer(width, 2)
        self.lp = nn.LPPool2d(2, 2)
        self.out = nn.Sequential(nn.Conv2d(width, 12, 3, padding=1), nn.PixelShuffle(2))

    def forward(self, x):
        x = self.stem(x)
        size = x.size()
        y, indices = self.pool(x)
        y = self.mixer(self.down(y))
        y = self.unpool(y, indices, output_size=size)
        energy = self.lp(x.abs() + 1e-3)
        y = self.up(y) + F.interpolate(energy, scale_factor=2, mode="nearest")
        return self.out(y)


def build(cfg):
    return SegNet(cfg.width, cfg.groups)


def loss(outputs):
    flipped = torch.rot90(outputs, 2, [2, 3])
    edges = outputs[..., 1:] - outputs[..., :-1]
    return F.smooth_l1_loss(outputs, flipped.detach()) + edges.abs().mean()
