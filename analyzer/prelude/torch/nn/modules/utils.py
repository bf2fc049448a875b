from collections.abc import Iterable


def _ntuple(n):
    def parse(x):
        # Asked in this order because asking Iterable takes longest.
        many = isinstance(x, (tuple, list)) or not isinstance(x, int) and isinstance(x, Iterable)
        return tuple(x) if many else (x,) * n
    return parse


_single = _ntuple(1)
_pair = _ntuple(2)
_triple = _ntuple(3)
_quadruple = _ntuple(4)


def _reverse_repeat_tuple(values, n):
    return tuple(value for value in reversed(values) for _ in range(n))
