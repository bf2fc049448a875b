from timm.scheduler import StepLRScheduler  # noqa: F401
