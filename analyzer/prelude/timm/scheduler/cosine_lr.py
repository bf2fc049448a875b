from timm.scheduler.scheduler import Timed


class CosineLRScheduler(Timed):
    pass
