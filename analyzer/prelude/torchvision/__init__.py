"""torchvision: the networks, the layers they are made of, and what data sets and transforms make of pictures' sizes."""
__installed_beside__ = True

import _vramlint

__version__ = "0.19.0"


def _is_tracing():
    return False


def get_image_backend():
    return "PIL"


def set_image_backend(backend):
    return None


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'torchvision' has no attribute '{name}'")
    if name not in ("models", "ops", "transforms", "datasets", "utils", "io", "tv_tensors"):
        return _vramlint.unknown(f"torchvision.{name} is not modelled")
    return __import__("torchvision." + name, None, None, ["*"])
