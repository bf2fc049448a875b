from timm.scheduler.scheduler_factory import *  # noqa: F401,F403
from timm.scheduler.scheduler_factory import create_scheduler, create_scheduler_v2, scheduler_kwargs
