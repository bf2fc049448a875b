"""The backport of importlib.metadata: the same names."""
from importlib import metadata as _metadata
from importlib.metadata import PackageNotFoundError, packages_distributions, version  # noqa: F401


def __getattr__(name):
    return getattr(_metadata, name)
