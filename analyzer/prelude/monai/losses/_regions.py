"""What losses of regions share: activations, one channel per class, which axes are summed, and how one number is made."""
import torch
from torch.nn.modules.loss import _Loss

from monai.networks.utils import one_hot


class RegionLoss(_Loss):
    def __init__(self, include_background=True, to_onehot_y=False, sigmoid=False, softmax=False, other_act=None,
                 reduction="mean", smooth_nr=1e-5, smooth_dr=1e-5, batch=False):
        super().__init__(reduction=getattr(reduction, "value", reduction))
        if sum([bool(sigmoid), bool(softmax), other_act is not None]) > 1:
            raise ValueError("Incompatible values: more than 1 of [sigmoid=True, softmax=True, other_act is not None].")
        self.include_background = include_background
        self.to_onehot_y = to_onehot_y
        self.sigmoid, self.softmax, self.other_act = sigmoid, softmax, other_act
        self.smooth_nr, self.smooth_dr = float(smooth_nr), float(smooth_dr)
        self.batch = batch

    def compared(self, input, target):
        if self.sigmoid:
            input = torch.sigmoid(input)
        classes = input.shape[1]
        if self.softmax and classes > 1:
            input = torch.softmax(input, 1)
        if self.other_act is not None:
            input = self.other_act(input)
        if self.to_onehot_y and classes > 1:
            target = one_hot(target, num_classes=classes)
        if not self.include_background and classes > 1:
            input, target = input[:, 1:], target[:, 1:]
        if target.shape != input.shape:
            raise AssertionError(f"ground truth has different shape ({target.shape}) from input ({input.shape})")
        return input, target

    def axes(self, input):
        spatial = list(range(2, input.dim()))
        return [0] + spatial if self.batch else spatial

    def reduced(self, score, input):
        if self.reduction == "mean":
            return score.mean()
        if self.reduction == "sum":
            return score.sum()
        return score.view(tuple(score.shape) + (1,) * (input.dim() - score.dim()))
