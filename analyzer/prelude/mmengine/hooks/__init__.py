"""Hooks: named, registered and inherited from; none is run here."""
from vramlint_openmmlab.homes import Inert, add_stages, stand_ins


class Hook(Inert):
    priority = "NORMAL"
    stages = ("before_run", "after_load_checkpoint", "before_train", "before_train_epoch", "before_train_iter",
              "after_train_iter", "after_train_epoch", "before_val", "before_val_epoch", "before_val_iter", "after_val_iter",
              "after_val_epoch", "after_val", "before_save_checkpoint", "after_train", "before_test", "before_test_epoch",
              "before_test_iter", "after_test_iter", "after_test_epoch", "after_test", "after_run")

    def every_n_inner_iters(self, inner_idx, n):
        return (inner_idx + 1) % n == 0 if n > 0 else False


add_stages(Hook, Hook.stages + ("before_epoch", "after_epoch", "before_iter", "after_iter"))
_names, __getattr__ = stand_ins(
    __name__, "IterTimerHook DistSamplerSeedHook ParamSchedulerHook SyncBuffersHook EmptyCacheHook CheckpointHook LoggerHook "
              "NaiveVisualizationHook EMAHook RuntimeInfoHook ProfilerHook PrepareTTAHook NPUProfilerHook EarlyStoppingHook",
    Hook)
__all__ = _names + ["Hook"]
