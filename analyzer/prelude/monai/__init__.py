"""MONAI 1.3: the building blocks that networks are made of. Data, transforms and engines are not modelled."""

__version__ = "1.3.1"

_PARTS = ("config", "networks", "utils")


def __getattr__(name):
    if name not in _PARTS:
        raise AttributeError(f"module 'monai' has no attribute '{name}'")
    return __import__("monai." + name, None, None, ["*"])
