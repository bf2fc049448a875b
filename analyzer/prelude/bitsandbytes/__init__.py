"""bitsandbytes 0.49: optimizers of a byte a state, and layers whose weights have 4 or 8 bits."""
from bitsandbytes import functional, nn, optim
from bitsandbytes.autograd._functions import MatmulLtState, matmul, matmul_4bit

__version__ = "0.49.0"
features, supported_torch_devices = {"multi_backend"}, {"cuda", "cpu"}


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'bitsandbytes' has no attribute '{name}'")
    import _vramlint
    return _vramlint.unknown(f"`bitsandbytes.{name}` is not described")
