"""timm/loss/cross_entropy.py, 1.0."""
import torch
import vramlint_targets
from torch import nn
from torch.nn import functional as F


class LabelSmoothingCrossEntropy(nn.Module):
    def __init__(self, smoothing=0.1):
        super().__init__()
        self.smoothing, self.confidence = smoothing, 1.0 - smoothing

    def forward(self, x, target):
        target = vramlint_targets.classes_for(x, target)
        likelihoods = F.log_softmax(x, dim=-1)
        sharp = -likelihoods.gather(dim=-1, index=target.unsqueeze(1))
        sharp = sharp.squeeze(1)
        smooth = -likelihoods.mean(dim=-1)
        loss = self.confidence * sharp + self.smoothing * smooth
        return loss.mean()


class SoftTargetCrossEntropy(nn.Module):
    def forward(self, x, target):
        target = vramlint_targets.numbers_for(x, target)
        loss = torch.sum(-target * F.log_softmax(x, dim=-1), dim=-1)
        return loss.mean()
