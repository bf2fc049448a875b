"""Transforms of volumes: what they make of sizes, types and channels (MONAI 1.3). Values are not followed."""
import _vramlint

from monai.transforms import _dicts, _sizes, _values
from monai.transforms._base import (
    Compose,
    InvertibleTransform,
    LazyTransform,
    MapTransform,
    MultiSampleTrait,
    OneOf,
    RandomizableTrait,
    Randomizable,
    RandomizableTransform,
    RandomOrder,
    SomeOf,
    ThreadUnsafe,
    Transform,
    apply_transform,
)
from monai.utils import CommonKeys

_arrays = {cls.__name__: cls for cls in _sizes.ALL + _values.ALL}
_own = {cls.__name__[:-1]: cls for cls in _dicts.OWN}
_of_dicts = {}


def _dict_form(stem):
    if stem in _own:
        return _own[stem]
    if stem not in _of_dicts:
        array = _array(stem)
        _of_dicts[stem] = None if array is None else _dicts.of_array(array)
    return _of_dicts[stem]


def _array(name):
    if name not in _arrays and name in _values.KEPT:
        _arrays[name] = type(name, (_values.Kept,), {"__module__": __name__})
    return _arrays.get(name)


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'monai.transforms' has no attribute '{name}'")
    found = _array(name)
    for end in _dicts.ENDS:
        if found is None and name.endswith(end):
            found = _dict_form(name[: -len(end)])
    return _vramlint.unknown(f"monai.transforms.{name} is not modelled") if found is None else found
