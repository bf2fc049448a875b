"""Pictures as arrays of height, width and channels (skimage 0.24)."""
from skimage._sizes import typed

__version__ = "0.24.0"
img_as_float = img_as_float64 = typed("float64")
img_as_float32 = typed("float32")
img_as_ubyte = typed("uint8")
img_as_uint = typed("uint16")


def __getattr__(name):
    if name not in ("util", "color", "io", "metrics", "transform"):
        raise AttributeError(f"module 'skimage' has no attribute '{name}'")
    return __import__("skimage." + name, fromlist=["*"])
