import torch
import torch.nn as nn
import torch.nn.functional as F

from .registry import HEADS


class Bottleneck(nn.Module):
    """Fractional strides are transposed convolutions."""

    def __init__(self, inside, outside, stride=1):
        super().__init__()
        middle = outside // 2
        self.conv1 = nn.Conv2d(inside, middle, 1, bias=False)
        self.conv2 = self.strided(middle, middle, stride)
        self.conv3 = nn.Conv2d(middle, outside, 1, bias=False)
        for i, width in enumerate((middle, middle, outside), start=1):
            self.add_module(f"norm{i}", nn.GroupNorm(8, width))
        same = stride == 1 and inside == outside
        self.shortcut = None if same else nn.Sequential(self.strided(inside, outside, stride), nn.GroupNorm(8, outside))

    @staticmethod
    def strided(inside, outside, stride):
        if stride < 1:
            up = int(round(1 / stride))
            return nn.ConvTranspose2d(inside, outside, kernel_size=up, stride=up, bias=False)
        return nn.Conv2d(inside, outside, 3, stride=int(stride), padding=1, bias=False)

    def forward(self, x):
        identity = x if self.shortcut is None else self.shortcut(x)
        out = x
        for i in (1, 2, 3):
            out = getattr(self, f"norm{i}")(getattr(self, f"conv{i}")(out))
            if i < 3:
                out = F.relu(out, inplace=True)
        out += identity
        return F.relu(out)


class BlockRow(nn.Sequential):
    def __init__(self, inside, outside, count, stride=1):
        blocks = [Bottleneck(inside, outside, stride)]
        blocks += [Bottleneck(outside, outside) for _ in range(count - 1)]
        super().__init__(*blocks)


@HEADS.register_module()
class GridHead(nn.Module):
    def __init__(self, inside, channels, classes):
        super().__init__()
        self.rows = nn.ModuleList([BlockRow(inside, channels, 2, stride=2), BlockRow(channels, channels, 2, stride=0.5)])
        self.classify = nn.Conv2d(channels, classes, 1)
        self.register_buffer("priors", torch.full((classes,), 0.1))

    def forward(self, x):
        for row in self.rows:
            x = row(x)
        return self.classify(x)

    def losses(self, logits, labels):
        labels = labels.squeeze(1).bool()
        truth, seen = labels[:, :-1], labels[:, -1]
        with torch.no_grad():
            hit = (logits.sigmoid() > 0.5) & truth & seen.unsqueeze(1)
            accuracy = hit.float().sum() / truth.float().sum().clamp(min=1)
        weights = torch.sqrt(1 / self.priors).view(1, -1, 1, 1) * truth.float() + (~truth).float()
        weights = weights * seen.unsqueeze(1).float()
        return dict(
            loss_grid=F.binary_cross_entropy_with_logits(logits, truth.float(), weights), acc_grid=accuracy)
