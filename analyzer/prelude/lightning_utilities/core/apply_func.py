"""A function applied to all objects of a type that a collection holds, however deep."""
import copy
import dataclasses


def is_namedtuple(obj):
    return isinstance(obj, tuple) and hasattr(obj, "_asdict") and hasattr(obj, "_fields")


def is_dataclass_instance(obj):
    return dataclasses.is_dataclass(obj) and not isinstance(obj, type)


def _items(data, make):
    """The made ones of a list, tuple or set; `make` tells with each whether it is to be kept."""
    kept = [item for item, keep in [make(each) for each in data] if keep]
    return type(data)(*kept) if is_namedtuple(data) else type(data)(kept)


def _fields(data, make):
    made = copy.copy(data)
    for field in dataclasses.fields(data):
        if field.init:
            item, keep = make(getattr(data, field.name))
            if keep:
                setattr(made, field.name, item)
    return made


def apply_to_collection(data, dtype, function, *args, wrong_dtype=None, include_none=True, allow_frozen=False, **kwargs):
    if isinstance(data, dtype) and (wrong_dtype is None or not isinstance(data, wrong_dtype)):
        return function(data, *args, **kwargs)

    def make(item):
        made = apply_to_collection(item, dtype, function, *args, wrong_dtype=wrong_dtype, include_none=include_none,
                                   allow_frozen=allow_frozen, **kwargs)
        return made, include_none or made is not None

    if isinstance(data, dict):
        made = [(key, make(value)) for key, value in data.items()]
        pairs = [(key, item) for key, (item, keep) in made if keep]
        if hasattr(data, "default_factory"):
            return type(data)(data.default_factory, pairs)
        return type(data)(pairs)
    if is_namedtuple(data) or (isinstance(data, (list, tuple, set, frozenset)) and not isinstance(data, str)):
        return _items(data, make)
    if is_dataclass_instance(data):
        return _fields(data, make)
    return data


def apply_to_collections(data1, data2, dtype, function, *args, wrong_dtype=None, **kwargs):
    if data1 is None:
        if data2 is None:
            return None
        data1, data2 = data2, None
    if isinstance(data1, dtype) and data2 is not None and (wrong_dtype is None or not isinstance(data1, wrong_dtype)):
        return function(data1, data2, *args, **kwargs)
    if isinstance(data1, dict) and data2 is not None:
        return type(data1)([(key, apply_to_collections(value, data2[key], dtype, function, *args, wrong_dtype=wrong_dtype,
                                                       **kwargs)) for key, value in data1.items()])
    if isinstance(data1, (list, tuple)) and data2 is not None:
        made = [apply_to_collections(one, other, dtype, function, *args, wrong_dtype=wrong_dtype, **kwargs)
                for one, other in zip(data1, data2)]
        return type(data1)(*made) if is_namedtuple(data1) else type(data1)(made)
    return apply_to_collection(data1, dtype, function, data2, *args, wrong_dtype=wrong_dtype, **kwargs)
