"""The package `regex`, as far as it is `re`."""

from re import *
from re import error, _run


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'regex' has no attribute '{name}'")
    return _run.unknown(f"regex.{name} is not modelled")
