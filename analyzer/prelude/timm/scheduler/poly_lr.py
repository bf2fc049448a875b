from timm.scheduler.scheduler import Timed


class PolyLRScheduler(Timed):
    pass
