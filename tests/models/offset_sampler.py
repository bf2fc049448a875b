"""Deformable-style alignment: offsets predicted by a convolution move a sampling grid."""
import torch
import torch.nn.functional as F
from torch import nn

CFG = {"channels": 8, "groups": 2, "frames": 3}
INPUTS = [["float32", [2, 3, 4, 18, 22]]]


def base_grid(n, h, w, like):
    ys, xs = torch.meshgrid(torch.arange(h, device=like.device, dtype=like.dtype),
                            torch.arange(w, device=like.device, dtype=like.dtype))
    return torch.stack((xs, ys), dim=0).unsqueeze(0).expand(n, -1, -1, -1)


def flow_warp(x, flow, mode="bilinear", padding_mode="zeros"):
    n, _, h, w = x.size()
    grid = base_grid(n, h, w, x) + flow
    gx = 2.0 * grid[:, 0] / max(w - 1, 1) - 1.0
    gy = 2.0 * grid[:, 1] / max(h - 1, 1) - 1.0
    return F.grid_sample(x, torch.stack((gx, gy), dim=3), mode=mode, padding_mode=padding_mode, align_corners=True)


class OffsetAlign(nn.Module):
    def __init__(self, channels, groups):
        super().__init__()
        self.groups = groups
        self.offset = nn.Sequential(
            nn.Conv2d(2 * channels, channels, 3, padding=1),
            nn.LeakyReLU(0.1, inplace=True),
            nn.Conv2d(channels, groups * 3, 3, padding=1),
        )
        self.fuse = nn.Conv2d(channels, channels, 1)

    def forward(self, ref, sup):
        params = self.offset(torch.cat([ref, sup], 1))
        dx, dy, mask = torch.chunk(params, 3, dim=1)
        outs = []
        for i, part in enumerate(sup.chunk(self.groups, dim=1)):
            flow = torch.cat((dx[:, i:i + 1], dy[:, i:i + 1]), dim=1).tanh() * 4
            outs.append(flow_warp(part, flow, padding_mode="border") * mask[:, i].sigmoid().unsqueeze(1))
        return self.fuse(torch.cat(outs, 1))


class SpatialTransformer(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.localization = nn.Sequential(nn.AdaptiveAvgPool2d(4), nn.Flatten(), nn.Linear(channels * 16, 6))

    def forward(self, x):
        theta = self.localization(x).view(-1, 2, 3)
        grid = F.affine_grid(theta, x.size(), align_corners=False)
        return F.grid_sample(x, grid, align_corners=False)


class Net(nn.Module):
    def __init__(self, channels, groups, frames):
        super().__init__()
        self.first = nn.Conv2d(4, channels, 3, padding=1)
        self.align = OffsetAlign(channels, groups)
        self.stn = SpatialTransformer(channels)
        self.last = nn.Conv2d(channels * frames, 4, 3, padding=1)

    def forward(self, clip):
        b, t, c, h, w = clip.shape
        feats = self.first(clip.view(-1, c, h, w)).view(b, t, -1, h, w)
        centre = feats[:, t // 2].contiguous()
        aligned = [self.align(centre, feats[:, i].contiguous()) if i != t // 2 else self.stn(centre) for i in range(t)]
        return self.last(torch.cat(aligned, dim=1)) + clip[:, t // 2]


def build(cfg):
    return Net(cfg["channels"], cfg["groups"], cfg["frames"])


def loss(outputs):
    return outputs.abs().mean()
