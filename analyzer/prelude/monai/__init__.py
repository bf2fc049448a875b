"""MONAI 1.3: the building blocks that networks are made of, losses, data sets and transforms. Engines are not modelled."""

import _vramlint

__version__ = "1.3.1"

_PARTS = ("config", "data", "inferers", "losses", "networks", "transforms", "utils")


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'monai' has no attribute '{name}'")
    if name not in _PARTS:
        return _vramlint.unknown(f"monai.{name} is not modelled")
    return __import__("monai." + name, None, None, ["*"])
