from vramlint_openmmlab.homes import spread as _spread

__all__, __getattr__ = _spread(__name__, {
    "mmdet.models.losses.weighted": "CrossEntropyLoss DiceLoss FocalLoss binary_cross_entropy cross_entropy dice_loss "
                                    "sigmoid_focal_loss reduce_loss weight_reduce_loss",
})
