"""Small questions about values, names and calls: mmcv/utils/misc.py (1.7) and mmengine/utils/misc.py (0.10)."""
import functools
import itertools
import warnings
from collections import abc


def is_str(x):
    return isinstance(x, str)


def _to_ntuple(n):
    def spread(x):
        if isinstance(x, abc.Iterable):
            return x
        return (x,) * n

    return spread


to_1tuple = _to_ntuple(1)
to_2tuple = _to_ntuple(2)
to_3tuple = _to_ntuple(3)
to_4tuple = _to_ntuple(4)
to_ntuple = _to_ntuple


def is_seq_of(seq, expected_type, seq_type=None):
    if not isinstance(seq, abc.Sequence if seq_type is None else seq_type):
        return False
    return all([isinstance(item, expected_type) for item in seq])


def is_list_of(seq, expected_type):
    return is_seq_of(seq, expected_type, seq_type=list)


def is_tuple_of(seq, expected_type):
    return is_seq_of(seq, expected_type, seq_type=tuple)


def iter_cast(inputs, dst_type, return_type=None):
    if not isinstance(inputs, abc.Iterable):
        raise TypeError("inputs must be an iterable object")
    if not isinstance(dst_type, type):
        raise TypeError('"dst_type" must be a valid type')
    cast = [dst_type(item) for item in inputs]
    return iter(cast) if return_type is None else return_type(cast)


def list_cast(inputs, dst_type):
    return iter_cast(inputs, dst_type, list)


def tuple_cast(inputs, dst_type):
    return iter_cast(inputs, dst_type, tuple)


def slice_list(in_list, lens):
    if isinstance(lens, int):
        assert len(in_list) % lens == 0
        lens = [lens] * (len(in_list) // lens)
    if not isinstance(lens, list):
        raise TypeError('"indices" must be an integer or a list of integers')
    if sum(lens) != len(in_list):
        raise ValueError(f"sum of lens and list length does not match: {sum(lens)} != {len(in_list)}")
    parts, start = [], 0
    for length in lens:
        parts.append(in_list[start:start + length])
        start += length
    return parts


def concat_list(in_list):
    return list(itertools.chain(*in_list))


def import_modules_from_strings(imports, allow_failed_imports=False):
    if not imports:
        return None
    alone = isinstance(imports, str)
    names = [imports] if alone else imports
    if not isinstance(names, list):
        raise TypeError(f"custom_imports must be a list but got type {type(imports)}")
    modules = []
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"{name} is of type {type(name)} and cannot be imported.")
        try:
            modules.append(__import__(name, None, None, ["*"]))
        except ImportError:
            if not allow_failed_imports:
                raise ImportError(f"Failed to import {name}")
            modules.append(None)
    return modules[0] if alone else modules


def _checked(found):
    """A decorator that calls what it wraps whatever the machine has installed: that is not known here."""

    def decorate(function):
        return function

    return decorate


def check_prerequisites(prerequisites, checker=None, msg_tmpl=None):
    return _checked(prerequisites)


def requires_package(prerequisites):
    return _checked(prerequisites)


def requires_executable(prerequisites):
    return _checked(prerequisites)


def deprecated_api_warning(name_dict, cls_name=None):
    def decorate(function):
        @functools.wraps(function)
        def renamed(*args, **kwargs):
            for old, new in name_dict.items():
                if old in kwargs:
                    assert new not in kwargs, (f"The expected behavior is to replace the deprecated key `{old}` to new key "
                                               f"`{new}`, but got them in the arguments at the same time, which is confusing.")
                    kwargs[new] = kwargs.pop(old)
            return function(*args, **kwargs)

        return renamed

    return decorate


def deprecated_function(since, removed_in, instructions):
    return _checked(since)


def is_method_overridden(method, base_class, derived_class):
    assert isinstance(base_class, type), "base_class doesn't accept instance, Please pass class instead."
    cls = derived_class if isinstance(derived_class, type) else type(derived_class)
    return getattr(cls, method) != getattr(base_class, method)


def has_method(obj, method):
    return hasattr(obj, method) and callable(getattr(obj, method))


def get_object_from_string(obj_name):
    parts = obj_name.split(".")
    for end in range(len(parts) - 1, 0, -1):
        try:
            found = __import__(".".join(parts[:end]), None, None, ["*"])
        except ImportError:
            continue
        for part in parts[end:]:
            if not hasattr(found, part):
                return None
            found = getattr(found, part)
        return found
    return None


def apply_to(data, expr, apply_func):
    if isinstance(data, dict):
        return type(data)({key: apply_to(value, expr, apply_func) for key, value in data.items()})
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*[apply_to(value, expr, apply_func) for value in data])
    if isinstance(data, (tuple, list)):
        return type(data)([apply_to(value, expr, apply_func) for value in data])
    return apply_func(data) if expr(data) else data
