from torch.nn import functional as F
from torch.nn.modules.module import Module
from torch.nn.modules.utils import _ntuple


class _Pad(Module):
    _sides = 4

    def __init__(self, padding):
        super().__init__()
        self.padding = _ntuple(self._sides)(padding)

    def forward(self, input):
        return F.pad(input, self.padding, self._mode)


class _ConstantPadNd(_Pad):
    __constants__ = ["padding", "value"]

    def __init__(self, padding, value):
        super().__init__(padding)
        self.value = value

    def forward(self, input):
        return F.pad(input, self.padding, "constant", self.value)


class ConstantPad1d(_ConstantPadNd):
    _sides = 2


class ConstantPad2d(_ConstantPadNd):
    _sides = 4


class ConstantPad3d(_ConstantPadNd):
    _sides = 6


class ZeroPad1d(ConstantPad1d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)


class ZeroPad2d(ConstantPad2d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)


class ZeroPad3d(ConstantPad3d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)


class _ReflectionPadNd(_Pad):
    __constants__ = ["padding"]
    _mode = "reflect"


class ReflectionPad1d(_ReflectionPadNd):
    _sides = 2


class ReflectionPad2d(_ReflectionPadNd):
    _sides = 4


class ReflectionPad3d(_ReflectionPadNd):
    _sides = 6


class _ReplicationPadNd(_Pad):
    __constants__ = ["padding"]
    _mode = "replicate"


class ReplicationPad1d(_ReplicationPadNd):
    _sides = 2


class ReplicationPad2d(_ReplicationPadNd):
    _sides = 4


class ReplicationPad3d(_ReplicationPadNd):
    _sides = 6


class _CircularPadNd(_Pad):
    _mode = "circular"


class CircularPad1d(_CircularPadNd):
    _sides = 2


class CircularPad2d(_CircularPadNd):
    _sides = 4


class CircularPad3d(_CircularPadNd):
    _sides = 6
