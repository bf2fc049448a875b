import torch
from torch.nn import functional as F
from torch.nn.modules.loss import _Loss

from monai.networks.utils import one_hot


class FocalLoss(_Loss):
    def __init__(self, include_background=True, to_onehot_y=False, gamma=2.0, alpha=None, weight=None, reduction="mean",
                 use_softmax=False):
        super().__init__(reduction=getattr(reduction, "value", reduction))
        self.include_background, self.to_onehot_y = include_background, to_onehot_y
        self.gamma, self.alpha, self.use_softmax = gamma, alpha, use_softmax
        self.register_buffer("class_weight", None if weight is None else torch.as_tensor(weight))

    def forward(self, input, target):
        classes = input.shape[1]
        if self.to_onehot_y and classes > 1:
            target = one_hot(target, num_classes=classes)
        if not self.include_background and classes > 1:
            input, target = input[:, 1:], target[:, 1:]
        if target.shape != input.shape:
            raise ValueError(f"ground truth has different shape ({target.shape}) from input ({input.shape})")
        input, target = input.float(), target.float()
        loss = self._of_softmax(input, target) if self.use_softmax else self._of_sigmoid(input, target)
        if self.class_weight is not None and input.shape[1] != 1:
            loss = self.class_weight.to(loss).view((1, -1) + (1,) * (input.dim() - 2)) * loss
        if self.reduction == "sum":
            return loss.mean(list(range(2, loss.dim()))).sum() if self.use_softmax else loss.sum()
        return loss.mean() if self.reduction == "mean" else loss

    def _of_softmax(self, input, target):
        logarithms = input.log_softmax(1)
        loss = -(1 - logarithms.exp()).pow(self.gamma) * logarithms * target
        return loss if self.alpha is None else loss * self.alpha

    def _of_sigmoid(self, input, target):
        loss = input - input * target - F.logsigmoid(input)
        missed = F.logsigmoid(-input * (target * 2 - 1))
        loss = (missed * self.gamma).exp() * loss
        if self.alpha is not None:
            loss = (target * self.alpha + (1 - target) * (1 - self.alpha)) * loss
        return loss
