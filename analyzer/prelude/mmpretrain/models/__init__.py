from mmpretrain.registry import MODELS
