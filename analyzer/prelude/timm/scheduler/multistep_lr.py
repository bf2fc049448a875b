from timm.scheduler import MultiStepLRScheduler  # noqa: F401
