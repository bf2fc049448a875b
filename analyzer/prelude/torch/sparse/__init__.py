"""torch.sparse; what sparse tensors are is said in torch._sparse."""
import _vramlint
import torch
from torch import _sparse
from torch._sparse import added_product as addmm, product as mm, softmax, total as sum
from torch._tensor import _TYPE_NAMES


class _Typed(type):
    def __instancecheck__(cls, value):
        return isinstance(value, _sparse.SparseTensor) and value.dtype is cls._dtype

    def __call__(cls, indices, values, size=None):
        made = _sparse.sparse_coo_tensor(indices, values, size, dtype=cls._dtype)
        return made.to(cls._device) if cls._device != "cpu" and _vramlint.is_known(made) else made


def of_device(name, device):
    return _Typed(name, (), {"_dtype": getattr(_vramlint, "dtype_" + _TYPE_NAMES[name]), "_device": device})


globals().update({name: of_device(name, "cpu") for name in _TYPE_NAMES})


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'torch.sparse' has no attribute '{name}'")
    return _vramlint.unknown("torch.sparse." + name + " is not modelled")
