"""timm/loss/binary_cross_entropy.py, 1.0."""
import torch
from torch import nn
from torch.nn import functional as F


class BinaryCrossEntropy(nn.Module):
    def __init__(self, smoothing=0.1, target_threshold=None, weight=None, reduction="mean", sum_classes=False,
                 pos_weight=None):
        super().__init__()
        if pos_weight is not None and not isinstance(pos_weight, torch.Tensor):
            pos_weight = torch.tensor(pos_weight)
        self.smoothing, self.target_threshold = smoothing, target_threshold
        self.reduction = "none" if sum_classes else reduction
        self.sum_classes = sum_classes
        self.register_buffer("weight", weight)
        self.register_buffer("pos_weight", pos_weight)

    def forward(self, x, target):
        if target.shape != x.shape:
            classes = x.shape[-1]
            off_value = self.smoothing / classes
            target = torch.full((x.shape[0], classes), off_value, device=x.device, dtype=x.dtype).scatter_(
                1, target.long().view(-1, 1), 1.0 - self.smoothing + off_value)
        if self.target_threshold is not None:
            target = target.gt(self.target_threshold).to(dtype=target.dtype)
        loss = F.binary_cross_entropy_with_logits(x, target, self.weight, pos_weight=self.pos_weight,
                                                  reduction=self.reduction)
        return loss.sum(-1).mean() if self.sum_classes else loss
