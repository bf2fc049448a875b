"""A nested U-Net whose nodes are named by row and column, with CBAM, deep supervision and a Tversky loss."""
import torch
import torch.nn as nn
import torch.nn.functional as F

CFG = {"widths": [6, 10, 14], "in_chans": 2, "deep_supervision": True}
INPUTS = [["float32", [2, 2, 24, 32]]]


class CBAM(nn.Module):
    def __init__(self, channels, reduction=2, kernel=7):
        super().__init__()
        self.mlp = nn.Sequential(nn.Flatten(), nn.Linear(channels, channels // reduction), nn.ReLU(),
                                 nn.Linear(channels // reduction, channels))
        self.spatial = nn.Conv2d(2, 1, kernel, padding=kernel // 2, bias=False)

    def forward(self, x):
        average = F.avg_pool2d(x, (x.size(2), x.size(3)), stride=(x.size(2), x.size(3)))
        largest = F.max_pool2d(x, (x.size(2), x.size(3)))
        scale = torch.sigmoid(self.mlp(average) + self.mlp(largest)).unsqueeze(2).unsqueeze(3).expand_as(x)
        x = x * scale
        summary = torch.cat((torch.max(x, 1)[0].unsqueeze(1), torch.mean(x, 1).unsqueeze(1)), dim=1)
        return x * self.spatial(summary).sigmoid()


class VGGBlock(nn.Module):
    def __init__(self, before, middle, after):
        super().__init__()
        for i, (a, b) in enumerate(((before, middle), (middle, after)), 1):
            setattr(self, f"conv{i}", nn.Conv2d(a, b, 3, padding="same"))
            setattr(self, f"bn{i}", nn.BatchNorm2d(b))
        self.relu = nn.ReLU(inplace=True)
        self.attention = CBAM(after)

    def forward(self, x):
        for i in 1, 2:
            x = self.relu(getattr(self, f"bn{i}")(getattr(self, f"conv{i}")(x)))
        return self.attention(x)


class NestedUNet(nn.Module):
    def __init__(self, widths, in_chans, deep_supervision=False, classes=1):
        super().__init__()
        self.depth, self.deep = len(widths), deep_supervision
        self.pool = nn.MaxPool2d(2, 2)
        self.up = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=True)
        for column in range(self.depth):
            for row in range(self.depth - column):
                if column == 0:
                    before = in_chans if row == 0 else widths[row - 1]
                else:
                    before = widths[row] * column + widths[row + 1]
                self.__setattr__("conv{}_{}".format(row, column), VGGBlock(before, widths[row], widths[row]))
        self.finals = nn.ModuleList(nn.Conv2d(widths[0], classes, 1) for _ in range(self.depth - 1 if self.deep else 1))

    def forward(self, x):
        nodes = {}
        for row in range(self.depth):
            nodes[row, 0] = getattr(self, f"conv{row}_0")(x if row == 0 else self.pool(nodes[row - 1, 0]))
            for column in range(1, row + 1):
                r = row - column
                parts = [nodes[r, c] for c in range(column)] + [self.up(nodes[r + 1, column - 1])]
                nodes[r, column] = self._modules[f"conv{r}_{column}"](torch.cat(parts, 1))
        if self.deep:
            return [final(nodes[0, i + 1]) for i, final in enumerate(self.finals)]
        return self.finals[0](nodes[0, self.depth - 1])


def build(cfg):
    return NestedUNet(**cfg)


def tversky(prediction, target, alpha=0.7, smooth=1.0):
    prediction, target = prediction.sigmoid().view(-1), target.view(-1)
    positive = (prediction * target).sum()
    negative = ((1 - target) * prediction).sum()
    missed = (target * (1 - prediction)).sum()
    return (1 - (positive + smooth) / (positive + alpha * missed + (1 - alpha) * negative + smooth)) ** 0.75


def loss(outputs):
    target = (torch.rand_like(outputs[0]) > 0.5).float()
    return sum(F.binary_cross_entropy_with_logits(o, target) * 0.5 + tversky(o, target) for o in outputs) / len(outputs)
