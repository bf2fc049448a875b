import _vramlint

from generative.networks.schedulers.ddim import DDIMScheduler
from generative.networks.schedulers.ddpm import DDPMScheduler
from generative.networks.schedulers.scheduler import NoiseSchedules, Scheduler


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'generative.networks.schedulers' has no attribute '{name}'")
    return _vramlint.unknown(f"generative.networks.schedulers.{name} is not modelled")
