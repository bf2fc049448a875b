import torch
from torch.nn import functional as F
from torch.nn.modules.loss import _Loss

from monai.losses._regions import RegionLoss
from monai.losses.focal_loss import FocalLoss


class DiceLoss(RegionLoss):
    def __init__(self, include_background=True, to_onehot_y=False, sigmoid=False, softmax=False, other_act=None,
                 squared_pred=False, jaccard=False, reduction="mean", smooth_nr=1e-5, smooth_dr=1e-5, batch=False, weight=None):
        super().__init__(include_background, to_onehot_y, sigmoid, softmax, other_act, reduction, smooth_nr, smooth_dr, batch)
        self.squared_pred, self.jaccard = squared_pred, jaccard
        self.register_buffer("class_weight", None if weight is None else torch.as_tensor(weight))

    def forward(self, input, target):
        input, target = self.compared(input, target)
        axes = self.axes(input)
        both = (target * input).sum(axes)
        sizes = [(side ** 2 if self.squared_pred else side).sum(axes) for side in (target, input)]
        whole = sizes[0] + sizes[1]
        if self.jaccard:
            whole = 2.0 * (whole - both)
        score = 1.0 - (2.0 * both + self.smooth_nr) / (whole + self.smooth_dr)
        if self.class_weight is not None and target.shape[1] != 1:
            score = score * self.class_weight.to(score)
        return self.reduced(score, input)


class GeneralizedDiceLoss(RegionLoss):
    def __init__(self, include_background=True, to_onehot_y=False, sigmoid=False, softmax=False, other_act=None,
                 w_type="square", reduction="mean", smooth_nr=1e-5, smooth_dr=1e-5, batch=False):
        super().__init__(include_background, to_onehot_y, sigmoid, softmax, other_act, reduction, smooth_nr, smooth_dr, batch)
        self.w_type = getattr(w_type, "value", w_type)

    def forward(self, input, target):
        input, target = self.compared(input, target)
        axes = self.axes(input)
        both, truth, found = (target * input).sum(axes), target.sum(axes), input.sum(axes)
        if self.w_type == "uniform":
            weight = torch.ones_like(truth)
        else:
            weight = torch.reciprocal(truth.float() if self.w_type == "simple" else truth.float() * truth.float())
        sums = 0 if self.batch else 1
        over = 2.0 * (both * weight).sum(sums, keepdim=True) + self.smooth_nr
        under = ((truth + found) * weight).sum(sums, keepdim=True) + self.smooth_dr
        return self.reduced(1.0 - over / under, input)


class _Both(_Loss):
    """A loss of regions and one of each voxel."""

    def __init__(self, reduction, lambda_region, lambda_voxel):
        super().__init__(reduction=getattr(reduction, "value", reduction))
        self.lambdas = lambda_region, lambda_voxel

    def forward(self, input, target):
        if input.dim() != target.dim():
            raise ValueError("the number of dimensions for input and target should be the same, "
                             f"got shape {input.shape} and {target.shape}.")
        return self.lambdas[0] * self.dice(input, target) + self.lambdas[1] * self.voxels(input, target)


class DiceCELoss(_Both):
    def __init__(self, include_background=True, to_onehot_y=False, sigmoid=False, softmax=False, other_act=None,
                 squared_pred=False, jaccard=False, reduction="mean", smooth_nr=1e-5, smooth_dr=1e-5, batch=False,
                 ce_weight=None, weight=None, lambda_dice=1.0, lambda_ce=1.0, label_smoothing=0.0):
        super().__init__(reduction, lambda_dice, lambda_ce)
        weight = ce_weight if weight is None else weight
        self.dice = DiceLoss(include_background, to_onehot_y, sigmoid, softmax, other_act, squared_pred, jaccard, reduction,
                             smooth_nr, smooth_dr, batch, weight)
        self.cross_entropy = torch.nn.CrossEntropyLoss(weight=weight, reduction=self.reduction, label_smoothing=label_smoothing)

    def voxels(self, input, target):
        if input.shape[1] == 1:
            return F.binary_cross_entropy_with_logits(input, target.to(input.dtype), reduction=self.reduction)
        if input.shape[1] != target.shape[1] and target.shape[1] == 1:
            return self.cross_entropy(input, target.squeeze(1).long())
        return self.cross_entropy(input, target if target.is_floating_point() else target.to(input.dtype))


class DiceFocalLoss(_Both):
    def __init__(self, include_background=True, to_onehot_y=False, sigmoid=False, softmax=False, other_act=None,
                 squared_pred=False, jaccard=False, reduction="mean", smooth_nr=1e-5, smooth_dr=1e-5, batch=False, gamma=2.0,
                 focal_weight=None, weight=None, lambda_dice=1.0, lambda_focal=1.0, alpha=None):
        super().__init__(reduction, lambda_dice, lambda_focal)
        weight = focal_weight if weight is None else weight
        self.dice = DiceLoss(include_background, to_onehot_y, sigmoid, softmax, other_act, squared_pred, jaccard, reduction,
                             smooth_nr, smooth_dr, batch, weight)
        self.focal = FocalLoss(include_background, to_onehot_y, gamma, alpha, weight, reduction, use_softmax=bool(softmax))

    def voxels(self, input, target):
        return self.focal(input, target)


class GeneralizedDiceFocalLoss(_Both):
    def __init__(self, include_background=True, to_onehot_y=False, sigmoid=False, softmax=False, other_act=None,
                 w_type="square", reduction="mean", smooth_nr=1e-5, smooth_dr=1e-5, batch=False, gamma=2.0, focal_weight=None,
                 weight=None, lambda_gdl=1.0, lambda_focal=1.0):
        super().__init__(reduction, lambda_gdl, lambda_focal)
        weight = focal_weight if weight is None else weight
        self.dice = GeneralizedDiceLoss(include_background, to_onehot_y, sigmoid, softmax, other_act, w_type, reduction,
                                        smooth_nr, smooth_dr, batch)
        self.focal = FocalLoss(include_background, to_onehot_y, gamma, None, weight, reduction)

    def voxels(self, input, target):
        return self.focal(input, target)
