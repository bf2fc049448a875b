from mmengine.registry import TRANSFORMS
