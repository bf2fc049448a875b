"""The modules of a package, by the files in its folder."""

import os
from collections import namedtuple

import _run

ModuleInfo = namedtuple("ModuleInfo", "module_finder name ispkg")


def _modules_in(folder, prefix):
    found = {}
    for name in os.listdir(folder):
        inner = os.path.join(folder, name)
        if os.path.isfile(os.path.join(inner, "__init__.py")):
            found[name] = True
        elif name.endswith(".py") and name != "__init__.py":
            found.setdefault(name[:-3], False)
    return [ModuleInfo(None, prefix + name, found[name]) for name in sorted(found) if "." not in name]


def iter_modules(path=None, prefix=""):
    if path is None:
        return _run.unknown("which modules are installed depends on the run")
    return iter([info for folder in path if os.path.isdir(folder) for info in _modules_in(folder, prefix)])


def _walk(path, prefix, onerror):
    for info in iter_modules(path, prefix):
        yield info
        if not info.ispkg:
            continue
        try:
            package = __import__(info.name, fromlist=["__path__"])
        except ImportError:
            if onerror is not None:
                onerror(info.name)
        else:
            yield from _walk(package.__path__, info.name + ".", onerror)


def walk_packages(path=None, prefix="", onerror=None):
    if path is None:
        return _run.unknown("which packages are installed depends on the run")
    return _walk(path, prefix, onerror)


def extend_path(path, name):
    return path


def get_data(package, resource):
    module = __import__(package, fromlist=["*"])
    file = getattr(module, "__file__", None)
    if file is None:
        return None
    with open(os.path.join(os.path.dirname(file), *resource.split("/")), "rb") as data:
        return data.read()


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'pkgutil' has no attribute {name!r}")
    return _run.unknown(f"pkgutil.{name} depends on the run")
