from enum import Enum

import _vramlint
from vramlint_openmmlab.homes import Inert


class Runner:
    def __init__(self, *args, **options):
        _vramlint.unsupported("a Runner is not built by the program under analysis: its config says what it would do")

    @classmethod
    def from_cfg(cls, cfg):
        return cls()


class FlexibleRunner(Runner):
    pass


class LogProcessor(Inert):
    pass


class Priority(Enum):
    HIGHEST = 0
    VERY_HIGH = 10
    HIGH = 30
    ABOVE_NORMAL = 40
    NORMAL = 50
    BELOW_NORMAL = 60
    LOW = 70
    VERY_LOW = 90
    LOWEST = 100


def get_priority(priority):
    if isinstance(priority, int):
        return priority
    return priority.value if isinstance(priority, Priority) else Priority[priority.upper()].value


def set_random_seed(seed=None, deterministic=False, diff_rank_seed=False):
    return seed


def turn_on_activation_checkpointing(model, modules):
    """Every module of these names runs as a checkpoint: mmengine/runner/activation_checkpointing.py."""
    from torch.utils.checkpoint import checkpoint

    def wrapped(forward):
        return lambda *args, **kwargs: checkpoint(forward, *args, **kwargs)

    names = [modules] if isinstance(modules, str) else modules
    for name in names:
        module = model.get_submodule(name)
        module.forward = wrapped(module.forward)
