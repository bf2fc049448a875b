from collections.abc import Iterable


def _ntuple(n):
    def parse(x):
        return tuple(x) if isinstance(x, Iterable) else (x,) * n
    return parse


_single = _ntuple(1)
_pair = _ntuple(2)
_triple = _ntuple(3)
_quadruple = _ntuple(4)


def _reverse_repeat_tuple(values, n):
    return tuple(value for value in reversed(values) for _ in range(n))
