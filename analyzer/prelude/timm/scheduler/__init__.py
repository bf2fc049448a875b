"""Learning rates: they change no sizes."""
from timm.scheduler.scheduler import Scheduler


class CosineLRScheduler(Scheduler):
    pass


class StepLRScheduler(Scheduler):
    pass


class MultiStepLRScheduler(Scheduler):
    pass


class PlateauLRScheduler(Scheduler):
    pass


class PolyLRScheduler(Scheduler):
    pass


class TanhLRScheduler(Scheduler):
    pass


def create_scheduler(args, optimizer, *more, **options):
    return CosineLRScheduler(optimizer), args.epochs + getattr(args, "cooldown_epochs", 0)


def create_scheduler_v2(optimizer, sched="cosine", num_epochs=300, *more, cooldown_epochs=0, **options):
    return CosineLRScheduler(optimizer), num_epochs + cooldown_epochs
