"""A weight-shared branch correlated with its own template; coordinate maps, soft-argmax, GIoU-like box regression."""
import torch
from torch import nn
import torch.nn.functional as F

CFG = {"widths": [6, 8], "bins": 5, "box_weight": 2.0}
INPUTS = [["float32", [2, 3, 24, 24]], ["float32", [2, 3, 48, 48]]]


def make_layers(cfg, norm=True):
    layers, before = [], 3
    for v in cfg:
        if v == "M":
            layers += [nn.MaxPool2d(kernel_size=2, stride=2)]
            continue
        conv = nn.Conv2d(before, v, kernel_size=3, padding=1)
        layers += [conv, nn.BatchNorm2d(v), nn.ReLU(inplace=True)] if norm else [conv, nn.ReLU(inplace=True)]
        before = v
    return nn.Sequential(*layers)


class AddCoords(nn.Module):
    def forward(self, x):
        b, _, h, w = x.size()
        ys = torch.linspace(-1, 1, h, device=x.device).view(1, 1, h, 1).expand(b, 1, h, w)
        xs = torch.linspace(-1, 1, w, device=x.device).view(1, 1, 1, w).expand(b, 1, h, w)
        return torch.cat([x, xs.type_as(x), ys.type_as(x)], dim=1)


class Tracker(nn.Module):
    def __init__(self, widths, bins, **_):
        super().__init__()
        plan = [item for width in widths for item in (width, "M")]
        self.backbone = make_layers(plan)
        self.coords = AddCoords()
        self.adjust = nn.Conv2d(widths[-1] + 2, widths[-1], 1)
        self.cls_head = nn.Conv2d(widths[-1], 1, 1)
        self.reg_head = nn.Conv2d(widths[-1], 4 * bins, 1)
        self.register_buffer("project", torch.arange(bins, dtype=torch.float32))
        self.bins = bins
        self.scale = nn.Parameter(torch.tensor(0.5))

    def correlate(self, x, kernel):
        batch, channel = kernel.shape[:2]
        x = x.view(1, batch * channel, x.size(2), x.size(3))
        kernel = kernel.reshape(batch * channel, 1, kernel.size(2), kernel.size(3))
        out = F.conv2d(x, kernel, groups=batch * channel)
        return out.view(batch, channel, out.size(2), out.size(3))

    def forward(self, template, search):
        z, x = (self.adjust(self.coords(self.backbone(t))) for t in (template, search))
        response = self.correlate(x, z) * self.scale
        logits = self.cls_head(response)
        n, _, h, w = logits.shape
        distribution = self.reg_head(response).permute(0, 2, 3, 1).reshape(n, h * w, 4, self.bins)
        distances = distribution.softmax(3).matmul(self.project.type(distribution.dtype))
        heat = logits.flatten(1).softmax(-1)
        ys, xs = torch.meshgrid(torch.arange(h, device=heat.device), torch.arange(w, device=heat.device), indexing="ij")
        centre = torch.stack([(heat * grid.flatten().float()).sum(-1) for grid in (xs, ys)], -1)
        points = torch.stack((xs, ys), -1).view(1, -1, 2).to(distances)
        lt, rb = distances.split(2, -1)
        boxes = torch.cat([points - lt, points + rb], -1)
        return logits, boxes, centre


def build(cfg):
    return Tracker(**cfg)


def area(boxes):
    return (boxes[..., 2] - boxes[..., 0]).clamp(min=0) * (boxes[..., 3] - boxes[..., 1]).clamp(min=0)


def giou(a, b, eps=1e-7):
    lt, rb = torch.max(a[..., :2], b[..., :2]), torch.min(a[..., 2:], b[..., 2:])
    wh = (rb - lt).clamp_(min=0)
    overlap = wh[..., 0] * wh[..., 1]
    union = area(a) + area(b) - overlap
    outer_lt, outer_rb = torch.minimum(a[..., :2], b[..., :2]), torch.maximum(a[..., 2:], b[..., 2:])
    hull = (outer_rb - outer_lt).prod(-1)
    return overlap / (union + eps) - (hull - union) / (hull + eps)


def loss(outputs):
    logits, boxes, centre = outputs
    target = torch.zeros_like(boxes)
    target[..., 2:] = 3.0
    quality = giou(boxes, target).detach().clamp(0)
    varifocal = F.binary_cross_entropy(logits.flatten(1).sigmoid(), quality, weight=quality + 0.1, reduction="mean")
    return varifocal + CFG["box_weight"] * (1 - giou(boxes, target)).mean() + F.smooth_l1_loss(centre, torch.ones_like(centre))
