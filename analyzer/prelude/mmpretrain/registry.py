from mmengine.registry import MODELS as _root, Registry
from vramlint_openmmlab.registering import register_later

MODELS = Registry("model", parent=_root, scope="mmpretrain")
register_later(MODELS, {name: f"vramlint_openmmlab.backbones:{name}" for name in ("ConvNeXt", "PoolFormer", "GRN")})
register_later(MODELS, {"VisionTransformer": "vramlint_openmmlab.vision_transformer:VisionTransformer"})
register_later(MODELS, {"LN2d": "vramlint_openmmlab.backbones:LayerNorm2d"})
