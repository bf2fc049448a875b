from torch.nn.parameter import Buffer, Parameter
from torch.nn import modules

_parts = ("functional", "init", "parallel", "utils")
__all__ = modules.__all__ + ["Buffer", "Parameter", "DataParallel"]


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
