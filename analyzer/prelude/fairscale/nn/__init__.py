import _vramlint
from fairscale.nn.checkpoint import checkpoint_wrapper


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'fairscale.nn' has no attribute '{name}'")
    return _vramlint.unknown(f"the source of fairscale is not at hand, and `nn.{name}` is not described: `--site-packages DIR` "
                             "leads to the package where it is installed")
