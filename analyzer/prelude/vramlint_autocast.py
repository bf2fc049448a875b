# Functions of torch that are one operator there and a composition here: autocast casts what they are given, by their own
# name, and leaves what they are made of alone.
import _vramlint


def _cast(name, values):
    from torch import Tensor
    places = [i for i in range(len(values)) if isinstance(values[i], Tensor)]
    cast = _vramlint.autocast_operands(name, [values[i] for i in places])
    values = list(values)
    for i, tensor in zip(places, cast):
        values[i] = tensor
    return values


def one_operator(function):
    name = function.__name__

    def wrapper(*args, **kwargs):
        if not _vramlint.autocast_mode()[0]:
            return function(*args, **kwargs)
        args = _cast(name, args)
        kwargs = dict(zip(kwargs, _cast(name, list(kwargs.values()))))
        before = _vramlint.exclude_autocast(True)
        try:
            return function(*args, **kwargs)
        finally:
            _vramlint.exclude_autocast(before)
    wrapper.__name__ = name
    return wrapper
