from vramlint_openmmlab.homes import spread as _spread

__all__, __getattr__ = _spread(__name__, {
    "mmdet.models.task_modules.matching": "AssignResult BaseMatchCost ClassificationCost CrossEntropyLossCost DiceCost "
                                          "FocalLossCost HungarianAssigner MaskPseudoSampler MaskSamplingResult",
})
