"""Runners and what they keep: named, not run."""
import _vramlint
from mmcv.utils.registry import Registry
from vramlint_openmmlab.homes import Inert

RUNNERS = Registry("runner", scope="mmcv")


class BaseRunner:
    def __init__(self, *args, **options):
        _vramlint.unsupported("a runner is not built by the program under analysis: its config says what it would do")


class EpochBasedRunner(BaseRunner):
    pass


class Runner(EpochBasedRunner):
    pass


class IterBasedRunner(BaseRunner):
    pass


class DefaultRunnerConstructor(Inert):
    pass


class IterLoader(Inert):
    pass


class LogBuffer(Inert):
    def update(self, vars, count=1):
        return None


class Priority:
    HIGHEST, VERY_HIGH, HIGH, ABOVE_NORMAL, NORMAL, BELOW_NORMAL, LOW, VERY_LOW, LOWEST = 0, 10, 30, 40, 50, 60, 70, 90, 100


RUNNERS.later({name: f"mmcv.runner.runners:{name}" for name in ("EpochBasedRunner", "IterBasedRunner")})


def build_runner(cfg, default_args=None):
    return BaseRunner()


def get_priority(priority):
    return priority if isinstance(priority, int) else getattr(Priority, priority.upper())


def get_host_info():
    return ""


def get_time_str():
    return ""


def obj_from_dict(info, parent=None, default_args=None):
    args = dict(default_args or {}, **info)
    kind = args.pop("type")
    return (getattr(parent, kind) if isinstance(kind, str) else kind)(**args)


def set_random_seed(seed, deterministic=False, use_rank_shift=False):
    return None
