"""torchvision: the networks and the layers they are made of. Data sets and transforms are not modelled."""

__version__ = "0.19.0"


def __getattr__(name):
    if name not in ("models", "ops"):
        raise AttributeError(f"module 'torchvision' has no attribute '{name}'")
    return __import__("torchvision." + name, None, None, ["*"])
