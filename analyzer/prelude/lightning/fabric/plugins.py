"""Types of numbers that a Fabric is handed (lightning/fabric/plugins, 2.4)."""
import _run


class Precision:
    precision = "32-true"

    def __init__(self, precision=None, *args, **options):
        if precision is not None:
            self.precision = precision


class MixedPrecision(Precision):
    pass


class HalfPrecision(Precision):
    pass


class DoublePrecision(Precision):
    pass


class BitsandbytesPrecision(Precision):
    """Weights of linear layers are packed when a module is set up."""

    def __init__(self, mode, dtype=None, ignore_modules=None):
        self.mode, self.dtype, self.ignore_modules = mode, dtype, ignore_modules


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'lightning.fabric.plugins' has no attribute '{name}'")
    return _run.unknown(f"`lightning.fabric.plugins.{name}` is not described")
