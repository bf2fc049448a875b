from torch import nn

from einops._einops import EinopsError, _groups, _parsed, einsum, rearrange, reduce


class Rearrange(nn.Module):
    def __init__(self, pattern, **axes_lengths):
        super().__init__()
        _parsed(pattern, "rearrange", axes_lengths)
        self.pattern = pattern
        self.axes_lengths = axes_lengths

    def forward(self, input):
        return rearrange(input, self.pattern, **self.axes_lengths)


class Reduce(nn.Module):
    def __init__(self, pattern, reduction, **axes_lengths):
        super().__init__()
        _parsed(pattern, "reduce", axes_lengths)
        self.pattern = pattern
        self.reduction = reduction
        self.axes_lengths = axes_lengths

    def forward(self, input):
        return reduce(input, self.pattern, self.reduction, **self.axes_lengths)


def _flat(groups):
    return [axis for group in groups for axis in group]


class EinMix(nn.Module):
    # A linear map over named axes: an einsum with a weight, a bias added in place, and the parentheses around both.
    def __init__(self, pattern, weight_shape, bias_shape=None, **axes_lengths):
        super().__init__()
        import torch
        left, _, right = pattern.partition("->")
        inner, outer, weight = _flat(_groups(left)), _flat(_groups(right)), weight_shape.split()
        _check_mix(inner, outer, weight, (bias_shape or "").split(), axes_lengths)
        self.pattern = pattern
        self.weight_shape = weight_shape
        self.bias_shape = bias_shape
        self.axes_lengths = axes_lengths
        self.einsum_pattern = f"{' '.join(inner)}, {weight_shape} -> {' '.join(outer)}"
        self.pre_rearrange = self.post_rearrange = None
        if [1 for group in _groups(left) if len(group) != 1]:
            lengths = {axis: length for axis, length in axes_lengths.items() if axis in inner}
            self.pre_rearrange = Rearrange(f"{left}-> {' '.join(inner)}", **lengths)
        if [1 for group in _groups(right) if len(group) != 1]:
            self.post_rearrange = Rearrange(f"{' '.join(outer)} ->{right}")
        self.weight = nn.Parameter(torch.zeros([axes_lengths[axis] for axis in weight]).uniform_(-1, 1))
        self.bias = None
        if bias_shape is not None:
            named = bias_shape.split()
            sizes = [axes_lengths[axis] if axis in named else 1 for axis in outer if axis != "..."]
            self.bias = nn.Parameter(torch.zeros(sizes).uniform_(-1, 1))

    def forward(self, input):
        if self.pre_rearrange is not None:
            input = self.pre_rearrange(input)
        result = einsum(input, self.weight, self.einsum_pattern)
        if self.bias is not None:
            result += self.bias
        return result if self.post_rearrange is None else self.post_rearrange(result)


def _check_mix(inner, outer, weight, bias, lengths):
    for wrong, why in [
        ([axis for axis in outer if axis not in inner and axis not in weight], "on the right side are unknown"),
        ([axis for axis in weight if axis not in lengths], "of the weight have no length"),
        ([axis for axis in lengths if axis not in inner and axis not in weight], "are not in the pattern"),
        ([axis for axis in weight if axis not in inner and axis not in outer], "of the weight are redundant"),
        ([axis for axis in bias if axis not in outer or axis not in lengths], "of the bias are not in the output"),
    ]:
        if wrong:
            raise EinopsError(f"EinMix: the axes {', '.join(wrong)} {why}")
