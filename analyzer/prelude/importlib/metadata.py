"""Which packages are installed is not known here, beside torch."""

import _run


class PackageNotFoundError(ModuleNotFoundError):
    pass


def version(distribution_name):
    if distribution_name == "torch":
        import torch

        return torch.__version__
    return _run.unknown(f"the version of {distribution_name} depends on the run")


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'importlib.metadata' has no attribute '{name}'")
    return _run.unknown(f"importlib.metadata.{name} depends on the run")
