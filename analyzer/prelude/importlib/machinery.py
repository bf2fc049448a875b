"""What describes a module, and the suffixes of its file."""

import _run

SOURCE_SUFFIXES = [".py"]
BYTECODE_SUFFIXES = [".pyc"]
EXTENSION_SUFFIXES = [".cpython-310-x86_64-linux-gnu.so", ".abi3.so", ".so"]


def all_suffixes():
    return SOURCE_SUFFIXES + BYTECODE_SUFFIXES + EXTENSION_SUFFIXES


class SourceFileLoader:
    def __init__(self, fullname, path):
        self.name = fullname
        self.path = path

    def get_filename(self, name=None):
        return self.path

    def is_package(self, fullname):
        return self.path.endswith("/__init__.py")

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        found = __import__(self.name, None, None, ["*"])
        for name, value in found.__dict__.items():
            if not name.startswith("__"):
                setattr(module, name, value)


class ModuleSpec:
    def __init__(self, name, loader, *, origin=None, loader_state=None, is_package=None):
        self.name = name
        self.loader = loader
        self.origin = origin
        self.loader_state = loader_state
        self.submodule_search_locations = [] if is_package else None
        self.cached = None
        self.has_location = False

    @property
    def parent(self):
        return self.name if self.submodule_search_locations is not None else self.name.rpartition(".")[0]


def _spec_of(name, path, is_package):
    """Of a module that is there; `path` of its source is None where it is built in, and of a namespace."""
    spec = ModuleSpec(name, SourceFileLoader(name, path) if path else None, origin=path, is_package=is_package)
    spec.has_location = path is not None
    if is_package and path:
        spec.submodule_search_locations.append(path.rpartition("/")[0])
    return spec


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'importlib.machinery' has no attribute '{name}'")
    return _run.unknown(f"importlib.machinery.{name} depends on the run")
