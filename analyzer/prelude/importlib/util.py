"""Whether a module can be found, and modules that are named by their file."""

import os
import types

import _run


class _FileLoader:
    def __init__(self, location):
        self.path = location

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        """A file below the root is the module of that dotted name, whatever the program calls it."""
        path = os.path.relpath(self.path) if os.path.isabs(self.path) else os.path.normpath(self.path)
        if path.endswith(".py") and not path.startswith(".."):
            found = __import__(path[: -len(".py")].replace("/", "."), None, None, ["*"])
            for name, value in found.__dict__.items():
                if not name.startswith("__"):
                    setattr(module, name, value)


class ModuleSpec:
    def __init__(self, name, loader=None, *, origin=None, is_package=None):
        self.name = name
        self.origin = origin
        self.loader = loader
        self.submodule_search_locations = [] if is_package else None

    @property
    def parent(self):
        return self.name.rpartition(".")[0]


def find_spec(name, package=None):
    """Imports what the module lies in, and not the module."""
    name = resolve_name(name, package)
    parent = name.rpartition(".")[0]
    if parent:
        __import__(parent, None, None, ["*"])
    return ModuleSpec(name) if _run.finds(name) else None


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
    return ModuleSpec(name, loader or _FileLoader(path), origin=path)


def module_from_spec(spec):
    return types.ModuleType(spec.name)
