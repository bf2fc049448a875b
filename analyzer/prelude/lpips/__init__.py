"""LPIPS 0.1: a distance between images in the features of a frozen network, weighted by small trained layers."""

import torch
from torch import nn

from lpips import pretrained_networks


def normalize_tensor(in_feat, eps=1e-10):
    length = torch.sqrt(torch.sum(in_feat**2, dim=1, keepdim=True))
    return in_feat / (length + eps)


def spatial_average(in_tens, keepdim=True):
    return in_tens.mean([2, 3], keepdim=keepdim)


def upsample(in_tens, out_HW=(64, 64)):
    return nn.functional.interpolate(in_tens, size=tuple(out_HW), mode="bilinear", align_corners=False)


class ScalingLayer(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("shift", torch.zeros(1, 3, 1, 1))
        self.register_buffer("scale", torch.ones(1, 3, 1, 1))

    def forward(self, inp):
        return (inp - self.shift) / self.scale


class NetLinLayer(nn.Module):
    def __init__(self, chn_in, chn_out=1, use_dropout=False):
        super().__init__()
        weighting = nn.Conv2d(chn_in, chn_out, 1, bias=False)
        self.model = nn.Sequential(nn.Dropout(), weighting) if use_dropout else nn.Sequential(weighting)

    def forward(self, x):
        return self.model(x)


class LPIPS(nn.Module):
    def __init__(
        self,
        pretrained=True,
        net="alex",
        version="0.1",
        lpips=True,
        spatial=False,
        pnet_rand=False,
        pnet_tune=False,
        use_dropout=True,
        model_path=None,
        eval_mode=True,
        verbose=True,
    ):
        super().__init__()
        self.spatial = spatial
        self.lpips = lpips
        self.version = version
        self.scaling_layer = ScalingLayer()
        self.net = pretrained_networks.make(net, requires_grad=pnet_tune)
        self.chns = self.net.channels
        self.L = len(self.chns)
        if lpips:
            self.lins = nn.ModuleList(NetLinLayer(channels, use_dropout=use_dropout) for channels in self.chns)
            for number, layer in enumerate(self.lins):
                setattr(self, f"lin{number}", layer)
        if eval_mode:
            self.eval()

    def _distance(self, number, difference):
        if self.lpips:
            return self.lins[number](difference)
        return difference.sum(dim=1, keepdim=True)

    def forward(self, in0, in1, retPerLayer=False, normalize=False):
        if normalize:
            in0, in1 = 2 * in0 - 1, 2 * in1 - 1
        size = in0.shape[2:]
        scaled = (self.scaling_layer(in0), self.scaling_layer(in1)) if self.version == "0.1" else (in0, in1)
        outs0, outs1 = self.net(scaled[0]), self.net(scaled[1])
        diffs = [(normalize_tensor(a) - normalize_tensor(b)) ** 2 for a, b in zip(outs0, outs1)]
        per_layer = []
        for number, difference in enumerate(diffs):
            distance = self._distance(number, difference)
            per_layer.append(upsample(distance, size) if self.spatial else spatial_average(distance, keepdim=True))
        value = per_layer[0]
        for distance in per_layer[1:]:
            value = value + distance
        return (value, per_layer) if retPerLayer else value
