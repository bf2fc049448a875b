"""Losses that weight every element and reduce by a factor from outside."""
import torch
from torch import nn
from torch.nn import functional as F


def reduce_loss(loss, reduction):
    if reduction == "mean":
        return loss.mean()
    return loss.sum() if reduction == "sum" else loss


def weight_reduce_loss(loss, weight=None, reduction="mean", avg_factor=None):
    if weight is not None:
        loss = loss * weight
    if avg_factor is None:
        return reduce_loss(loss, reduction)
    if reduction == "mean":
        return loss.sum() / (avg_factor + torch.finfo(torch.float32).eps)
    if reduction != "none":
        raise ValueError("an avg_factor goes with the reductions mean and none")
    return loss


def _reduction(loss, override):
    assert override in (None, "none", "mean", "sum")
    return override if override else loss.reduction


def cross_entropy(pred, label, weight=None, reduction="mean", avg_factor=None, class_weight=None, ignore_index=-100,
                  avg_non_ignore=False):
    ignored = -100 if ignore_index is None else ignore_index
    loss = F.cross_entropy(pred, label, weight=class_weight, reduction="none", ignore_index=ignored)
    if avg_factor is None and avg_non_ignore and reduction == "mean":
        avg_factor = label.numel() - (label == ignored).sum().item()
    if weight is not None:
        weight = weight.float()
    return weight_reduce_loss(loss, weight=weight, reduction=reduction, avg_factor=avg_factor)


def _one_hot(labels, weights, channels, ignored):
    hot = labels.new_full((labels.size(0), channels), 0)
    valid = (labels >= 0) & (labels != ignored)
    places = torch.nonzero(valid & (labels < channels), as_tuple=False)
    hot[places, labels[places]] = 1
    valid = valid.view(-1, 1).expand(labels.size(0), channels).float()
    if weights is None:
        return hot, valid, valid
    weights = weights.view(-1, 1).repeat(1, channels)
    weights *= valid
    return hot, weights, valid


def binary_cross_entropy(pred, label, weight=None, reduction="mean", avg_factor=None, class_weight=None, ignore_index=-100,
                         avg_non_ignore=False):
    ignored = -100 if ignore_index is None else ignore_index
    if pred.dim() != label.dim():
        label, weight, valid = _one_hot(label, weight, pred.size(-1), ignored)
    else:
        valid = ((label >= 0) & (label != ignored)).float()
        weight = valid if weight is None else weight * valid
    if avg_factor is None and avg_non_ignore and reduction == "mean":
        avg_factor = valid.sum().item()
    weight = weight.float()
    loss = F.binary_cross_entropy_with_logits(pred, label.float(), pos_weight=class_weight, reduction="none")
    return weight_reduce_loss(loss, weight, reduction=reduction, avg_factor=avg_factor)


def mask_cross_entropy(pred, target, label, reduction="mean", avg_factor=None, class_weight=None, ignore_index=None, **kwargs):
    assert ignore_index is None, "ignore_index is not for masks"
    assert reduction == "mean" and avg_factor is None
    rows = torch.arange(0, pred.size()[0], dtype=torch.long, device=pred.device)
    return F.binary_cross_entropy_with_logits(pred[rows, label].squeeze(1), target, weight=class_weight, reduction="mean")[None]


class CrossEntropyLoss(nn.Module):
    def __init__(self, use_sigmoid=False, use_mask=False, reduction="mean", class_weight=None, ignore_index=None,
                 loss_weight=1.0, avg_non_ignore=False):
        super().__init__()
        assert (use_sigmoid is False) or (use_mask is False)
        self.use_sigmoid = use_sigmoid
        self.use_mask = use_mask
        self.reduction = reduction
        self.loss_weight = loss_weight
        self.class_weight = class_weight
        self.ignore_index = ignore_index
        self.avg_non_ignore = avg_non_ignore
        self.cls_criterion = binary_cross_entropy if use_sigmoid else mask_cross_entropy if use_mask else cross_entropy

    def forward(self, cls_score, label, weight=None, avg_factor=None, reduction_override=None, ignore_index=None, **kwargs):
        reduction = _reduction(self, reduction_override)
        class_weight = None if self.class_weight is None else cls_score.new_tensor(self.class_weight, device=cls_score.device)
        return self.loss_weight * self.cls_criterion(
            cls_score, label, weight, class_weight=class_weight, reduction=reduction, avg_factor=avg_factor,
            ignore_index=self.ignore_index if ignore_index is None else ignore_index, avg_non_ignore=self.avg_non_ignore,
            **kwargs)


