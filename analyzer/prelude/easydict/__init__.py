"""A dict whose keys are attributes too, in all that it holds."""

__version__ = "1.13"


class EasyDict(dict):
    def __init__(self, d=None, **more):
        super().__init__()
        for key, value in dict(d or {}, **more).items():
            setattr(self, key, value)

    def __setattr__(self, name, value):
        if isinstance(value, dict) and not isinstance(value, EasyDict):
            value = EasyDict(value)
        elif type(value) in (list, tuple):
            value = type(value)([EasyDict(item) if type(item) is dict else item for item in value])
        super().__setitem__(name, value)

    __setitem__ = __setattr__

    def __getattr__(self, name):
        if name in self:
            return self[name]
        raise AttributeError(name)

    def update(self, other=None, **more):
        for key, value in dict(other or {}, **more).items():
            setattr(self, key, value)

    def pop(self, key, *default):
        return super().pop(key, *default)
