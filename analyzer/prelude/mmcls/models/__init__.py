from mmcls.models.builder import BACKBONES, MODELS
