"""Runners and what they keep: what they have is described, for programs that ask; they are not run."""
import _vramlint
from mmcv.utils.registry import Registry
from vramlint_openmmlab.homes import Inert, add_stages

RUNNERS = Registry("runner", scope="mmcv")


__signatures__ = ("BaseRunner.__init__",)


class BaseRunner:
    # mmcv/runner/base_runner.py, 1.4 to 1.7.
    def __init__(self, model, batch_processor=None, optimizer=None, work_dir=None, logger=None, meta=None, max_iters=None,
                 max_epochs=None):
        import vramlint_follow
        if not vramlint_follow.follows:
            _vramlint.unsupported("a runner is not built by the program under analysis: its config says what it would do")
        if max_epochs is not None and max_iters is not None:
            raise ValueError("Only one of `max_epochs` or `max_iters` can be set.")
        self.model, self.batch_processor, self.optimizer = model, batch_processor, optimizer
        self.work_dir, self.logger, self.meta = work_dir, logger, meta
        self._max_epochs, self._max_iters = max_epochs, max_iters
        self._epoch = self._iter = self._inner_iter = 0
        self._rank, self._world_size = 0, _vramlint.processes()
        self._hooks = []
        self.mode = None
        self.timestamp = ""
        self.log_buffer = LogBuffer()

    model_name = property(lambda self: type(self.model).__name__)
    rank = property(lambda self: self._rank)
    world_size = property(lambda self: self._world_size)
    hooks = property(lambda self: self._hooks)
    epoch = property(lambda self: self._epoch)
    iter = property(lambda self: self._iter)
    inner_iter = property(lambda self: self._inner_iter)
    max_epochs = property(lambda self: self._max_epochs)
    max_iters = property(lambda self: self._max_iters)

    def current_lr(self):
        return _vramlint.unknown("the learning rate of a run is not known")

    current_momentum = current_lr

    def get_hook_info(self):
        return ""


add_stages(BaseRunner, (
    "train val run save_checkpoint register_hook register_hook_from_cfg call_hook load_checkpoint resume register_lr_hook "
    "register_momentum_hook register_optimizer_hook register_checkpoint_hook register_logger_hooks register_timer_hook "
    "register_custom_hooks register_profiler_hook register_training_hooks").split())


class EpochBasedRunner(BaseRunner):
    def run_iter(self, data_batch, train_mode, **kwargs):
        return None


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
    named = {key: cfg[key] for key in cfg if key != "constructor"}
    return RUNNERS.build(named, default_args=default_args)


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
