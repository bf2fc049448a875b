from timm.scheduler import PolyLRScheduler  # noqa: F401
