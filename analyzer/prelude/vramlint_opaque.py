"""What stands for objects of libraries that are not there."""
import _vramlint
from torch.nn import Module
from torch.optim.optimizer import Optimizer


class _Steps:
    def step(self, closure=None):
        return self._report(closure)


def optimizer(name, parameters):
    """None where it can be none."""
    try:
        return type(name, (_Steps, Optimizer), {})(parameters, {})
    except Exception:
        return None


_adopted = {}


def adopt(place, name, parameters, known):
    """Whether an optimizer has stepped there that is not known, of what no other one steps. `known`: how many there are."""
    if known > len(_adopted):
        return False
    if place not in _adopted:
        held = {parameter for each in _adopted.values() for parameter in each._parameters()}
        made = optimizer(name, [parameter for parameter in parameters if parameter not in held])
        if made is None:
            return False
        _adopted[place] = made
    _adopted[place].step()
    return True


def clear(parameters, known):
    if known == len(_adopted):
        _vramlint.zero_grad(parameters, None)


class Either(Optimizer):
    """What was made of an optimizer: another around it, or what steps beside it. Its own step is left alone."""

    def __init__(self, optimizer, why):
        self.__dict__.update(_inside=optimizer, _why=why)

    def __getattr__(self, name):
        if name in ("_inside", "_why"):
            raise AttributeError(name)
        return getattr(self._inside, name)

    def step(self, *args, **options):
        is_closure = not args or args[0] is None or callable(args[0])
        if not is_closure or len(args) > 1 or any([name != "closure" for name in options]):
            return _vramlint.unknown(self._why)
        return self._inside.step(*args, **options)


def _begin(cls, why):
    _vramlint.leave_open(f"what `{cls.__name__}` has of its base class is not counted: {why}")


class Mixin:
    """A base class that is not there, beside others that are."""

    def __init__(self, *args, **options):
        super().__init__()
        for name in options:
            self.__dict__[name] = _vramlint.unknown(type(self)._why_not)

    def forward(self, *args, **options):
        forward = getattr(super(), "forward", None)
        if forward is None or getattr(forward, "__func__", None) is Module.forward:
            return _vramlint.unknown(type(self)._why_not)
        return forward(*args, **options)


class Base(Module):
    """A base class that is not there: it may be a module's."""

    def __new__(cls, *args, **options):
        made = super().__new__(cls)
        Module.__init__(made)
        _begin(cls, cls._why_not)
        return made

    def __init__(self, *args, **options):
        for name in options:
            self.__dict__[name] = _vramlint.unknown(type(self)._why_not)

    def __setattr__(self, name, value):
        super().__setattr__(name, value)
        # Its own `__getattr__` looks for what it is not asked for in vain, whatever the base class is.
        if isinstance(value, Module) and type(self).__getattr__ is not Module.__getattr__:
            self.__dict__[name] = value

    def forward(self, *args, **options):
        return _vramlint.unknown(type(self)._why_not)


def base(why, is_only):
    return type("Base", (Base if is_only else Mixin,), {"_why_not": why})
