"""torchvision: the networks and the layers they are made of. Data sets and transforms are not modelled."""

import _vramlint

__version__ = "0.19.0"


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'torchvision' has no attribute '{name}'")
    if name not in ("models", "ops"):
        return _vramlint.unknown(f"torchvision.{name} is not modelled")
    return __import__("torchvision." + name, None, None, ["*"])
