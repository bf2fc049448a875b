import copy

import torch

_private = ("_metainfo_fields", "_data_fields")


class _Names(dict):
    """A set that is ordered: what is iterated comes in the order in which it was set."""

    def add(self, name):
        self[name] = True

    def discard(self, name):
        self.pop(name, None)

    def remove(self, name):
        del self[name]


class BaseDataElement:
    def __init__(self, *, metainfo=None, **kwargs):
        self._metainfo_fields = _Names()
        self._data_fields = _Names()
        if metainfo is not None:
            self.set_metainfo(metainfo=metainfo)
        if kwargs:
            self.set_data(kwargs)

    def set_metainfo(self, metainfo):
        assert isinstance(metainfo, dict), f"metainfo should be a ``dict`` but got {type(metainfo)}"
        for name, value in copy.deepcopy(metainfo).items():
            self.set_field(name=name, value=value, field_type="metainfo", dtype=None)

    def set_data(self, data):
        assert isinstance(data, dict), f"data should be a `dict` but got {data}"
        for name, value in data.items():
            setattr(self, name, value)

    def update(self, instance):
        assert isinstance(instance, BaseDataElement), f"instance should be a `BaseDataElement` but got {type(instance)}"
        self.set_metainfo(dict(instance.metainfo_items()))
        self.set_data(dict(instance.items()))

    def new(self, *, metainfo=None, **kwargs):
        made = self.__class__()
        made.set_metainfo(metainfo if metainfo is not None else dict(self.metainfo_items()))
        made.set_data(kwargs if kwargs else dict(self.items()))
        return made

    def clone(self):
        return self.new()

    def keys(self):
        shown = {"_" + name for name in self._data_fields if isinstance(getattr(type(self), name, None), property)}
        return [name for name in self._data_fields if name not in shown]

    def metainfo_keys(self):
        return list(self._metainfo_fields)

    def values(self):
        return [getattr(self, name) for name in self.keys()]

    def metainfo_values(self):
        return [getattr(self, name) for name in self.metainfo_keys()]

    def all_keys(self):
        return self.metainfo_keys() + self.keys()

    def all_values(self):
        return self.metainfo_values() + self.values()

    def all_items(self):
        for name in self.all_keys():
            yield name, getattr(self, name)

    def items(self):
        for name in self.keys():
            yield name, getattr(self, name)

    def metainfo_items(self):
        for name in self.metainfo_keys():
            yield name, getattr(self, name)

    @property
    def metainfo(self):
        return dict(self.metainfo_items())

    def __setattr__(self, name, value):
        if name not in _private:
            self.set_field(name=name, value=value, field_type="data", dtype=None)
        elif name in self.__dict__:
            raise AttributeError(f"{name} has been used as a private attribute, which is immutable.")
        else:
            super().__setattr__(name, value)

    def __delattr__(self, item):
        if item in _private:
            raise AttributeError(f"{item} has been used as a private attribute, which is immutable.")
        super().__delattr__(item)
        self._metainfo_fields.discard(item)
        self._data_fields.discard(item)

    __delitem__ = __delattr__

    def get(self, key, default=None):
        return getattr(self, key, default)

    def pop(self, *args):
        assert len(args) < 3, "``pop`` get more than 2 arguments"
        name = args[0]
        if name in self:
            value = getattr(self, name)
            delattr(self, name)
            return value
        if len(args) == 2:
            return args[1]
        raise KeyError(f"{name} is not contained in metainfo or data")

    def __contains__(self, item):
        return item in self._data_fields or item in self._metainfo_fields

    def set_field(self, value, name, dtype=None, field_type="data"):
        assert field_type in ["metainfo", "data"]
        if dtype is not None:
            assert isinstance(value, dtype), f"{value} should be a {dtype} but got {type(value)}"
        if field_type == "metainfo":
            if name in self._data_fields:
                raise AttributeError(f"Cannot set {name} to be a field of metainfo because {name} is already a data field")
            self._metainfo_fields.add(name)
        else:
            if name in self._metainfo_fields:
                raise AttributeError(f"Cannot set {name} to be a field of data because {name} is already a metainfo field")
            self._data_fields.add(name)
        super().__setattr__(name, value)

    def _with(self, change, fits):
        made = self.new()
        for name, value in self.items():
            if fits(value):
                made.set_data({name: change(value)})
        return made

    def to(self, *args, **kwargs):
        return self._with(lambda value: value.to(*args, **kwargs), lambda value: hasattr(value, "to"))

    def cpu(self):
        return self._with(lambda value: value.cpu(), _moves)

    def cuda(self):
        return self._with(lambda value: value.cuda(), _moves)

    def detach(self):
        return self._with(lambda value: value.detach(), _moves)

    def numpy(self):
        return self._with(lambda value: value.detach().cpu().numpy(), _moves)

    def to_tensor(self):
        return self._with(lambda value: value.to_tensor() if isinstance(value, BaseDataElement) else torch.from_numpy(value),
                          lambda value: isinstance(value, BaseDataElement) or type(value).__name__ == "ndarray")

    def to_dict(self):
        return {name: value.to_dict() if isinstance(value, BaseDataElement) else value for name, value in self.all_items()}

    def __repr__(self):
        return f"<{type(self).__name__}({dict(self.all_items())!r})>"


def _moves(value):
    return isinstance(value, (torch.Tensor, BaseDataElement))
