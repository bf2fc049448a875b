from generative.networks.schedulers.ddim import DDIMScheduler
from generative.networks.schedulers.ddpm import DDPMScheduler
from generative.networks.schedulers.scheduler import NoiseSchedules, Scheduler
