"""Temporary files and folders: what they hold is what the program copies or writes there; names that no file has."""
import os

import _run

_made = [0]
_folders = []
_FOLDER = "/tmp"


def _name(prefix, suffix, dir):
    _made[0] = _made[0] + 1
    name = f"{'tmp' if prefix is None else prefix}{_made[0]:08d}{suffix or ''}"
    return os.path.join(_FOLDER if dir is None else dir, name)


class TemporaryDirectory:
    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False, delete=True):
        self.name = _name(prefix, suffix, dir)
        _folders.append(self.name)

    def __enter__(self):
        return self.name

    def __exit__(self, *exc):
        return None

    def cleanup(self):
        return None


class _File:
    def __init__(self, name):
        self.name = name
        self.closed = False

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return None

    def close(self):
        self.closed = True

    def write(self, text):
        return len(text)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _run.sink("what a temporary file holds depends on the run")


def NamedTemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, **options):
    return _File(_name(prefix, suffix, dir))


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'tempfile' has no attribute '{name}'")
    if name in ("mkdtemp", "gettempdir"):
        return lambda *args, **options: _run.text(f"tempfile.{name} depends on the run")
    return _run.sink(f"tempfile.{name} depends on the run")
