import _vramlint
from torch.nn.parameter import Buffer, Parameter, UninitializedBuffer, UninitializedParameter
from torch.nn import modules

__complete__ = True  # what is missing here is not in PyTorch either

_parts = ("_reduction", "common_types", "functional", "init", "parallel", "utils")
if _vramlint.torch_at_least(2, 3):
    _parts += ("attention",)
__all__ = modules.__all__ + ["Parameter", "UninitializedBuffer", "UninitializedParameter", "DataParallel"]
if _vramlint.torch_at_least(2, 5):
    __all__.append("Buffer")
else:
    del Buffer


def factory_kwargs(kwargs):
    given = {key: kwargs[key] for key in ("device", "dtype") if key in kwargs}
    return dict(kwargs.get("factory_kwargs") or {}, **given)


def __getattr__(name):
    if name in _parts:
        return __import__("torch.nn." + name, fromlist=["*"])
    if name == "DataParallel":
        return __import__("torch.nn.parallel", fromlist=["*"]).DataParallel
    if name not in modules._home_of:
        raise AttributeError("module 'torch.nn' has no attribute '" + name + "'")
    layer = getattr(modules, name)
    globals()[name] = layer
    return layer
