import _vramlint
from torch import nn


def _check(input, target, weight, reduction):
    assert input.dim() == 2
    assert target.dim() == 1
    rows, labels = input.size(0), target.size(0)
    assert not _vramlint.is_known(rows) or rows == labels
    if weight is not None:
        assert weight.dim() == 1
        assert input.size(1) == weight.size(0)
    assert reduction in ("none", "mean", "sum")


def sigmoid_focal_loss(input, target, gamma=2.0, alpha=0.25, weight=None, reduction="mean"):
    _check(input, target, weight, reduction)
    return _vramlint.op("mmcv.ops.sigmoid_focal_loss", input, target, float(gamma), float(alpha), weight, reduction)


def softmax_focal_loss(input, target, gamma=2.0, alpha=0.25, weight=None, reduction="mean"):
    _check(input, target, weight, reduction)
    _vramlint.unsupported("mmcv.ops.softmax_focal_loss is not described")


class _FocalLoss(nn.Module):
    def __init__(self, gamma, alpha, weight=None, reduction="mean"):
        super().__init__()
        self.gamma = gamma
        self.alpha = alpha
        self.register_buffer("weight", weight)
        self.reduction = reduction


class SigmoidFocalLoss(_FocalLoss):
    def forward(self, input, target):
        return sigmoid_focal_loss(input, target, self.gamma, self.alpha, self.weight, self.reduction)


class SoftmaxFocalLoss(_FocalLoss):
    def forward(self, input, target):
        return softmax_focal_loss(input, target, self.gamma, self.alpha, self.weight, self.reduction)
