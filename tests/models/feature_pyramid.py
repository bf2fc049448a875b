"""A feature pyramid with a shared head on every level: focal loss on classes, smooth L1 on boxes."""
import math
from typing import Dict, List

import torch
from torch import Tensor, nn
import torch.nn.functional as F

CFG = {"channels": [8, 16, 32], "width": 12, "anchors": 2, "classes": 3}
INPUTS = [["float32", [2, 3, 64, 64]]]


class Stage(nn.Module):
    def __init__(self, before, after):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(before, after, 3, 2, 1, bias=False), nn.BatchNorm2d(after), nn.ELU(inplace=True))

    def forward(self, x):
        return self.body(x)


class Pyramid(nn.Module):
    def __init__(self, channels: List[int], width: int):
        super().__init__()
        self.lateral = nn.ModuleDict({f"p{i}": nn.Conv2d(c, width, 1) for i, c in enumerate(channels)})
        self.output = nn.ModuleDict({f"p{i}": nn.Conv2d(width, width, 3, padding=1) for i in range(len(channels))})

    def forward(self, features: Dict[str, Tensor]) -> Dict[str, Tensor]:
        names = list(features)
        merged = {names[-1]: self.lateral[names[-1]](features[names[-1]])}
        for finer, coarser in zip(names[-2::-1], names[:0:-1]):
            top = F.interpolate(merged[coarser], scale_factor=2, mode="nearest")
            merged[finer] = self.lateral[finer](features[finer]) + top
        return {name: self.output[name](merged[name]) for name in names}


class Head(nn.Module):
    def __init__(self, width, per_anchor, anchors, depth=2, prior=None):
        super().__init__()
        self.tower = nn.Sequential(*[m for _ in range(depth) for m in (nn.Conv2d(width, width, 3, 1, 1), nn.ReLU())])
        self.out = nn.Conv2d(width, anchors * per_anchor, 3, 1, 1)
        self.per_anchor = per_anchor
        if prior:
            nn.init.constant_(self.out.bias, -math.log((1 - prior) / prior))

    def forward(self, levels: List[Tensor]) -> Tensor:
        all_levels = []
        for x in levels:
            y = self.out(self.tower(x))
            N, _, H, W = y.shape
            y = y.view(N, -1, self.per_anchor, H, W).permute(0, 3, 4, 1, 2)
            all_levels.append(y.reshape(N, -1, self.per_anchor))
        return torch.cat(all_levels, dim=1)


class Detector(nn.Module):
    def __init__(self, channels, width, anchors, classes):
        super().__init__()
        self.stages = nn.ModuleList([Stage(a, b) for a, b in zip([3] + channels[:-1], channels)])
        self.fpn = Pyramid(channels, width)
        self.classification = Head(width, classes, anchors, prior=0.01)
        self.regression = Head(width, 4, anchors, depth=1)

    def forward(self, x):
        features = {}
        for i, stage in enumerate(self.stages):
            x = features[f"p{i}"] = stage(x)
        levels = list(self.fpn(features).values())
        return {"logits": self.classification(levels), "boxes": self.regression(levels)}


def sigmoid_focal(inputs, targets, alpha=0.25, gamma=2.0):
    p = torch.sigmoid(inputs)
    ce = F.binary_cross_entropy_with_logits(inputs, targets, reduction="none")
    p_t = p * targets + (1 - p) * (1 - targets)
    loss = ce * ((1 - p_t) ** gamma)
    alpha_t = alpha * targets + (1 - alpha) * (1 - targets)
    return (alpha_t * loss).sum()


def build(cfg):
    return Detector(**cfg)


def loss(outputs):
    logits, boxes = outputs["logits"], outputs["boxes"]
    targets = torch.zeros_like(logits)
    targets[..., 0] = 1
    cls = sigmoid_focal(logits, targets) / max(1, logits.shape[0])
    box = F.smooth_l1_loss(boxes, torch.zeros_like(boxes), beta=1 / 9, reduction="sum") / logits.shape[1]
    return cls + box
