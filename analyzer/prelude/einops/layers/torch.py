from torch import nn

from einops._einops import einsum, rearrange, reduce


class Rearrange(nn.Module):
    def __init__(self, pattern, **axes_lengths):
        super().__init__()
        self.pattern = pattern
        self.axes_lengths = axes_lengths

    def forward(self, input):
        return rearrange(input, self.pattern, **self.axes_lengths)


class Reduce(nn.Module):
    def __init__(self, pattern, reduction, **axes_lengths):
        super().__init__()
        self.pattern = pattern
        self.reduction = reduction
        self.axes_lengths = axes_lengths

    def forward(self, input):
        return reduce(input, self.pattern, self.reduction, **self.axes_lengths)


class EinMix(nn.Module):
    # A linear map over named axes: an einsum with a weight and an addition with a bias, patterns without parentheses.
    def __init__(self, pattern, weight_shape, bias_shape=None, **axes_lengths):
        super().__init__()
        import torch
        if "(" in pattern:
            from _vramlint import unsupported
            unsupported("EinMix with parentheses in its pattern is not modelled")
        left, _, right = pattern.partition("->")
        self.pattern = left + ", " + weight_shape + " -> " + right
        self.weight = nn.Parameter(torch.zeros([axes_lengths[axis] for axis in weight_shape.split()]))
        self.bias = None
        if bias_shape:
            named = bias_shape.split()
            self.bias = nn.Parameter(torch.zeros([axes_lengths[axis] if axis in named else 1 for axis in right.split()]))

    def forward(self, input):
        result = einsum(input, self.weight, self.pattern)
        return result if self.bias is None else result + self.bias
