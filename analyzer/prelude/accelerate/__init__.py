"""accelerate (1.0): the loop is the program's; what goes through prepare() is placed, wrapped and cast."""
import contextlib

from accelerate.accelerator import Accelerator
from accelerate.state import PartialState
from accelerate.utils import DistributedDataParallelKwargs, DistributedType, GradScalerKwargs, InitProcessGroupKwargs
from accelerate.utils import set_seed

__version__ = "1.0.1"
__installed_first__ = True


def notebook_launcher(function, args=(), num_processes=None, **options):
    return function(*args)


@contextlib.contextmanager
def init_empty_weights(include_buffers=None):
    yield


@contextlib.contextmanager
def init_on_device(device, include_buffers=None):
    yield


def skip_first_batches(dataloader, num_batches=0):
    return dataloader


def __getattr__(name):
    import _run

    if name.startswith("__"):
        raise AttributeError(f"module 'accelerate' has no attribute '{name}'")
    return _run.unknown(f"accelerate.{name} is not modelled")
