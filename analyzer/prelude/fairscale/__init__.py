"""fairscale 0.4: the checkpoint that it wraps modules with. All else is read from its source."""
import sys

import _vramlint

__gives_way__ = True
__version__ = "0.4.13"


def __getattr__(name):
    if name == "nn":
        __import__("fairscale.nn")
        return sys.modules["fairscale.nn"]
    if name.startswith("_"):
        raise AttributeError(f"module 'fairscale' has no attribute '{name}'")
    return _vramlint.unknown(f"the source of fairscale is not at hand, and `{name}` is not described: `--site-packages DIR` "
                             "leads to the package where it is installed")
