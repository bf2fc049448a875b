"""A dict whose keys are attributes too; what it holds stays as it is until it is converted."""

__version__ = "4.0.0"


class Munch(dict):
    def __getattr__(self, name):
        if name in self:
            return self[name]
        raise AttributeError(name)

    def __setattr__(self, name, value):
        self[name] = value

    def __delattr__(self, name):
        del self[name]

    def toDict(self):
        return unmunchify(self)

    def copy(self):
        return type(self)(self)

    @classmethod
    def fromDict(cls, d):
        return munchify(d, cls)


class DefaultMunch(Munch):
    def __init__(self, default=None, *args, **more):
        super().__init__(*args, **more)
        object.__setattr__(self, "_default", default)

    def __getattr__(self, name):
        return self[name] if name in self else object.__getattribute__(self, "_default")


def munchify(x, factory=Munch):
    if isinstance(x, dict):
        made = factory()
        for key, value in x.items():
            made[key] = munchify(value, factory)
        return made
    return type(x)([munchify(item, factory) for item in x]) if type(x) in (list, tuple) else x


def unmunchify(x):
    if isinstance(x, dict):
        return {key: unmunchify(value) for key, value in x.items()}
    return type(x)([unmunchify(item) for item in x]) if type(x) in (list, tuple) else x
