from enum import Enum

import torch

OPTIONAL_IMPORT_MSG_FMT = "{}"


class InvalidPyTorchVersionError(Exception):
    pass


class OptionalImportError(ImportError):
    pass


def _numbers(version):
    found = []
    for part in str(version).split("+")[0].split("."):
        digits = "".join(c for c in part if c.isdigit())
        found.append(int(digits) if digits else 0)
    return tuple(found)


def pytorch_after(major, minor, patch=0, current_ver_string=None):
    return _numbers(current_ver_string or torch.__version__)[:3] >= (major, minor, patch)


def version_geq(lhs, rhs):
    return _numbers(lhs) >= _numbers(rhs)


def min_version(the_module, min_version_str="", *args):
    return version_geq(getattr(the_module, "__version__", "0"), min_version_str) if min_version_str else True


def exact_version(the_module, version_str="", *args):
    return getattr(the_module, "__version__", None) == version_str


class _Missing:
    """Stands for what could not be imported, until it is used."""

    def __init__(self, why):
        self.__dict__["_why"] = why

    def __getattr__(self, name):
        raise OptionalImportError(self._why)

    def __call__(self, *args, **options):
        raise OptionalImportError(self._why)


def optional_import(
    module,
    version="",
    version_checker=min_version,
    name="",
    descriptor="",
    version_args=None,
    allow_namespace_pkg=False,
    as_type="default",
):
    try:
        found = __import__(module, None, None, ["*"])
        if name:
            found = getattr(found, name)
    except (ImportError, AttributeError) as error:
        missing = _Missing(f"import {module}.{name} ({error})")
        return (type("_MissingBase", (), {}) if as_type == "base" else missing), False
    return found, True


def look_up_option(opt_str, supported, default="no_default", print_all_options=True):
    """The entry of `supported` (a mapping, a collection of names, or an enumeration's class) that a text names."""
    if isinstance(opt_str, Enum):
        opt_str = opt_str.value
    if isinstance(opt_str, str):
        opt_str = opt_str.strip()
    if isinstance(supported, type) and issubclass(supported, Enum):
        for member in supported:
            if member.value == opt_str:
                return member
    elif isinstance(supported, dict):
        if opt_str in supported:
            return supported[opt_str]
    elif opt_str in supported:
        return opt_str
    if default != "no_default":
        return default
    raise ValueError(f"Unsupported option '{opt_str}', available options are {supported}.")
