from timm.data.auto_augment import (AutoAugment, RandAugment, auto_augment_transform, augment_and_mix_transform,
                                    rand_augment_transform)
from timm.data.constants import *
from timm.data.mixup import Mixup
from timm.data.random_erasing import RandomErasing
from timm.data.transforms import RandomResizedCropAndInterpolation, ToNumpy, ToTensor
from timm.data.transforms_factory import create_transform


def resolve_data_config(args=None, default_cfg=None, pretrained_cfg=None, model=None, **options):
    said = {**(args if isinstance(args, dict) else vars(args or {}) if args else {}), **options}
    known = default_cfg or pretrained_cfg or getattr(model, "default_cfg", None) or {}
    size = said.get("input_size") or said.get("img_size") or known.get("input_size") or (3, 224, 224)
    size = size if isinstance(size, (tuple, list)) else (3, size, size)
    return {"input_size": tuple(size), "interpolation": said.get("interpolation") or "bicubic",
            "mean": said.get("mean") or IMAGENET_DEFAULT_MEAN, "std": said.get("std") or IMAGENET_DEFAULT_STD,
            "crop_pct": said.get("crop_pct") or known.get("crop_pct") or DEFAULT_CROP_PCT}


resolve_model_data_config = lambda model, *args, **options: resolve_data_config(model=model, **options)


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError("module 'timm.data' has no attribute '" + name + "'")
    from _vramlint import unknown
    return unknown("timm.data." + name + " is not modelled; timm's own source is read where --python-path leads to it")
