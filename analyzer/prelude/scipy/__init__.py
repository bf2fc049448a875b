# scipy as far as constructors of models need it.
__version__ = __release__ = "1.11.4"


def __getattr__(name):
    if name in ("special", "ndimage", "io", "linalg", "optimize", "spatial", "interpolate", "signal", "sparse", "fft",
                "fftpack", "integrate", "stats", "constants"):
        return __import__("scipy." + name, fromlist=["*"])
    if name.startswith("_"):
        raise AttributeError("module 'scipy' has no attribute '" + name + "'")
    from _vramlint import unknown
    return unknown("scipy." + name + " is not modelled")
