"""Archives are not read; whether a file is one its name tells."""
import os

import _run


def is_zipfile(filename):
    path = os.fspath(filename) if hasattr(filename, "__fspath__") else filename
    end = os.path.splitext(_run.end(path))[1] if not _run.is_known(path) or isinstance(path, str) else ""
    return end == ".zip" if end else _run.unknown("whether a file is an archive is not known")


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'zipfile' has no attribute '{name}'")
    return _run.unknown(f"zipfile.{name} depends on the run")
