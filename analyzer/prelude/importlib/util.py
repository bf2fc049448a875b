"""Whether a module can be found, and modules that are named by their file."""

import os
import sys
import types

import _run
from importlib.machinery import ModuleSpec, _spec_of


def _take_names(module, source):
    for name, value in source.__dict__.items():
        if not name.startswith("__"):
            setattr(module, name, value)


class _FileLoader:
    def __init__(self, name, location):
        self.name = name
        self.path = location

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        """A file below the root is the module of that dotted name, whatever the program calls it."""
        loaded = sys.modules.get(self.name)
        if loaded is not None and os.path.abspath(getattr(loaded, "__file__", None) or "") == os.path.abspath(self.path):
            _take_names(module, loaded)  # its code has run under that name
            return
        path = os.path.relpath(self.path) if os.path.isabs(self.path) else os.path.normpath(self.path)
        if path.endswith(".py") and not path.startswith(".."):
            found = __import__(path[: -len(".py")].replace("/", "."), None, None, ["*"])
            _take_names(module, found)


def find_spec(name, package=None):
    """Imports what the module lies in, and not the module."""
    name = resolve_name(name, package)
    parent = name.rpartition(".")[0]
    if parent:
        __import__(parent, None, None, ["*"])
    return _spec_of(name, *_run.place_of(name)) if _run.finds(name) else None


def resolve_name(name, package):
    if not name.startswith("."):
        return name
    if not package:
        raise ImportError(f"no package specified for {name!r} (required for relative module names)")
    levels = len(name) - len(name.lstrip("."))
    parts = package.split(".")
    if levels > len(parts):
        raise ImportError("attempted relative import beyond top-level package")
    return ".".join(parts[: len(parts) - levels + 1]) + "." + name[levels:]


def spec_from_file_location(name, location=None, *, loader=None, submodule_search_locations=None):
    path = os.fspath(location)
    return ModuleSpec(name, loader or _FileLoader(name, path), origin=path)


def module_from_spec(spec):
    module = types.ModuleType(spec.name)
    module.__spec__, module.__loader__, module.__package__ = spec, spec.loader, spec.parent
    return module
