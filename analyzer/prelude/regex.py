"""The package `regex`, as far as it is `re`."""

from re import *
from re import error, _run


def compile(pattern, flags=0, ignore_unused=False, cache_pattern=None, **named_lists):
    import re

    if named_lists:
        return _run.unknown("lists of words that a pattern names are not modelled")
    return re.compile(pattern, flags)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'regex' has no attribute '{name}'")
    return _run.unknown(f"regex.{name} is not modelled")
