# Poolings. A class of one name exists in one to three dimensions and calls the function of its dimension.
from torch.nn import functional as F
from torch.nn.modules.module import Module
from torch.nn.modules.utils import _ntuple, _single


class _MaxPoolNd(Module):
    __constants__ = ["kernel_size", "stride", "padding", "dilation", "return_indices", "ceil_mode"]

    def __init__(self, kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False):
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = stride if stride is not None else kernel_size
        self.padding = padding
        self.dilation = dilation
        self.return_indices = return_indices
        self.ceil_mode = ceil_mode

    def forward(self, input):
        return getattr(F, f"max_pool{self._rank}d")(input, self.kernel_size, self.stride, self.padding, self.dilation,
                                                    ceil_mode=self.ceil_mode, return_indices=self.return_indices)


class MaxPool1d(_MaxPoolNd):
    _rank = 1


class MaxPool2d(_MaxPoolNd):
    _rank = 2


class MaxPool3d(_MaxPoolNd):
    _rank = 3


class _AvgPoolNd(Module):
    __constants__ = ["kernel_size", "stride", "padding", "ceil_mode", "count_include_pad"]
    pass


class AvgPool1d(_AvgPoolNd):
    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
        super().__init__()
        self.kernel_size = _single(kernel_size)
        self.stride = _single(stride if stride is not None else kernel_size)
        self.padding = _single(padding)
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad

    def forward(self, input):
        return F.avg_pool1d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad)


class AvgPool2d(_AvgPoolNd):
    __constants__ = ["kernel_size", "stride", "padding", "ceil_mode", "count_include_pad", "divisor_override"]
    _rank = 2

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = stride if stride is not None else kernel_size
        self.padding = padding
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad
        self.divisor_override = divisor_override

    def forward(self, input):
        return getattr(F, f"avg_pool{self._rank}d")(input, self.kernel_size, self.stride, self.padding, self.ceil_mode,
                                                    self.count_include_pad, self.divisor_override)


class AvgPool3d(AvgPool2d):
    _rank = 3


class _AdaptivePool(Module):
    _kind = "avg"

    def __init__(self, output_size, return_indices=False):
        super().__init__()
        self.output_size = output_size
        self.return_indices = return_indices

    def forward(self, input):
        function = getattr(F, f"adaptive_{self._kind}_pool{self._rank}d")
        if self._kind == "max":
            return function(input, self.output_size, self.return_indices)
        return function(input, self.output_size)


class _AdaptiveAvgPoolNd(_AdaptivePool):
    __constants__ = ["output_size"]

    def __init__(self, output_size):
        super().__init__(output_size)


class _AdaptiveMaxPoolNd(_AdaptivePool):
    __constants__ = ["output_size", "return_indices"]
    _kind = "max"


class AdaptiveAvgPool1d(_AdaptiveAvgPoolNd):
    _rank = 1


class AdaptiveAvgPool2d(_AdaptiveAvgPoolNd):
    _rank = 2


class AdaptiveAvgPool3d(_AdaptiveAvgPoolNd):
    _rank = 3


class AdaptiveMaxPool1d(_AdaptiveMaxPoolNd):
    _rank = 1


class AdaptiveMaxPool2d(_AdaptiveMaxPoolNd):
    _rank = 2


class AdaptiveMaxPool3d(_AdaptiveMaxPoolNd):
    _rank = 3


class _MaxUnpoolNd(Module):
    def __init__(self, kernel_size, stride=None, padding=0):
        super().__init__()
        spread = _ntuple(self._rank)
        self.kernel_size = spread(kernel_size)
        self.stride = spread(kernel_size if stride is None else stride)
        self.padding = spread(padding)

    def forward(self, input, indices, output_size=None):
        return getattr(F, f"max_unpool{self._rank}d")(input, indices, self.kernel_size, self.stride, self.padding, output_size)


class MaxUnpool1d(_MaxUnpoolNd):
    _rank = 1


class MaxUnpool2d(_MaxUnpoolNd):
    _rank = 2


class MaxUnpool3d(_MaxUnpoolNd):
    _rank = 3


class _LPPoolNd(Module):
    __constants__ = ["norm_type", "kernel_size", "stride", "ceil_mode"]

    def __init__(self, norm_type, kernel_size, stride=None, ceil_mode=False):
        super().__init__()
        self.norm_type = norm_type
        self.kernel_size = kernel_size
        self.stride = stride
        self.ceil_mode = ceil_mode

    def forward(self, input):
        return getattr(F, f"lp_pool{self._rank}d")(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)


class LPPool1d(_LPPoolNd):
    _rank = 1


class LPPool2d(_LPPoolNd):
    _rank = 2


class LPPool3d(_LPPoolNd):
    _rank = 3


class FractionalMaxPool2d(Module):
    __constants__ = ["kernel_size", "return_indices", "output_size", "output_ratio"]
    _rank = 2

    def __init__(self, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
        super().__init__()
        if (output_size is None) == (output_ratio is None):
            raise ValueError(f"{type(self).__name__} requires specifying either an output size, or a pooling ratio")
        spread = _ntuple(self._rank)
        self.kernel_size = spread(kernel_size)
        self.output_size = None if output_size is None else spread(output_size)
        self.output_ratio = None if output_ratio is None else spread(output_ratio)
        self.return_indices = return_indices
        if output_ratio is not None and not all(0 < ratio < 1 for ratio in self.output_ratio):
            raise ValueError(f"output_ratio must be between 0 and 1 (got {output_ratio})")

    def forward(self, input):
        return getattr(F, f"fractional_max_pool{self._rank}d")(input, self.kernel_size, self.output_size, self.output_ratio,
                                                               self.return_indices)


class FractionalMaxPool3d(FractionalMaxPool2d):
    _rank = 3
