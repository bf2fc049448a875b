"""bitsandbytes 0.4x: its optimizers. Layers of few bits are read from the library's own source."""
import sys

import _vramlint

__gives_way__ = True
__version__ = "0.45.0"


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'bitsandbytes' has no attribute '{name}'")
    if name == "optim":
        __import__("bitsandbytes.optim")
        return sys.modules["bitsandbytes.optim"]
    return _vramlint.unknown(f"the source of bitsandbytes is not at hand, and `{name}` is not described: `--site-packages DIR` "
                             "leads to the package where it is installed")
