"""timm/loss/jsd.py, 1.0."""
import torch
from timm.loss.cross_entropy import LabelSmoothingCrossEntropy
from torch import nn
from torch.nn import functional as F


class JsdCrossEntropy(nn.Module):
    def __init__(self, num_splits=3, alpha=12, smoothing=0.1):
        super().__init__()
        self.num_splits, self.alpha = num_splits, alpha
        smooths = smoothing is not None and smoothing > 0
        self.cross_entropy_loss = LabelSmoothingCrossEntropy(smoothing) if smooths else nn.CrossEntropyLoss()

    def __call__(self, output, target):
        size = output.shape[0] // self.num_splits
        parts = torch.split(output, size)
        loss = self.cross_entropy_loss(parts[0], target[:size])
        likely = [F.softmax(part, dim=1) for part in parts]
        mixture = torch.clamp(torch.stack(likely).mean(axis=0), 1e-7, 1).log()
        return loss + self.alpha * sum([F.kl_div(mixture, one, reduction="batchmean") for one in likely]) / len(likely)
