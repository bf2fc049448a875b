from vramlint_openmmlab.homes import spread as _spread

_schedulers = ("ConstantLR CosineAnnealingLR ExponentialLR LinearLR MultiStepLR StepLR ConstantMomentum CosineAnnealingMomentum "
               "ExponentialMomentum LinearMomentum MultiStepMomentum StepMomentum ConstantParamScheduler "
               "CosineAnnealingParamScheduler ExponentialParamScheduler LinearParamScheduler MultiStepParamScheduler "
               "StepParamScheduler _ParamScheduler OneCycleParamScheduler OneCycleLR PolyLR PolyMomentum PolyParamScheduler "
               "ReduceOnPlateauLR ReduceOnPlateauMomentum ReduceOnPlateauParamScheduler")
__all__, __getattr__ = _spread(__name__, {
    "mmengine.optim.optimizer": "AmpOptimWrapper ApexOptimWrapper BaseOptimWrapper DefaultOptimWrapperConstructor OptimWrapper "
                                "OptimWrapperDict ZeroRedundancyOptimizer build_optim_wrapper",
    "mmengine.registry": "OPTIMIZERS OPTIM_WRAPPER_CONSTRUCTORS",
    "mmengine.optim.scheduler": _schedulers,
})
