"""Hooks: named, registered and inherited from; none is run here, but for the clipping of the optimizer's."""
from mmcv.utils.registry import Registry
from vramlint_openmmlab.homes import Inert, add_stages, stand_ins

HOOKS = Registry("hook", scope="mmcv")


class Hook(Inert):
    stages = ("before_run", "before_train_epoch", "before_train_iter", "after_train_iter", "after_train_epoch",
              "before_val_epoch", "before_val_iter", "after_val_iter", "after_val_epoch", "after_run")


add_stages(Hook, Hook.stages + ("before_epoch", "after_epoch", "before_iter", "after_iter"))


class OptimizerHook(Hook):
    def __init__(self, grad_clip=None, detect_anomalous_params=False):
        self.grad_clip = grad_clip
        self.detect_anomalous_params = detect_anomalous_params

    def clip_grads(self, params):
        from torch.nn.utils import clip_grad_norm_
        params = [param for param in params if param.requires_grad and param.grad is not None]
        return clip_grad_norm_(params, **self.grad_clip) if params else None

    def after_train_iter(self, runner):
        runner.optimizer.zero_grad()
        runner.outputs["loss"].backward()
        if self.grad_clip is not None:
            self.clip_grads(runner.model.parameters())
        runner.optimizer.step()


_hooks = ("CheckpointHook ClearMLLoggerHook ClosureHook DistEvalHook DistSamplerSeedHook DvcliveLoggerHook EMAHook EvalHook "
          "Fp16OptimizerHook GradientCumulativeFp16OptimizerHook GradientCumulativeOptimizerHook IterTimerHook "
          "LoggerHook MlflowLoggerHook NeptuneLoggerHook PaviLoggerHook SegmindLoggerHook SyncBuffersHook "
          "TensorboardLoggerHook TextLoggerHook WandbLoggerHook CosineAnnealingLrUpdaterHook CosineRestartLrUpdaterHook "
          "CyclicLrUpdaterHook ExpLrUpdaterHook FixedLrUpdaterHook FlatCosineAnnealingLrUpdaterHook InvLrUpdaterHook "
          "LinearAnnealingLrUpdaterHook LrUpdaterHook OneCycleLrUpdaterHook PolyLrUpdaterHook StepLrUpdaterHook "
          "CosineAnnealingMomentumUpdaterHook CyclicMomentumUpdaterHook LinearAnnealingMomentumUpdaterHook MomentumUpdaterHook "
          "OneCycleMomentumUpdaterHook StepMomentumUpdaterHook EmptyCacheHook ProfilerHook")
_names, __getattr__ = stand_ins(__name__, _hooks, Hook)
__all__ = _names + ["HOOKS", "Hook", "OptimizerHook"]
HOOKS.later({name: f"mmcv.runner.hooks:{name}" for name in _names + ["OptimizerHook"]})
