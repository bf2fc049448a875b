from mmcv.cnn import MODELS as _root
from mmcv.utils import Registry
from vramlint_openmmlab.registering import register_later

MODELS = Registry("models", parent=_root, scope="mmcls")
register_later(MODELS, {name: f"vramlint_openmmlab.backbones:{name}" for name in ("ConvNeXt", "PoolFormer")})
BACKBONES = NECKS = HEADS = LOSSES = CLASSIFIERS = MODELS
