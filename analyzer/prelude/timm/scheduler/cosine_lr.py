from timm.scheduler import CosineLRScheduler  # noqa: F401
