"""What a picture goes through (timm/data/transforms_factory.py, 1.0)."""
import math

import torch
from timm.data import auto_augment as policies
from timm.data.constants import DEFAULT_CROP_PCT, IMAGENET_DEFAULT_MEAN, IMAGENET_DEFAULT_STD
from timm.data.random_erasing import RandomErasing
from timm.data.transforms import MaybePILToTensor, MaybeToTensor, RandomResizedCropAndInterpolation
from torchvision import transforms


def _as_tensor(mean, std, use_prefetcher, normalize=True):
    if use_prefetcher or not normalize:
        return [MaybePILToTensor()]
    return [MaybeToTensor(), transforms.Normalize(mean=torch.tensor(mean), std=torch.tensor(std))]


def transforms_noaug_train(img_size=224, interpolation="bilinear", mean=IMAGENET_DEFAULT_MEAN, std=IMAGENET_DEFAULT_STD,
                           use_prefetcher=False, normalize=True):
    return transforms.Compose([transforms.Resize(img_size), transforms.CenterCrop(img_size)] +
                              _as_tensor(mean, std, use_prefetcher, normalize))


def _policy(text):
    for start, make in (("rand", policies.rand_augment_transform), ("augmix", policies.augment_and_mix_transform)):
        if text.startswith(start):
            return make(text)
    return policies.auto_augment_transform(text)


def transforms_imagenet_train(img_size=224, scale=None, ratio=None, train_crop_mode=None, hflip=0.5, vflip=0.0,
                              color_jitter=0.4, auto_augment=None, interpolation="random", mean=IMAGENET_DEFAULT_MEAN,
                              std=IMAGENET_DEFAULT_STD, re_prob=0.0, re_mode="const", re_count=1, re_num_splits=0,
                              use_prefetcher=False, normalize=True, separate=False, **options):
    shape = [RandomResizedCropAndInterpolation(img_size, scale=tuple(scale or (0.08, 1.0)),
                                               ratio=tuple(ratio or (3 / 4, 4 / 3)), interpolation=interpolation)]
    if hflip > 0.0:
        shape.append(transforms.RandomHorizontalFlip(p=hflip))
    if vflip > 0.0:
        shape.append(transforms.RandomVerticalFlip(p=vflip))
    look = []
    if auto_augment:
        look.append(_policy(auto_augment))
    elif color_jitter is not None:
        jitter = color_jitter if isinstance(color_jitter, (list, tuple)) else (float(color_jitter),) * 3
        look.append(transforms.ColorJitter(*jitter))
    end = _as_tensor(mean, std, use_prefetcher, normalize)
    if re_prob > 0.0 and len(end) == 2:
        end.append(RandomErasing(re_prob, mode=re_mode, max_count=re_count, num_splits=re_num_splits, device="cpu"))
    if separate:
        return transforms.Compose(shape), transforms.Compose(look), transforms.Compose(end)
    return transforms.Compose(shape + look + end)


def transforms_imagenet_eval(img_size=224, crop_pct=None, crop_mode=None, interpolation="bilinear",
                             mean=IMAGENET_DEFAULT_MEAN, std=IMAGENET_DEFAULT_STD, use_prefetcher=False, normalize=True,
                             **options):
    crop_pct = crop_pct or DEFAULT_CROP_PCT
    larger = [math.floor(side / crop_pct) for side in img_size] if isinstance(img_size, (list, tuple)) else \
        math.floor(img_size / crop_pct)
    return transforms.Compose([transforms.Resize(larger), transforms.CenterCrop(img_size)] +
                              _as_tensor(mean, std, use_prefetcher, normalize))


def create_transform(input_size, is_training=False, no_aug=False, train_crop_mode=None, scale=None, ratio=None, hflip=0.5,
                     vflip=0.0, color_jitter=0.4, auto_augment=None, interpolation="bilinear", mean=IMAGENET_DEFAULT_MEAN,
                     std=IMAGENET_DEFAULT_STD, re_prob=0.0, re_mode="const", re_count=1, re_num_splits=0, crop_pct=None,
                     crop_mode=None, tf_preprocessing=False, use_prefetcher=False, normalize=True, separate=False,
                     **options):
    img_size = tuple(input_size[-2:]) if isinstance(input_size, (tuple, list)) else input_size
    common = dict(mean=mean, std=std, use_prefetcher=use_prefetcher, normalize=normalize)
    if not is_training:
        return transforms_imagenet_eval(img_size, crop_pct, crop_mode, interpolation, **common)
    if no_aug:
        return transforms_noaug_train(img_size, interpolation, **common)
    return transforms_imagenet_train(img_size, scale, ratio, train_crop_mode, hflip, vflip, color_jitter, auto_augment,
                                     interpolation, re_prob=re_prob, re_mode=re_mode, re_count=re_count,
                                     re_num_splits=re_num_splits, separate=separate, **common)
