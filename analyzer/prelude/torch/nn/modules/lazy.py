# Layers that learn their width from the first input (modules/lazy.py, 1.13). Until then their parameters are empty.
import torch
from torch.nn.modules.batchnorm import BatchNorm1d, BatchNorm2d, BatchNorm3d
from torch.nn.modules.conv import Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from torch.nn.modules.instancenorm import InstanceNorm1d, InstanceNorm2d, InstanceNorm3d
from torch.nn.modules.linear import Linear
from torch.nn.parameter import is_lazy

_STORES = ("_parameters", "_buffers")


class LazyModuleMixin:
    cls_to_become = None
    _waiting = ()

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._initialize_hook = self.register_forward_pre_hook(self._infer_parameters)

    def has_uninitialized_params(self):
        held = list(self._parameters.values()) + list(self._buffers.values())
        return len(self._waiting) > 0 or any([is_lazy(value) for value in held])

    def initialize_parameters(self, *args, **kwargs):
        raise NotImplementedError(f"initialize_parameters is not implemented for {type(self).__name__}")

    def _infer_parameters(self, module, input):
        module.initialize_parameters(*input)
        if module.has_uninitialized_params():
            raise RuntimeError(f"module {self._get_name()} has not been fully initialized")
        module._initialize_hook.remove()
        del module._initialize_hook
        if module.cls_to_become is not None:
            module.__class__ = module.cls_to_become


class _LazyLayer(LazyModuleMixin):
    _axis = 1
    _width = "in_channels"

    def __init__(self, *args, **kwargs):
        # For a moment as narrow as its groups allow: the width is the first argument of what it becomes.
        groups = args[5] if self._width == "in_channels" and len(args) > 5 else kwargs.get("groups", 1)
        super().__init__(groups, *args, **kwargs)
        self._given = (args, kwargs)
        self._waiting = [(store, name) for store in _STORES for name, value in self.__dict__[store].items()
                         if value is not None and value.dim() > 0]
        for store, name in self._waiting:
            value = self.__dict__[store][name]
            value.data = torch.empty(0, dtype=value.dtype)
        setattr(self, self._width, 0)

    def _check_input(self, input):
        return None

    def initialize_parameters(self, input):
        self._check_input(input)
        args, kwargs = self._given
        layer = self.cls_to_become(input.size(self._axis), *args, **kwargs)
        for store, name in self._waiting:
            self.__dict__[store][name].data = layer.__dict__[store][name].data
        setattr(self, self._width, getattr(layer, self._width))
        self._waiting = ()


class LazyLinear(_LazyLayer, Linear):
    cls_to_become = Linear
    _axis = -1
    _width = "in_features"


class _LazyConvXdMixin(_LazyLayer):
    def _check_input(self, input):
        if input.dim() not in (self._rank + 1, self._rank + 2):
            raise RuntimeError(f"Expected {self._rank + 1}D (unbatched) or {self._rank + 2}D (batched) input to "
                               f"{type(self).__name__}, but got input of size: {input.shape}")
        self._axis = -1 - self._rank


class LazyConv1d(_LazyConvXdMixin, Conv1d):
    cls_to_become = Conv1d


class LazyConv2d(_LazyConvXdMixin, Conv2d):
    cls_to_become = Conv2d


class LazyConv3d(_LazyConvXdMixin, Conv3d):
    cls_to_become = Conv3d


class LazyConvTranspose1d(_LazyConvXdMixin, ConvTranspose1d):
    cls_to_become = ConvTranspose1d


class LazyConvTranspose2d(_LazyConvXdMixin, ConvTranspose2d):
    cls_to_become = ConvTranspose2d


class LazyConvTranspose3d(_LazyConvXdMixin, ConvTranspose3d):
    cls_to_become = ConvTranspose3d


class _LazyNormBase(_LazyLayer):
    _width = "num_features"

    def __init__(self, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None):
        super().__init__(eps, momentum, affine, track_running_stats, device, dtype)


class LazyBatchNorm1d(_LazyNormBase, BatchNorm1d):
    cls_to_become = BatchNorm1d


class LazyBatchNorm2d(_LazyNormBase, BatchNorm2d):
    cls_to_become = BatchNorm2d


class LazyBatchNorm3d(_LazyNormBase, BatchNorm3d):
    cls_to_become = BatchNorm3d


class LazyInstanceNorm1d(_LazyNormBase, InstanceNorm1d):
    cls_to_become = InstanceNorm1d


class LazyInstanceNorm2d(_LazyNormBase, InstanceNorm2d):
    cls_to_become = InstanceNorm2d


class LazyInstanceNorm3d(_LazyNormBase, InstanceNorm3d):
    cls_to_become = InstanceNorm3d
