from mmengine.registry import MODELS as _models, TASK_UTILS as _task_utils, Registry
from vramlint_openmmlab.registering import register_later

MODELS = Registry("model", parent=_models, scope="mmdet")
TASK_UTILS = Registry("task util", parent=_task_utils, scope="mmdet")


def _listed(home, names):
    return {name: f"mmdet.models.{home}:{name}" for name in names.split()}


register_later(MODELS, _listed("backbones.cspnext", "CSPNeXt"))
register_later(MODELS, _listed("dense_heads.mask_heads", "MaskFormerHead Mask2FormerHead"))
register_later(MODELS, _listed("layers.pixel_decoders",
                               "PixelDecoder TransformerEncoderPixelDecoder MSDeformAttnPixelDecoder"))
register_later(MODELS, _listed("layers.positional_encoding", "SinePositionalEncoding LearnedPositionalEncoding"))
register_later(MODELS, _listed("losses.weighted", "CrossEntropyLoss DiceLoss FocalLoss"))
register_later(TASK_UTILS, _listed("task_modules.matching", "HungarianAssigner MaskPseudoSampler ClassificationCost "
                                   "FocalLossCost DiceCost CrossEntropyLossCost"))
