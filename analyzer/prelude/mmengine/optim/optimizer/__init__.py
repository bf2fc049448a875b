from vramlint_openmmlab.homes import spread as _spread

__all__, __getattr__ = _spread(__name__, {
    "mmengine.registry": "OPTIMIZERS OPTIM_WRAPPER_CONSTRUCTORS",
    "mmengine.optim.optimizer.optimizer_wrapper": "AmpOptimWrapper ApexOptimWrapper BaseOptimWrapper OptimWrapper "
                                                  "OptimWrapperDict ZeroRedundancyOptimizer",
    "mmengine.optim.optimizer.builder": "DefaultOptimWrapperConstructor build_optim_wrapper",
})
