"""Pyramid pooling and atrous spatial pooling side by side; norm and activation come from config dicts."""
import torch
import torch.nn as nn
import torch.nn.functional as F

CFG = {"width": 12, "pool_scales": [1, 2, 3], "rates": [1, 2, 4], "norm_cfg": {"type": "GN", "num_groups": 3},
       "act_cfg": {"type": "PReLU"}, "classes": 2}
INPUTS = [["float32", [2, 4, 36, 36]]]

NORMS = {"BN": nn.BatchNorm2d, "GN": nn.GroupNorm, "IN": nn.InstanceNorm2d}


def build_norm(cfg, channels):
    cfg_ = cfg.copy()
    kind = cfg_.pop("type")
    layer = NORMS.get(kind)
    if layer is None:
        raise KeyError(f"Unrecognized norm type {kind}")
    if kind == "GN":
        return layer(num_channels=channels, **cfg_)
    return layer(channels, **cfg_)


class ConvModule(nn.Module):
    def __init__(self, before, after, kernel, padding=0, dilation=1, norm_cfg=None, act_cfg=dict(type="ReLU")):
        super().__init__()
        self.with_norm, self.with_activation = norm_cfg is not None, act_cfg is not None
        self.conv = nn.Conv2d(before, after, kernel, padding=padding, dilation=dilation, bias=not self.with_norm)
        if self.with_norm:
            self.add_module("gn", build_norm(norm_cfg, after))
        if self.with_activation:
            options = {k: v for k, v in act_cfg.items() if k != "type"}
            self.activate = getattr(nn, act_cfg["type"])(**options)

    @property
    def norm(self):
        return self.gn if self.with_norm else None

    def forward(self, x, activate=True):
        x = self.conv(x)
        if self.norm is not None:
            x = self.norm(x)
        return self.activate(x) if activate and self.with_activation else x


class PPM(nn.ModuleList):
    def __init__(self, scales, before, after, **kwargs):
        super().__init__()
        for scale in scales:
            self.append(nn.Sequential(nn.AdaptiveAvgPool2d(scale), ConvModule(before, after, 1, **kwargs)))

    def forward(self, x):
        outs = []
        for ppm in self:
            outs.append(F.interpolate(ppm(x), size=x.size()[2:], mode="bilinear", align_corners=True))
        return outs


class ASPP(nn.Module):
    def __init__(self, rates, before, after, **kwargs):
        super().__init__()
        self.branches = nn.ModuleList()
        for rate in rates:
            self.branches.append(ConvModule(before, after, 1 if rate == 1 else 3, dilation=rate,
                                            padding=0 if rate == 1 else rate, **kwargs))
        self.pool = nn.Sequential(nn.AdaptiveMaxPool2d((1, 1)), ConvModule(before, after, 1, **kwargs))

    def forward(self, x):
        pooled = self.pool(x).expand(-1, -1, *x.shape[-2:])
        return torch.cat([b(x) for b in self.branches] + [pooled], dim=1)


class Context(nn.Module):
    def __init__(self, width, pool_scales, rates, norm_cfg, act_cfg, classes):
        super().__init__()
        common = dict(norm_cfg=norm_cfg, act_cfg=act_cfg)
        self.stem = nn.Sequential(nn.ReflectionPad2d(1), ConvModule(4, width, 3, **common),
                                  nn.ZeroPad2d((1, 1, 1, 1)), nn.Conv2d(width, width, 3, stride=2))
        self.ppm = PPM(pool_scales, width, width // 2, **common)
        self.aspp = ASPP(rates, width, width // 2, **common)
        total = width + (len(pool_scales) + len(rates) + 1) * (width // 2)
        self.fuse = ConvModule(total, width, 3, padding=1, norm_cfg=dict(type="IN", affine=True))
        self.cls_seg = nn.Conv2d(width, classes, 1)

    def forward(self, x):
        x = self.stem(x)
        outs = [x]
        outs.extend(self.ppm(x))
        outs.append(self.aspp(x))
        return self.cls_seg(self.fuse(torch.cat(outs, dim=1)))


def build(cfg):
    return Context(**cfg)


def lovasz_like(probabilities, labels):
    errors = (labels.float() - probabilities).abs().reshape(-1)
    ranked, order = torch.sort(errors, dim=0, descending=True)
    truth = labels.reshape(-1).float()[order]
    union = truth.sum() + (1.0 - truth).cumsum(0)
    jaccard = 1.0 - (truth.sum() - truth.cumsum(0)) / union
    return torch.dot(ranked, jaccard)


def loss(outputs):
    labels = torch.ones(outputs[:, 0].shape, device=outputs.device)
    return lovasz_like(outputs.softmax(1)[:, 1], labels) + F.l1_loss(outputs, torch.zeros_like(outputs))
