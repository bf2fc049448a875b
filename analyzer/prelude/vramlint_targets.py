"""Targets of losses of which nothing is known: what a loss takes says how large they are."""
import _vramlint

_WHY = "the target of this loss is taken to be as large as the loss asks for, in "


def _is_told(input, target):
    return _vramlint.is_known(target) or not _vramlint.is_known(input) or not _vramlint.is_data(target)


def _made(input, shape, dtype):
    import torch

    _vramlint.assume(_WHY + str(dtype).replace("torch.", ""))
    return torch.empty(shape, dtype=dtype, device=input.device)


def classes_for(input, target):
    """A class for every row of `input`."""
    import torch

    if _is_told(input, target):
        return target
    return _made(input, tuple(input.shape[:1]) + tuple(input.shape[2:]) if input.dim() > 1 else (), torch.int64)


def numbers_for(input, target):
    """A number for every one of `input`."""
    import torch

    if _is_told(input, target) or not input.is_floating_point():
        return target
    return _made(input, tuple(input.shape), torch.float64 if input.dtype == torch.float64 else torch.float32)
