"""Packages whose names live in several files: a file is read when its first name is asked for."""
import sys


def _home_of(homes):
    return {name: home for home, names in homes.items() for name in names.split()}


def spread(package, homes):
    """`__all__` and `__getattr__` of a package, from the file (a module's full name) to the names it has."""
    home_of = _home_of(homes)

    def find(name):
        if name not in home_of:
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        value = getattr(__import__(home_of[name], fromlist=["*"]), name)
        setattr(sys.modules[package], name, value)
        return value

    return list(home_of), find


def partly(package, homes, parts=()):
    """`__getattr__` of a package of which we have some names and some parts; the rest is in its own source."""
    known, find = spread(package, homes)

    def get(name):
        if name in known:
            return find(name)
        if name.startswith("_"):
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        if name in parts:
            __import__(f"{package}.{name}")
            return sys.modules[f"{package}.{name}"]
        import _vramlint
        return _vramlint.unknown(f"the source of {package} is not at hand, and `{name}` is not described: `--site-packages DIR` "
                                 "leads to the package where it is installed")

    return get


def stand_ins(package, names, base=object):
    """`__all__` and `__getattr__` of classes that are never run here: they can be named, registered and inherited from."""
    known = names.split()

    def find(name):
        if name not in known:
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        made = type(name, (base,), {"__module__": package})
        setattr(sys.modules[package], name, made)
        return made

    return known, find


class Inert:
    """What takes part in a run and holds no memory of the step: made and passed on, but what it would do is not known."""

    def __init__(self, *args, **options):
        return None

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        import _vramlint
        return _vramlint.unknown(f"`{name}` of {type(self).__name__} is not modelled")


def add_stages(cls, names):
    """Methods that a runner would call, and that do nothing here."""
    def nothing(self, *args, **options):
        return None

    for name in names:
        setattr(cls, name, nothing)


def do_later(cls, home, names):
    """Methods that are read from the class `home` ("module:Class") when one is first called."""
    module, _, owner = home.partition(":")

    def of(name):
        def call(self, *args, **options):
            described = getattr(__import__(module, fromlist=["*"]), owner)
            return getattr(described, name)(self, *args, **options)

        return call

    for name in names.split():
        setattr(cls, name, of(name))
