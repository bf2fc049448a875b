"""A dict whose keys are attributes too, as mmcv's and mmengine's configs are."""
import copy

import _vramlint


def _wrapped(cls, value):
    if not _vramlint.is_known(value):
        return value
    if isinstance(value, dict):
        return value if isinstance(value, cls) else cls(value)
    if type(value) in (list, tuple):
        items = [_wrapped(cls, item) for item in value]
        return value if all([one is other for one, other in zip(items, value)]) else type(value)(items)
    return value


def _plain(value):
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)([_plain(item) for item in value])
    return value


class ConfigDict(dict):
    def __init__(self, *args, **kwargs):
        super().__init__()
        for arg in args:
            if not arg:
                continue
            for key, value in arg.items() if isinstance(arg, dict) else arg:
                self[key] = value
        for key, value in kwargs.items():
            self[key] = value

    def __setitem__(self, name, value):
        super().__setitem__(name, _wrapped(type(self), value))

    def __getattr__(self, name):
        if name in self:
            return self[name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        if hasattr(type(self), name):
            raise AttributeError(f"'{type(self).__name__}' object attribute '{name}' is read-only")
        self[name] = value

    def __delattr__(self, name):
        del self[name]

    def __copy__(self):
        return type(self)(self)

    copy = __copy__

    def __deepcopy__(self, memo):
        made = type(self)()
        for key, value in self.items():
            dict.__setitem__(made, copy.deepcopy(key, memo), copy.deepcopy(value, memo))
        return made

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def update(self, *args, **kwargs):
        if len(args) > 1:
            raise TypeError("update only accept one positional argument")
        given = dict(args[0]) if args else {}
        given.update(kwargs)
        for key, value in given.items():
            if key in self and isinstance(self[key], dict) and isinstance(value, dict):
                self[key].update(value)
            else:
                self[key] = value

    def __or__(self, other):
        made = type(self)(self)
        made.update(other)
        return made

    def to_dict(self):
        return _plain(self)
