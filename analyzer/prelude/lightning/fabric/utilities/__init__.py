import _run
from lightning.fabric.utilities.throughput import Throughput, ThroughputMonitor, measure_flops


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return _run.unknown(f"`{name}` of lightning.fabric.utilities is not described")
