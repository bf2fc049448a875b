from torch.nn import functional as F
from torch.nn.modules.module import Module
from torch.nn.modules.utils import _ntuple


class _Pad(Module):
    _mode = "constant"
    _sides = 4

    def __init__(self, padding, value=0.0):
        super().__init__()
        self.padding = _ntuple(self._sides)(padding)
        self.value = value

    def forward(self, input):
        if self._mode == "constant":
            return F.pad(input, self.padding, "constant", self.value)
        return F.pad(input, self.padding, self._mode)


class ConstantPad1d(_Pad):
    _sides = 2


class ConstantPad2d(_Pad):
    _sides = 4


class ConstantPad3d(_Pad):
    _sides = 6


class ZeroPad1d(ConstantPad1d):
    pass


class ZeroPad2d(ConstantPad2d):
    pass


class ZeroPad3d(ConstantPad3d):
    pass


class ReflectionPad1d(_Pad):
    _mode = "reflect"
    _sides = 2


class ReflectionPad2d(_Pad):
    _mode = "reflect"


class ReflectionPad3d(_Pad):
    _mode = "reflect"
    _sides = 6


class ReplicationPad1d(_Pad):
    _mode = "replicate"
    _sides = 2


class ReplicationPad2d(_Pad):
    _mode = "replicate"


class ReplicationPad3d(_Pad):
    _mode = "replicate"
    _sides = 6


class CircularPad1d(_Pad):
    _mode = "circular"
    _sides = 2


class CircularPad2d(_Pad):
    _mode = "circular"


class CircularPad3d(_Pad):
    _mode = "circular"
    _sides = 6
