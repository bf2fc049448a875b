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


def _list_with_default(out_size, defaults):
    if isinstance(out_size, int):
        return out_size
    if len(defaults) <= len(out_size):
        raise ValueError(f"Input dimension should be at least {len(out_size) + 1}")
    return [given if size is None else size for size, given in zip(out_size, defaults[-len(out_size):])]


def consume_prefix_in_state_dict_if_present(state_dict, prefix):
    for key in sorted(state_dict.keys()):
        if key.startswith(prefix):
            state_dict[key[len(prefix):]] = state_dict.pop(key)


def _reverse_repeat_tuple(values, n):
    return tuple(value for value in reversed(values) for _ in range(n))
