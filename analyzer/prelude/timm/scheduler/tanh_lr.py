from timm.scheduler.scheduler import Timed


class TanhLRScheduler(Timed):
    pass
