# clamp where a bound is a tensor: one node keeps the input and the bounds (derivatives.yaml, clamp.Tensor;
# torch/csrc/autograd/FunctionsManual.cpp, clamp_backward and clamp_backward_min_max, 1.13 to 2.4).
import torch
from torch.autograd import Function


def _clamped(input, lower, upper):
    if input.is_cuda:  # one kernel
        bounds = [bound for bound in (lower, upper) if bound is not None]
        shape = torch.broadcast_shapes(input.shape, *[bound.shape for bound in bounds])
        dtype = input.dtype
        for bound in bounds:
            dtype = torch.promote_types(dtype, bound.dtype) if bound.dim() > 0 else dtype
        return torch.empty(shape, dtype=dtype, device=input.device)
    if lower is None:
        return torch.minimum(input, upper)
    return torch.maximum(input, lower) if upper is None else torch.minimum(torch.maximum(input, lower), upper)


def _where(condition, other, grad):
    if condition is None:
        condition = other
    elif other is not None:
        condition.logical_and_(other)
    return torch.where(condition, grad, 0.0)


class ClampToTensors(Function):
    @staticmethod
    def forward(ctx, input, lower, upper):
        ctx.save_for_backward(input, lower, upper)
        return _clamped(input, lower, upper)

    @staticmethod
    def backward(ctx, grad):
        input, lower, upper = ctx.saved_tensors
        needs = ctx.needs_input_grad
        has_both = lower is not None and upper is not None
        above = input >= lower if needs[0] and lower is not None else None
        first = _where(above, None if upper is None else input <= upper, grad) if needs[0] else None
        del above
        second = _where(input < lower, lower < upper if has_both else None, grad) if needs[1] else None
        third = _where(input > upper, upper >= lower if has_both else None, grad) if needs[2] else None
        return first, second, third
