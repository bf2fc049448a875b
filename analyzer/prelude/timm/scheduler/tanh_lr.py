from timm.scheduler import TanhLRScheduler  # noqa: F401
