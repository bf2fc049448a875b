"""Archives are not read; whether a file is one its name tells."""
import os

import _run


def is_tarfile(name):
    path = os.fspath(name) if hasattr(name, "__fspath__") else name
    end = os.path.splitext(_run.end(path))[1] if not _run.is_known(path) or isinstance(path, str) else ""
    return end in (".tar", ".tgz", ".gz", ".bz2", ".xz") if end else _run.unknown("whether a file is an archive is not known")


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'tarfile' has no attribute '{name}'")
    return _run.unknown(f"tarfile.{name} depends on the run")
