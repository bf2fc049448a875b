"""Warm-up of a learning rate: numbers only."""

from warmup_scheduler.scheduler import GradualWarmupScheduler
