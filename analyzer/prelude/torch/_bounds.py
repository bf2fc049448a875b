# clamp where a bound is a tensor: one node keeps the input and the bounds (derivatives.yaml, clamp.Tensor, 1.13 to 2.4).
import torch
from torch.autograd import Function


class ClampToTensors(Function):
    @staticmethod
    def forward(ctx, input, lower, upper):
        ctx.save_for_backward(input, lower, upper)
        if lower is None:
            return torch.minimum(input, upper)
        return torch.maximum(input, lower) if upper is None else torch.minimum(torch.maximum(input, lower), upper)

    @staticmethod
    def backward(ctx, grad):
        input, lower, upper = ctx.saved_tensors
        inside = torch.ones_like(input, dtype=torch.bool)
        if lower is not None:
            inside = inside & (input >= lower)
        if upper is not None:
            inside = inside & (input <= upper)
        return (torch.where(inside, grad, 0.0), None if lower is None else grad * (input < lower),
                None if upper is None else grad * (input > upper))
