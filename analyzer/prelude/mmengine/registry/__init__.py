from mmengine.registry.build_functions import (build_from_cfg, build_model_from_cfg, build_runner_from_cfg,
                                               build_scheduler_from_cfg)
from mmengine.registry.default_scope import DefaultScope
from mmengine.registry.registry import Registry
from mmengine.registry.root import (DATA_SAMPLERS, DATASETS, EVALUATOR, FUNCTIONS, HOOKS, INFERENCERS, LOG_PROCESSORS, LOOPS,
                                    METRICS, MODEL_WRAPPERS, MODELS, OPTIM_WRAPPER_CONSTRUCTORS, OPTIM_WRAPPERS, OPTIMIZERS,
                                    PARAM_SCHEDULERS, RUNNER_CONSTRUCTORS, RUNNERS, STRATEGIES, TASK_UTILS, TRANSFORMS,
                                    VISBACKENDS, VISUALIZERS, WEIGHT_INITIALIZERS)
from mmengine.registry.utils import count_registered_modules, init_default_scope, traverse_registry_tree
