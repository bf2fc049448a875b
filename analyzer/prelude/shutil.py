"""Nothing is copied or removed; where a copy of a file lies is noted, for a program that imports it from there."""
import os

import _run

_copies = {}


def copyfile(src, dst, *, follow_symlinks=True):
    if _run.is_known(src) and _run.is_known(dst) and isinstance(src, str) and isinstance(dst, str):
        _copies[dst] = src
    return dst


def copy(src, dst, *, follow_symlinks=True):
    return copyfile(src, dst)


copy2 = copy


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'shutil' has no attribute '{name}'")
    return _run.sink(f"shutil.{name} depends on the run")
