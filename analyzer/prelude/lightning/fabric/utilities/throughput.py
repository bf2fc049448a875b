"""What is measured of a run's speed holds nothing on the device (lightning/fabric/utilities/throughput.py, 2.4)."""
import _run


class Throughput:
    def __init__(self, *args, **options):
        pass

    def update(self, **measured):
        return None

    def compute(self):
        return {}

    def reset(self):
        return None


class ThroughputMonitor(Throughput):
    def compute_and_log(self, step=None, **options):
        return {}


def measure_flops(model, forward_fn, loss_fn=None, display=False):
    """Run once on the meta device: a number, and nothing stays."""
    return 0


def get_available_flops(device, dtype):
    return _run.unknown("how fast a card is changes nothing")
