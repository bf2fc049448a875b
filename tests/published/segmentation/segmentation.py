"""Segmentation networks as their papers and public model zoos describe them: a dilated ResNet with a fully convolutional
head, and a U-Net of five stages. Synchronised batch norms, an auxiliary head, losses on logits resized to the crop."""
import torch
import torch.nn as nn
import torch.nn.functional as F

BLOCKS = {18: ("basic", (2, 2, 2, 2)), 50: ("bottleneck", (3, 4, 6, 3)), 101: ("bottleneck", (3, 4, 23, 3))}


def conv_bn_relu(inner, outer, kernel=3, stride=1, dilation=1):
    padding = dilation * (kernel // 2)
    return nn.Sequential(
        nn.Conv2d(inner, outer, kernel, stride, padding, dilation, bias=False),
        nn.SyncBatchNorm(outer),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Both kinds of block: two 3x3 convolutions, or 1x1, 3x3, 1x1 with four times the width behind."""

    def __init__(self, kind, inner, width, stride, dilation):
        super().__init__()
        outer = width if kind == "basic" else 4 * width
        if kind == "basic":
            self.body = conv_bn_relu(inner, width, 3, stride, dilation)
            last, kernel = nn.Conv2d(width, outer, 3, 1, dilation, dilation, bias=False), 3
        else:
            self.body = nn.Sequential(
                conv_bn_relu(inner, width, 1), conv_bn_relu(width, width, 3, stride, dilation)
            )
            last, kernel = nn.Conv2d(width, outer, 1, bias=False), 1
        self.last = last
        self.norm = nn.SyncBatchNorm(outer)
        self.shortcut = None
        if stride != 1 or inner != outer:
            self.shortcut = nn.Sequential(
                nn.Conv2d(inner, outer, 1, stride, bias=False), nn.SyncBatchNorm(outer)
            )
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x):
        identity = x
        out = self.norm(self.last(self.body(x)))
        if self.shortcut is not None:
            identity = self.shortcut(x)
        out += identity
        return self.relu(out)


class DilatedResNet(nn.Module):
    """A stem of three 3x3 convolutions or one of 7x7; the first block of a dilated stage has half its dilation."""

    def __init__(self, depth, output_stride, deep_stem):
        super().__init__()
        strides, dilations = {8: ((1, 2, 1, 1), (1, 1, 2, 4)), 16: ((1, 2, 2, 1), (1, 1, 1, 2))}[output_stride]
        kind, counts = BLOCKS[depth]
        expansion = 1 if kind == "basic" else 4
        stem = [conv_bn_relu(3, 64, 7, 2)]
        if deep_stem:
            stem = [conv_bn_relu(3, 32, 3, 2), conv_bn_relu(32, 32), conv_bn_relu(32, 64)]
        self.stem = nn.Sequential(*stem, nn.MaxPool2d(3, 2, 1))
        self.stages = nn.ModuleList()
        inner = 64
        for stage, (count, stride, dilation) in enumerate(zip(counts, strides, dilations)):
            width = 64 * 2 ** stage
            blocks = []
            for block in range(count):
                first = dilation // 2 if block == 0 and dilation > 1 else dilation
                blocks.append(Residual(kind, inner, width, stride if block == 0 else 1, first))
                inner = width * expansion
            self.stages.append(nn.Sequential(*blocks))

    def forward(self, x):
        x = self.stem(x)
        outputs = []
        for stage in self.stages:
            x = stage(x)
            outputs.append(x)
        return outputs


class FullyConvolutionalHead(nn.Module):
    def __init__(self, inner, width, classes, convs, concat, dilation=1):
        super().__init__()
        layers = [conv_bn_relu(inner if i == 0 else width, width, dilation=dilation) for i in range(convs)]
        self.convs = nn.Sequential(*layers)
        self.fuse = conv_bn_relu(inner + width, width) if concat else None
        self.dropout = nn.Dropout2d(0.1)
        self.classify = nn.Conv2d(width, classes, 1)

    def forward(self, x):
        out = self.convs(x)
        if self.fuse is not None:
            out = self.fuse(torch.cat([x, out], dim=1))
        return self.classify(self.dropout(out))


class DoubleConv(nn.Module):
    def __init__(self, inner, outer):
        super().__init__()
        self.convs = nn.Sequential(conv_bn_relu(inner, outer), conv_bn_relu(outer, outer))

    def forward(self, x):
        return self.convs(x)


class UpStep(nn.Module):
    def __init__(self, inner, skip, outer):
        super().__init__()
        self.reduce = nn.Sequential(nn.Upsample(scale_factor=2, mode="bilinear", align_corners=False),
                                    conv_bn_relu(inner, skip, 1))
        self.block = DoubleConv(2 * skip, outer)

    def forward(self, skip, x):
        x = self.reduce(x)
        return self.block(torch.cat([skip, x], dim=1))


class UNet(nn.Module):
    """Five stages, 64 channels at first, resolution halved four times."""

    def __init__(self, base=64, stages=5):
        super().__init__()
        self.encoder = nn.ModuleList()
        self.decoder = nn.ModuleList()
        inner = 3
        for stage in range(stages):
            outer = base * 2 ** stage
            parts = [nn.MaxPool2d(2)] if stage else []
            self.encoder.append(nn.Sequential(*parts, DoubleConv(inner, outer)))
            if stage:
                self.decoder.append(UpStep(outer, outer // 2, outer // 2))
            inner = outer

    def forward(self, x):
        encoded = []
        for step in self.encoder:
            x = step(x)
            encoded.append(x)
        outputs = [x]
        for i in reversed(range(len(self.decoder))):
            x = self.decoder[i](encoded[i], x)
            outputs.append(x)
        return outputs


class Segmentor(nn.Module):
    def __init__(self, backbone, head, auxiliary, head_at, auxiliary_at):
        super().__init__()
        self.backbone, self.head, self.auxiliary = backbone, head, auxiliary
        self.head_at, self.auxiliary_at = head_at, auxiliary_at

    def forward(self, image, labels):
        features = self.backbone(image)
        losses = {}
        for name, head, at, weight in (("decode", self.head, self.head_at, 1.0),
                                       ("aux", self.auxiliary, self.auxiliary_at, 0.4)):
            logits = head(features[at])
            logits = F.interpolate(logits, size=labels.shape[2:], mode="bilinear", align_corners=False)
            target = labels.squeeze(1)
            losses[name + ".loss"] = weight * F.cross_entropy(logits, target, reduction="none", ignore_index=255).mean()
            losses[name + ".accuracy"] = accuracy(logits, target)
        return losses


def accuracy(logits, target):
    _, best = logits.topk(1, dim=1)
    best = best.transpose(0, 1)
    right = best.eq(target.unsqueeze(0).expand_as(best))
    return right[:, target != 255].reshape(-1).float().sum(0, keepdim=True) * (100.0 / target.numel())


def total(losses):
    return sum(value for name, value in losses.items() if name.endswith("loss"))


def make(cfg):
    if cfg.backbone == "unet":
        return Segmentor(UNet(), FullyConvolutionalHead(64, 64, cfg.classes, 1, False),
                         FullyConvolutionalHead(128, 64, cfg.classes, 1, False), 4, 3)
    width = 512 if cfg.depth < 50 else 2048
    dilation = cfg.get("head_dilation", 1)
    return Segmentor(DilatedResNet(cfg.depth, cfg.get("output_stride", 8), cfg.get("deep_stem", True)),
                     FullyConvolutionalHead(width, width // 4, cfg.classes, 2, True, dilation),
                     FullyConvolutionalHead(width // 2, width // 8, cfg.classes, 1, False, dilation), 3, 2)
