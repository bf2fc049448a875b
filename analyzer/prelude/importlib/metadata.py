"""What is installed, as far as the search path shows it: a distribution is taken to be called as its package."""

import _run
import vramlint_packages


class PackageNotFoundError(ModuleNotFoundError):
    pass


def _is_described(package):
    """Here: its release is the one that is described."""
    return _run.finds(package) and str(_run.place_of(package)[0]).startswith("<vramlint>")


def version(distribution_name):
    if distribution_name == "torch":
        import torch

        return torch.__version__
    package = distribution_name.replace("-", "_")
    known = vramlint_packages.version(package)
    if known:
        return known
    stated = (_run.stated_version(package) or None) if _run.finds(package) else None  # an empty one says nothing
    if stated is None and _is_described(package):
        described = __import__(package)
        stated = None if hasattr(described, "__gives_way__") else getattr(described, "__version__", None)
    return stated if stated is not None else _run.unknown(
        f"which release of {distribution_name} is installed is not known; `packages:` in vramlint.yaml says it")


class Distribution:
    def __init__(self, name):
        self.name = name
        self.version = version(name)


def distribution(distribution_name):
    if _run.finds(distribution_name.replace("-", "_")):
        return Distribution(distribution_name)
    return _run.unknown(f"whether {distribution_name} is installed depends on the run")


class _Distributions:
    """Which distributions bring a package."""

    def get(self, package, default=None):
        return [package] if _run.finds(package) else default

    def __getitem__(self, package):
        if not _run.finds(package):
            raise KeyError(package)
        return [package]

    def __contains__(self, package):
        return _run.finds(package)

    def __iter__(self):
        return iter(_run.unknown("which packages are installed depends on the run"))

    keys = values = items = __iter__


def packages_distributions():
    return _Distributions()


class EntryPoints(tuple):
    def select(self, **params):
        return self

    @property
    def names(self):
        return set()

    groups = names

    def get(self, group, default=()):
        return default


def entry_points(**params):
    """What packages announce to others; none of those at hand does it in its source."""
    import _vramlint

    _vramlint.assume("no package that is installed adds itself to others (entry points)", 0)
    return EntryPoints()


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'importlib.metadata' has no attribute '{name}'")
    return _run.unknown(f"importlib.metadata.{name} depends on the run")
