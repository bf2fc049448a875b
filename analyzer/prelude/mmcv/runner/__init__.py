"""1.x: modules with an init_cfg, mixed precision, and the names of what runs a training."""
from mmcv._line import require_old as _require_old
from vramlint_openmmlab.homes import spread as _spread

_require_old(__name__)
_hooks = ("CheckpointHook ClearMLLoggerHook ClosureHook DistEvalHook DistSamplerSeedHook DvcliveLoggerHook EMAHook EvalHook "
          "Fp16OptimizerHook GradientCumulativeFp16OptimizerHook GradientCumulativeOptimizerHook HOOKS Hook IterTimerHook "
          "LoggerHook MlflowLoggerHook NeptuneLoggerHook OptimizerHook PaviLoggerHook SegmindLoggerHook SyncBuffersHook "
          "TensorboardLoggerHook TextLoggerHook WandbLoggerHook CosineAnnealingLrUpdaterHook CosineRestartLrUpdaterHook "
          "CyclicLrUpdaterHook ExpLrUpdaterHook FixedLrUpdaterHook FlatCosineAnnealingLrUpdaterHook InvLrUpdaterHook "
          "LinearAnnealingLrUpdaterHook LrUpdaterHook OneCycleLrUpdaterHook PolyLrUpdaterHook StepLrUpdaterHook "
          "CosineAnnealingMomentumUpdaterHook CyclicMomentumUpdaterHook LinearAnnealingMomentumUpdaterHook MomentumUpdaterHook "
          "OneCycleMomentumUpdaterHook StepMomentumUpdaterHook")
__all__, __getattr__ = _spread(__name__, {
    "mmcv.runner.base_module": "BaseModule ModuleDict ModuleList Sequential",
    "mmcv.runner.checkpoint": "CheckpointLoader _load_checkpoint _load_checkpoint_with_prefix load_checkpoint load_state_dict "
                              "save_checkpoint weights_to_cpu",
    "mmcv.runner.dist_utils": "allreduce_grads allreduce_params get_dist_info init_dist master_only",
    "mmcv.runner.fp16_utils": "LossScaler auto_fp16 force_fp32 wrap_fp16_model",
    "mmcv.runner.hooks": _hooks,
    "mmcv.runner.optimizer": "OPTIMIZERS OPTIMIZER_BUILDERS DefaultOptimizerConstructor build_optimizer "
                             "build_optimizer_constructor",
    "mmcv.runner.runners": "BaseRunner DefaultRunnerConstructor EpochBasedRunner IterBasedRunner IterLoader LogBuffer Priority "
                           "RUNNERS Runner build_runner get_host_info get_priority get_time_str obj_from_dict "
                           "set_random_seed",
})
