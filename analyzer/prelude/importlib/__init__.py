"""Importing by name."""


def import_module(name, package=None):
    level = len(name) - len(name.lstrip("."))
    if level:
        if not package:
            raise TypeError(f"the 'package' argument is required to perform a relative import for {name!r}")
        parts = package.split(".")
        if level > len(parts):
            raise ImportError("attempted relative import beyond top-level package")
        base = ".".join(parts[: len(parts) - level + 1])
        name = f"{base}.{name[level:]}" if name[level:] else base
    return __import__(name, None, None, ["*"])


def reload(module):
    return module


def invalidate_caches():
    return None
