from timm.scheduler import create_scheduler, create_scheduler_v2  # noqa: F401
