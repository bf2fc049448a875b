# einops 0.8: a pattern becomes a reshape, a permute, a reduction, an expand and a reshape, each where it is needed.
from einops._einops import EinopsError, asnumpy, einsum, parse_shape, pack, rearrange, reduce, repeat, unpack

__version__ = "0.8.0"
__author__ = ""


def __getattr__(name):
    if name in ("einops", "layers"):
        return __import__("einops." + name, fromlist=["*"])
    raise AttributeError("module 'einops' has no attribute '" + name + "'")


__all__ = ["rearrange", "reduce", "repeat", "einsum", "pack", "unpack", "parse_shape", "asnumpy", "EinopsError"]
