import numpy
import torch
from mmengine.structures.base_data_element import BaseDataElement, _private


class InstanceData(BaseDataElement):
    def __setattr__(self, name, value):
        if name not in _private:
            assert hasattr(value, "__len__"), "value must contain `__len__` attribute"
            if len(self) > 0:
                assert len(value) == len(self), (f"The length of values {len(value)} is not consistent with the length of this "
                                                 f":obj:`InstanceData` {len(self)}")
        super().__setattr__(name, value)

    __setitem__ = __setattr__

    def __getitem__(self, item):
        if isinstance(item, str):
            return getattr(self, item)
        if isinstance(item, int):
            if item >= len(self) or item < -len(self):
                raise IndexError(f"Index {item} out of range!")
            item = slice(item, None, len(self))
        if isinstance(item, list):
            item = torch.tensor(item)
        if isinstance(item, torch.Tensor):
            assert item.dim() == 1, "Only support to get the values along the first dimension."
        made = self.__class__(metainfo=self.metainfo)
        for name, value in self.items():
            made[name] = _picked(name, value, item)
        return made

    @staticmethod
    def cat(instances_list):
        assert all([isinstance(each, InstanceData) for each in instances_list])
        assert len(instances_list) > 0
        first = instances_list[0]
        if len(instances_list) == 1:
            return first
        assert all([set(each.all_keys()) == set(first.all_keys()) for each in instances_list]), \
            "There are different keys in `instances_list`, which may cause the cat operation to fail."
        made = first.__class__(metainfo=first.metainfo)
        for name in first.keys():
            made[name] = _joined(name, [each[name] for each in instances_list])
        return made

    def __len__(self):
        return len(self.values()[0]) if self._data_fields else 0


def _picks_itself(value):
    """Boxes of a class of their own do; of lists and the like it is gone through the places."""
    return hasattr(value, "__getitem__") and not isinstance(value, (str, list, tuple, numpy.ndarray))


def _picked(name, value, item):
    if isinstance(item, slice) or isinstance(value, torch.Tensor) or _picks_itself(value):
        return value[item]
    import _vramlint
    return _vramlint.unknown(f"which items of `{name}` are picked depends on the data")


def _joined(name, values):
    first = values[0]
    if isinstance(first, torch.Tensor):
        return torch.cat(values, dim=0)
    if isinstance(first, (str, list, tuple)):
        joined = first[:]
        for value in values[1:]:
            joined += value
        return joined
    if hasattr(first, "cat"):
        return first.cat(values)
    raise ValueError(f"The type of `{name}` is `{type(first)}` which has no attribute of `cat`")
