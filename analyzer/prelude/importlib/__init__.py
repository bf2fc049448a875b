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
    import _run

    found = _of_copy(name)
    return __import__(name, None, None, ["*"]) if _run.is_known(found) and found is None else found


def _of_copy(name):
    """Of a file that the program has copied to where it looks for modules: what the file itself makes."""
    import shutil
    import sys
    import tempfile

    if not (shutil._copies or tempfile._folders) or name in sys.modules or not isinstance(sys.path[0], str):
        return None
    original = shutil._copies.get(sys.path[0].rstrip("/") + "/" + name.replace(".", "/") + ".py")
    if original is None and sys.path[0] not in tempfile._folders:
        return None
    if original is None:
        import _run

        sys.modules[name] = _run.unknown("what the program writes into a temporary file and imports is not followed")
        return sys.modules[name]
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location(name, original)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules[name] = module
    return module


def reload(module):
    return module


def invalidate_caches():
    return None
