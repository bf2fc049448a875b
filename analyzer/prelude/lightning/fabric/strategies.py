"""How a Fabric places and spreads a module, by name (lightning/fabric/strategies, 2.4)."""
import _run


class Strategy:
    def __init__(self, *args, **options):
        self.precision = options.get("precision")

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return _run.unknown(f"what `{name}` of a strategy is, is not described")


class SingleDeviceStrategy(Strategy):
    pass


class DDPStrategy(Strategy):
    pass


class FSDPStrategy(Strategy):
    pass


class ModelParallelStrategy(Strategy):
    pass


class DeepSpeedStrategy(Strategy):
    pass


def chosen(said, devices, precision):
    """What a text stands for; others are as they are."""
    if not _run.is_known(said) or not isinstance(said, str):
        return said
    several = _run.is_known(devices) and devices > 1
    if said == "auto":
        return (DDPStrategy if several else SingleDeviceStrategy)(precision=precision)
    return DDPStrategy(precision=precision) if said.startswith("ddp") else said


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'lightning.fabric.strategies' has no attribute '{name}'")
    return _run.unknown(f"`lightning.fabric.strategies.{name}` is not described")
