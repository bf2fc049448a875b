# Parameters and buffers are tensors of their own class; the C++ side makes them.
from torch._tensor import Tensor


class Parameter(Tensor):
    pass


class Buffer(Tensor):
    pass


class UninitializedTensorMixin:
    pass


class UninitializedParameter(UninitializedTensorMixin, Parameter):
    pass


class UninitializedBuffer(UninitializedTensorMixin, Tensor):
    pass


def is_lazy(parameter):
    return isinstance(parameter, UninitializedTensorMixin)
