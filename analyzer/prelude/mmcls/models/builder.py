from mmcv.cnn import MODELS as _root
from mmcv.utils import Registry

MODELS = Registry("models", parent=_root, scope="mmcls")
MODELS.later({name: f"vramlint_openmmlab.backbones:{name}" for name in ("ConvNeXt", "PoolFormer")})
BACKBONES = NECKS = HEADS = LOSSES = CLASSIFIERS = MODELS
