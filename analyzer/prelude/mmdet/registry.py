from mmengine.registry import MODELS as _models, TASK_UTILS as _task_utils, Registry

MODELS = Registry("model", parent=_models, scope="mmdet")
TASK_UTILS = Registry("task util", parent=_task_utils, scope="mmdet")


def _listed(home, names):
    return {name: f"mmdet.models.{home}:{name}" for name in names.split()}


MODELS.later(_listed("dense_heads.mask_heads", "MaskFormerHead Mask2FormerHead"))
MODELS.later(_listed("layers.pixel_decoders", "PixelDecoder TransformerEncoderPixelDecoder MSDeformAttnPixelDecoder"))
MODELS.later(_listed("layers.positional_encoding", "SinePositionalEncoding LearnedPositionalEncoding"))
MODELS.later(_listed("losses.weighted", "CrossEntropyLoss DiceLoss FocalLoss"))
TASK_UTILS.later(_listed("task_modules.matching", "HungarianAssigner MaskPseudoSampler ClassificationCost FocalLossCost "
                                                  "DiceCost CrossEntropyLossCost"))
