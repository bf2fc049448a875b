from timm.scheduler.scheduler import Scheduler


class MultiStepLRScheduler(Scheduler):
    def __init__(self, optimizer, decay_t=30, decay_rate=0.1, warmup_t=0, **options):
        super().__init__(optimizer, **options)
