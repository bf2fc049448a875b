from mmengine.registry import MODELS as _root, Registry

MODELS = Registry("model", parent=_root, scope="mmpretrain")
MODELS.later({name: f"vramlint_openmmlab.backbones:{name}" for name in ("ConvNeXt", "PoolFormer", "GRN")})
MODELS.later({"LN2d": "vramlint_openmmlab.backbones:LayerNorm2d"})
