import importlib
import sys
import types
from types import ModuleType


class Lazy(ModuleType):
    def __init__(self, name, table, **extra):
        super().__init__(name, "made late")
        self._table = table
        self._extra = extra
        self.__all__ = list(table)
        self.asked = []

    def __dir__(self):
        return list(super().__dir__()) + [name for name in self._table if name not in self.__dict__]

    def __getattr__(self, name):
        self.asked.append(name)
        if name in self._extra:
            return self._extra[name]
        if name not in self._table:
            raise AttributeError(f"module {self.__name__} has no attribute {name}")
        value = self._table[name]()
        setattr(self, name, value)
        return value


lazy = sys.modules["late"] = Lazy("late", {"one": lambda: 1, "two": lambda: [2]}, version="1.0")
print(isinstance(lazy, ModuleType), type(lazy).__name__, lazy.__name__, lazy.__doc__, lazy.__spec__, lazy.__package__)

import late

print(late is lazy, late.one, late.one, late.asked, late.version)

from late import two as second, version

print(second, second is late.two, version)
try:
    from late import three
except ImportError as error:
    print(type(error).__name__, "three" in str(error))
print(hasattr(late, "three"), [name for name in dir(late) if not name.startswith("_")])
print("__name__" in dir(late), "one" in late.__dict__, "_table" in vars(late))

from late import *

print(one, two)
print(importlib.import_module("late") is lazy)

alias = types.ModuleType("late.alias")
alias.__getattr__ = lambda name: "asked for " + name
alias.__dir__ = lambda: ["b", "a"]
sys.modules["late.alias"] = alias
print(importlib.import_module("late.alias").anything, dir(alias), alias.__name__, alias.__doc__)
print(repr(types.ModuleType("plain", "says")).startswith("<module 'plain'"), types.ModuleType("plain", "says").__doc__)
try:
    types.ModuleType()
except TypeError as error:
    print("TypeError")


class Plain(ModuleType):
    pass


plain = Plain("p")
plain.x = 3
print(plain.x, plain.__name__, sorted(name for name in plain.__dict__ if name in ("x", "__doc__", "__name__")))
del plain.x
print(hasattr(plain, "x"))
