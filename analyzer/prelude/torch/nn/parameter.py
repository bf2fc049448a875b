# Parameters and buffers are tensors of their own class; the C++ side makes them.
from torch._tensor import Tensor


class Parameter(Tensor):
    pass


class Buffer(Tensor):
    pass


class UninitializedParameter(Parameter):
    pass


def is_lazy(parameter):
    return False
