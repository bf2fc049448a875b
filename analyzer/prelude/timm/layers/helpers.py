import itertools
from collections.abc import Iterable


def to_ntuple(n):
    def parse(x):
        if isinstance(x, Iterable) and not isinstance(x, str):
            return tuple(x)
        return tuple(itertools.repeat(x, n))
    return parse


to_1tuple, to_2tuple, to_3tuple, to_4tuple = to_ntuple(1), to_ntuple(2), to_ntuple(3), to_ntuple(4)


def make_divisible(v, divisor=8, min_value=None, round_limit=0.9):
    nearest = int(v + divisor / 2) // divisor * divisor
    nearest = max(min_value or divisor, nearest)
    return nearest + divisor if nearest < round_limit * v else nearest


def extend_tuple(x, n):
    x = tuple(x) if isinstance(x, (tuple, list)) else (x,)
    return x + (x[-1],) * (n - len(x)) if len(x) < n else x[:n]


def ndgrid(*tensors):
    import torch
    return torch.meshgrid(*tensors, indexing="ij")


meshgrid = ndgrid
