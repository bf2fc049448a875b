# The losses a recipe may name with one word. `targets` are the tensors of the recipe's `targets:`, in order.
import _vramlint
import torch
from torch.nn import functional as F


def _tensors(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if not _vramlint.is_known(value):
        return []
    if isinstance(value, dict):
        value = list(value.values())
    found = []
    if isinstance(value, (list, tuple)):
        for item in value:
            found += _tensors(item)
    return found


def compared(outputs):
    # Shapes and classes of the targets a loss would compare the outputs with.
    return [tensor for tensor in _tensors(outputs) if tensor.is_floating_point()]


def _total(function, outputs, targets):
    total = None
    for output, target in zip(compared(outputs), targets):
        loss = function(output, target)
        total = loss if total is None else total + loss
    return total


def mse(outputs, targets):
    return _total(F.mse_loss, outputs, targets)


def l1(outputs, targets):
    return _total(F.l1_loss, outputs, targets)


def smooth_l1(outputs, targets):
    return _total(F.smooth_l1_loss, outputs, targets)


def bce(outputs, targets):
    return _total(F.binary_cross_entropy, outputs, targets)


def bce_with_logits(outputs, targets):
    return _total(F.binary_cross_entropy_with_logits, outputs, targets)


def cross_entropy(outputs, targets):
    return _total(F.cross_entropy, outputs, targets)


def _reduced(outputs, method):
    total = None
    for output in compared(outputs):
        loss = getattr(output, method)()
        total = loss if total is None else total + loss
    return total


def sum(outputs, targets):
    return _reduced(outputs, "sum")


def mean(outputs, targets):
    return _reduced(outputs, "mean")
