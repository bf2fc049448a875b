# Convolutions: constructor checks and weights as torch/nn/modules/conv.py documents them.
import _vramlint
import torch
from torch.nn import functional as F
from torch.nn.modules.module import Module
from torch.nn.modules.utils import _ntuple, _reverse_repeat_tuple
from torch.nn.parameter import Parameter


class _ConvNd(Module):
    __constants__ = ["stride", "padding", "dilation", "groups", "padding_mode", "output_padding", "in_channels",
                     "out_channels", "kernel_size"]
    _rank = 2
    _transposed = False

    def __init__(self, in_channels, out_channels, kernel_size, stride, padding, dilation, transposed, output_padding, groups,
                 bias, padding_mode, device=None, dtype=None):
        super().__init__()
        if groups <= 0:
            raise ValueError("groups must be a positive integer")
        if in_channels % groups != 0:
            raise ValueError("in_channels must be divisible by groups")
        if out_channels % groups != 0:
            raise ValueError("out_channels must be divisible by groups")
        if isinstance(padding, str):
            if padding not in ("same", "valid"):
                raise ValueError(f"Invalid padding string {padding!r}, should be one of {{'same', 'valid'}}")
            if padding == "same" and any(s != 1 for s in stride):
                raise ValueError("padding='same' is not supported for strided convolutions")
        if padding_mode not in ("zeros", "reflect", "replicate", "circular"):
            raise ValueError("padding_mode must be one of {'zeros', 'reflect', 'replicate', 'circular'}, "
                             f"but got padding_mode='{padding_mode}'")
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = kernel_size
        self.stride = stride
        self.padding = padding
        self.dilation = dilation
        self.transposed = transposed
        self.output_padding = output_padding
        self.groups = groups
        self.padding_mode = padding_mode
        if isinstance(padding, str):
            self._reversed_padding_repeated_twice = _same_padding(kernel_size, dilation, padding)
        else:
            self._reversed_padding_repeated_twice = _reverse_repeat_tuple(padding, 2)
        if transposed:
            shape = (in_channels, out_channels // groups, *kernel_size)
        else:
            shape = (out_channels, in_channels // groups, *kernel_size)
        self.weight = Parameter(torch.empty(shape, dtype=dtype))
        if bias:
            self.bias = Parameter(torch.empty(out_channels, dtype=dtype))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self):
        return None

    def extra_repr(self):
        return f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"


def _same_padding(kernel_size, dilation, padding):
    widths = []
    for size, step in zip(reversed(kernel_size), reversed(dilation)):
        total = step * (size - 1) if padding == "same" else 0
        widths += [total // 2, total - total // 2]
    return tuple(widths)


_NOT_GIVEN = object()
_FUNCTIONS = (None, "conv1d", "conv2d", "conv3d")


class _Forward(_ConvNd):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode="zeros", device=None, dtype=None):
        spread = _ntuple(self._rank)
        super().__init__(in_channels, out_channels, spread(kernel_size), spread(stride),
                         padding if isinstance(padding, str) else spread(padding), spread(dilation), False, spread(0), groups,
                         bias, padding_mode, device, dtype)

    def _conv_forward(self, input, weight, bias=_NOT_GIVEN):
        if bias is _NOT_GIVEN:
            if _vramlint.torch_at_least(1, 8):
                raise TypeError("_conv_forward() missing 1 required positional argument: 'bias'")
            bias = self.bias  # as it was up to 1.7
        function = getattr(F, _FUNCTIONS[self._rank])
        if self.padding_mode != "zeros":
            padded = F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode)
            return function(padded, weight, bias, self.stride, (0,) * self._rank, self.dilation, self.groups)
        return function(input, weight, bias, self.stride, self.padding, self.dilation, self.groups)

    def forward(self, input):
        return self._conv_forward(input, self.weight, self.bias)


class Conv1d(_Forward):
    _rank = 1


class Conv2d(_Forward):
    _rank = 2


class Conv3d(_Forward):
    _rank = 3


class _ConvTransposeNd(_ConvNd):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True,
                 dilation=1, padding_mode="zeros", device=None, dtype=None):
        if padding_mode != "zeros":
            raise ValueError(f'Only "zeros" padding mode is supported for {type(self).__name__}')
        spread = _ntuple(self._rank)
        super().__init__(in_channels, out_channels, spread(kernel_size), spread(stride), spread(padding), spread(dilation),
                         True, spread(output_padding), groups, bias, padding_mode, device, dtype)

    def _output_padding(self, input, output_size):
        if output_size is None:
            return self.output_padding
        output_size = tuple(output_size)[-self._rank:]
        result = []
        for d in range(self._rank):
            smallest = ((input.size(d + input.dim() - self._rank) - 1) * self.stride[d] - 2 * self.padding[d]
                        + self.dilation[d] * (self.kernel_size[d] - 1) + 1)
            if not smallest <= output_size[d] < smallest + self.stride[d]:
                raise ValueError(f"requested an output size of {output_size}, but valid sizes range from {smallest} "
                                 f"to {smallest + self.stride[d] - 1} (dimension {d})")
            result.append(output_size[d] - smallest)
        return tuple(result)

    def forward(self, input, output_size=None):
        function = getattr(F, f"conv_transpose{self._rank}d")
        return function(input, self.weight, self.bias, self.stride, self.padding,
                        self._output_padding(input, output_size), self.groups, self.dilation)


_ConvTransposeMixin = _ConvTransposeNd


class ConvTranspose1d(_ConvTransposeNd):
    _rank = 1


class ConvTranspose2d(_ConvTransposeNd):
    _rank = 2


class ConvTranspose3d(_ConvTransposeNd):
    _rank = 3
