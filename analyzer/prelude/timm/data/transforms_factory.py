from torchvision import transforms
from timm.data.constants import DEFAULT_CROP_PCT, IMAGENET_DEFAULT_MEAN, IMAGENET_DEFAULT_STD
from timm.data.random_erasing import RandomErasing
from timm.data.transforms import AsItIs, ToNumpy, _pil_interp


def _ends(use_prefetcher, mean, std):
    return [ToNumpy()] if use_prefetcher else [transforms.ToTensor(), transforms.Normalize(mean, std)]


def create_transform(input_size, is_training=False, use_prefetcher=False, no_aug=False, scale=None, ratio=None, hflip=0.5,
                     vflip=0.0, color_jitter=0.4, auto_augment=None, interpolation="bilinear", mean=IMAGENET_DEFAULT_MEAN,
                     std=IMAGENET_DEFAULT_STD, re_prob=0.0, re_mode="const", re_count=1, re_num_splits=0, crop_pct=None,
                     crop_mode=None, tf_preprocessing=False, separate=False, **options):
    size = tuple(input_size[-2:]) if isinstance(input_size, (tuple, list)) else (input_size, input_size)
    if not is_training:
        # Its shorter edge is scaled to that, and the middle is cut out.
        edge = [int(one / (crop_pct or DEFAULT_CROP_PCT)) for one in size]
        resize = transforms.Resize(edge[0] if edge[0] == edge[1] else edge, interpolation=_pil_interp(interpolation))
        return transforms.Compose([resize, transforms.CenterCrop(size)] + _ends(use_prefetcher, mean, std))
    if no_aug:
        first = [transforms.Resize(size[0]), transforms.CenterCrop(size)]
        return transforms.Compose(first + _ends(use_prefetcher, mean, std))
    first = [transforms.RandomResizedCrop(size), transforms.RandomHorizontalFlip(hflip)]
    second = [AsItIs()] if auto_augment or color_jitter is not None else []
    last = _ends(use_prefetcher, mean, std) + ([RandomErasing(re_prob)] if re_prob > 0.0 and not use_prefetcher else [])
    if separate:
        return transforms.Compose(first), transforms.Compose(second), transforms.Compose(last)
    return transforms.Compose(first + second + last)
