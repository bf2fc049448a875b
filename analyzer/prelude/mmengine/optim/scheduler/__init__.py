"""Schedules of rates: they change numbers that hold no memory."""
from vramlint_openmmlab.homes import Inert, stand_ins


class _ParamScheduler(Inert):
    @classmethod
    def build_iter_from_epoch(cls, *args, **options):
        return cls(*args, **options)


__all__, __getattr__ = stand_ins(
    __name__, "ConstantLR CosineAnnealingLR ExponentialLR LinearLR MultiStepLR StepLR ConstantMomentum CosineAnnealingMomentum "
              "ExponentialMomentum LinearMomentum MultiStepMomentum StepMomentum ConstantParamScheduler "
              "CosineAnnealingParamScheduler ExponentialParamScheduler LinearParamScheduler MultiStepParamScheduler "
              "StepParamScheduler OneCycleParamScheduler OneCycleLR PolyLR PolyMomentum PolyParamScheduler "
              "ReduceOnPlateauLR ReduceOnPlateauMomentum ReduceOnPlateauParamScheduler CosineRestartLR CosineRestartMomentum "
              "CosineRestartParamScheduler", _ParamScheduler)
