from timm.scheduler import PlateauLRScheduler  # noqa: F401
