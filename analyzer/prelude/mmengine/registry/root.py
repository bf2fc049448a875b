"""The registries that every project's own have for parents."""
from mmengine.registry.build_functions import (build_model_from_cfg, build_optimizer_from_cfg, build_runner_from_cfg,
                                               build_scheduler_from_cfg)
from mmengine.registry.registry import Registry


def _root(name, build_func=None):
    return Registry(name, build_func, scope="mmengine")


RUNNERS = _root("runner", build_runner_from_cfg)
RUNNER_CONSTRUCTORS = _root("runner constructor")
LOOPS = _root("loop")
HOOKS = _root("hook")
STRATEGIES = _root("strategy")
DATASETS = _root("dataset")
DATA_SAMPLERS = _root("data sampler")
TRANSFORMS = _root("transform")
MODELS = _root("model", build_model_from_cfg)
MODEL_WRAPPERS = _root("model_wrapper")
WEIGHT_INITIALIZERS = _root("weight initializer")
OPTIMIZERS = _root("optimizer", build_optimizer_from_cfg)
OPTIM_WRAPPERS = _root("optim_wrapper")
OPTIM_WRAPPER_CONSTRUCTORS = _root("optimizer wrapper constructor")
PARAM_SCHEDULERS = _root("parameter scheduler", build_scheduler_from_cfg)
METRICS = _root("metric")
EVALUATOR = _root("evaluator")
TASK_UTILS = _root("task util")
VISUALIZERS = _root("visualizer")
VISBACKENDS = _root("vis_backend")
LOG_PROCESSORS = _root("log_processor")
INFERENCERS = _root("inferencer")
FUNCTIONS = _root("function")


def _listed(home, names):
    return {name: f"{home}:{name}" for name in names.split()}


def _register_later():
    from vramlint_openmmlab.bricks import LAYERS, OPS
    for entries in LAYERS.values():
        MODELS.later(entries)
    MODELS.later(OPS)
    MODELS.later(_listed("mmengine.model", "BaseDataPreprocessor ImgDataPreprocessor StochasticWeightAverage "
                                           "ExponentialMovingAverage MomentumAnnealingEMA"))
    MODEL_WRAPPERS.later(_listed("mmengine.model", "MMDistributedDataParallel MMSeparateDistributedDataParallel"))
    MODEL_WRAPPERS.later({"DataParallel": "torch.nn.parallel:DataParallel",
                          "DistributedDataParallel": "torch.nn.parallel:DistributedDataParallel"})
    OPTIM_WRAPPERS.later(_listed("mmengine.optim", "OptimWrapper AmpOptimWrapper ApexOptimWrapper"))
    OPTIM_WRAPPER_CONSTRUCTORS.later({"DefaultOptimWrapperConstructor": "mmengine.optim:DefaultOptimWrapperConstructor"})
    RUNNERS.later(_listed("mmengine.runner", "Runner"))
    HOOKS.later(_listed("mmengine.hooks", "IterTimerHook DistSamplerSeedHook ParamSchedulerHook SyncBuffersHook EmptyCacheHook "
                                          "CheckpointHook LoggerHook NaiveVisualizationHook EMAHook RuntimeInfoHook "
                                          "ProfilerHook PrepareTTAHook NPUProfilerHook EarlyStoppingHook"))


_register_later()
