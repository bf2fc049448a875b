import inspect

import torch


def issequenceiterable(obj):
    if isinstance(obj, torch.Tensor):
        return obj.ndim > 0
    return hasattr(obj, "__iter__") and not isinstance(obj, (str, bytes))


def ensure_tuple(vals, wrap_array=False):
    if wrap_array and isinstance(vals, torch.Tensor):
        return (vals,)
    return tuple(vals) if issequenceiterable(vals) else (vals,)


def ensure_tuple_size(vals, dim, pad_val=0, pad_from_start=False):
    given = ensure_tuple(vals)
    filling = (pad_val,) * max(dim - len(given), 0)
    return (filling + given)[-dim:] if pad_from_start else (given + filling)[:dim]


def ensure_tuple_rep(tup, dim):
    if not issequenceiterable(tup):
        return (tup,) * dim
    given = tuple(tup)
    if len(given) != dim:
        raise ValueError(f"Sequence must have length {dim}, got {len(given)}.")
    return given


def fall_back_tuple(user_provided, default, func=lambda x: x and x > 0):
    defaults = ensure_tuple(default)
    given = ensure_tuple_rep(user_provided, len(defaults))
    return tuple(one if func(one) else other for one, other in zip(given, defaults))


def first(iterable, default=None):
    for item in iterable:
        return item
    return default


def has_option(obj, keywords):
    if not callable(obj):
        return False
    names = inspect.signature(obj).parameters
    return all(keyword in names for keyword in ensure_tuple(keywords))


def set_determinism(seed=None, use_deterministic_algorithms=None, additional_settings=None):
    return None