def dice_loss(pred, target, weight=None, eps=1e-3, reduction="mean", naive_dice=False, avg_factor=None):
    pred = pred.flatten(1)
    target = target.flatten(1).float()
    shared = torch.sum(pred * target, 1)
    if naive_dice:
        ratio = (2 * shared + eps) / (torch.sum(pred, 1) + torch.sum(target, 1) + eps)
    else:
        ratio = (2 * shared) / ((torch.sum(pred * pred, 1) + eps) + (torch.sum(target * target, 1) + eps))
    loss = 1 - ratio
    if weight is not None:
        assert weight.ndim == loss.ndim
        assert len(weight) == len(pred)
    return weight_reduce_loss(loss, weight, reduction, avg_factor)


class DiceLoss(nn.Module):
    def __init__(self, use_sigmoid=True, activate=True, reduction="mean", naive_dice=False, loss_weight=1.0, eps=1e-3):
        super().__init__()
        self.use_sigmoid = use_sigmoid
        self.reduction = reduction
        self.naive_dice = naive_dice
        self.loss_weight = loss_weight
        self.eps = eps
        self.activate = activate

    def forward(self, pred, target, weight=None, reduction_override=None, avg_factor=None):
        reduction = _reduction(self, reduction_override)
        if self.activate:
            if not self.use_sigmoid:
                raise NotImplementedError
            pred = pred.sigmoid()
        return self.loss_weight * dice_loss(pred, target, weight, eps=self.eps, reduction=reduction,
                                            naive_dice=self.naive_dice, avg_factor=avg_factor)


def _fitting(weight, loss):
    """A weight for every row, or for every element in another shape."""
    if weight is None or weight.shape == loss.shape:
        return weight
    if weight.size(0) == loss.size(0):
        return weight.view(-1, 1)
    assert weight.numel() == loss.numel()
    return weight.view(loss.size(0), -1)


def py_sigmoid_focal_loss(pred, target, weight=None, gamma=2.0, alpha=0.25, reduction="mean", avg_factor=None):
    probability = pred.sigmoid()
    target = target.type_as(pred)
    wrong = (1 - probability) * target + probability * (1 - target)
    focus = (alpha * target + (1 - alpha) * (1 - target)) * wrong.pow(gamma)
    loss = F.binary_cross_entropy_with_logits(pred, target, reduction="none") * focus
    return weight_reduce_loss(loss, _fitting(weight, loss), reduction, avg_factor)


def py_focal_loss_with_prob(pred, target, weight=None, gamma=2.0, alpha=0.25, reduction="mean", avg_factor=None):
    if pred.dim() != target.dim():
        target = F.one_hot(target, num_classes=pred.size(1) + 1)[:, : pred.size(1)]
    target = target.type_as(pred)
    wrong = (1 - pred) * target + pred * (1 - target)
    focus = (alpha * target + (1 - alpha) * (1 - target)) * wrong.pow(gamma)
    loss = F.binary_cross_entropy(pred, target, reduction="none") * focus
    return weight_reduce_loss(loss, _fitting(weight, loss), reduction, avg_factor)


def sigmoid_focal_loss(pred, target, weight=None, gamma=2.0, alpha=0.25, reduction="mean", avg_factor=None):
    from mmcv.ops import sigmoid_focal_loss as fused
    loss = fused(pred.contiguous(), target.contiguous(), gamma, alpha, None, "none")
    return weight_reduce_loss(loss, _fitting(weight, loss), reduction, avg_factor)


class FocalLoss(nn.Module):
    def __init__(self, use_sigmoid=True, gamma=2.0, alpha=0.25, reduction="mean", loss_weight=1.0, activated=False):
        super().__init__()
        assert use_sigmoid is True, "the focal loss is a sigmoid's"
        self.use_sigmoid = use_sigmoid
        self.gamma = gamma
        self.alpha = alpha
        self.reduction = reduction
        self.loss_weight = loss_weight
        self.activated = activated

    def forward(self, pred, target, weight=None, avg_factor=None, reduction_override=None):
        reduction = _reduction(self, reduction_override)
        if self.activated:
            calculate = py_focal_loss_with_prob
        elif pred.dim() == target.dim():
            calculate = py_sigmoid_focal_loss
        else:
            calculate = sigmoid_focal_loss  # on a GPU, where training runs
        return self.loss_weight * calculate(pred, target, weight, gamma=self.gamma, alpha=self.alpha, reduction=reduction,
                                            avg_factor=avg_factor)
