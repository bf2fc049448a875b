# Parameters and buffers are tensors of their own class; the C++ side makes them.
from torch._tensor import Tensor, _followed


class Parameter(Tensor):
    def __new__(cls, data=None, requires_grad=True):
        return Parameter(data, requires_grad).as_subclass(_followed(cls))


class Buffer(Tensor):
    def __new__(cls, data=None, *, persistent=True):
        return Buffer(data).as_subclass(_followed(cls))


class UninitializedTensorMixin:
    pass


class UninitializedParameter(UninitializedTensorMixin, Parameter):
    pass


class UninitializedBuffer(UninitializedTensorMixin, Tensor):
    pass


def is_lazy(parameter):
    return isinstance(parameter, UninitializedTensorMixin)
