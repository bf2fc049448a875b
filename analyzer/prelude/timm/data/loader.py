"""Loaders that bring the next batch to the GPU while one is used (timm/data/loader.py, 1.0)."""
import torch
from timm.data.constants import IMAGENET_DEFAULT_MEAN, IMAGENET_DEFAULT_STD
from timm.data.dataset import IterableImageDataset
from timm.data.distributed_sampler import OrderedDistributedSampler, RepeatAugSampler
from timm.data.mixup import FastCollateMixup
from timm.data.random_erasing import RandomErasing
from timm.data.transforms_factory import create_transform
from torch.utils.data import DataLoader
from torch.utils.data.dataloader import default_collate


def fast_collate(batch):
    if not isinstance(batch[0][0], tuple):
        pictures, target = default_collate(batch)
        return pictures.byte(), target
    splits = default_collate([pictures for pictures, _ in batch])
    target = torch.tensor([label for _, label in batch])
    return torch.cat(list(splits)).byte(), target.repeat(len(splits))


def adapt_to_chs(x, n):
    return tuple(x) if len(x) == n else (sum(x) / len(x),) * n


class PrefetchLoader:
    def __init__(self, loader, mean=IMAGENET_DEFAULT_MEAN, std=IMAGENET_DEFAULT_STD, channels=3, device="cuda",
                 img_dtype=None, fp16=False, re_prob=0.0, re_mode="const", re_count=1, re_num_splits=0):
        self.loader, self.device = loader, torch.device(device)
        self.img_dtype = torch.float16 if fp16 else img_dtype or torch.float32
        scaled = [torch.tensor([255 * part for part in adapt_to_chs(parts, channels)], device=self.device,
                               dtype=self.img_dtype).view(1, channels, 1, 1) for parts in (mean, std)]
        self.mean, self.std = scaled
        self.random_erasing = RandomErasing(re_prob, mode=re_mode, max_count=re_count, num_splits=re_num_splits,
                                            device=device) if re_prob > 0.0 else None

    def __iter__(self):
        waiting = False
        for next_input, next_target in self.loader:
            next_input = next_input.to(device=self.device, non_blocking=True)
            next_target = next_target.to(device=self.device, non_blocking=True)
            next_input = next_input.to(self.img_dtype).sub_(self.mean).div_(self.std)
            if self.random_erasing is not None:
                next_input = self.random_erasing(next_input)
            if waiting:
                yield input, target
            waiting = True
            input, target = next_input, next_target
        yield input, target

    def __len__(self):
        return len(self.loader)

    @property
    def sampler(self):
        return self.loader.sampler

    @property
    def dataset(self):
        return self.loader.dataset

    @property
    def mixup_enabled(self):
        return isinstance(self.loader.collate_fn, FastCollateMixup) and self.loader.collate_fn.mixup_enabled

    @mixup_enabled.setter
    def mixup_enabled(self, x):
        if isinstance(self.loader.collate_fn, FastCollateMixup):
            self.loader.collate_fn.mixup_enabled = x


class MultiEpochsDataLoader(DataLoader):
    pass


def create_loader(dataset, input_size, batch_size, is_training=False, use_prefetcher=True, no_aug=False, re_prob=0.0,
                  re_mode="const", re_count=1, re_split=False, num_aug_repeats=0, num_aug_splits=0,
                  mean=IMAGENET_DEFAULT_MEAN, std=IMAGENET_DEFAULT_STD, num_workers=1, distributed=False, collate_fn=None,
                  pin_memory=False, fp16=False, img_dtype=torch.float32, device="cuda", use_multi_epochs_loader=False,
                  persistent_workers=True, worker_seeding="all", **looks):
    re_num_splits = (num_aug_splits or 2) if re_split else 0
    erasing = dict(re_prob=re_prob, re_mode=re_mode, re_count=re_count, re_num_splits=re_num_splits)
    dataset.transform = create_transform(input_size, is_training=is_training, use_prefetcher=use_prefetcher, no_aug=no_aug,
                                         mean=mean, std=std, separate=num_aug_splits > 0, **erasing, **looks)
    sampler = None
    if distributed and not isinstance(dataset, IterableImageDataset):
        if not is_training:
            sampler = OrderedDistributedSampler(dataset)
        elif num_aug_repeats:
            sampler = RepeatAugSampler(dataset, num_repeats=num_aug_repeats)
        else:
            sampler = torch.utils.data.distributed.DistributedSampler(dataset)
    if collate_fn is None:
        collate_fn = fast_collate if use_prefetcher else default_collate
    loader = (MultiEpochsDataLoader if use_multi_epochs_loader else DataLoader)(
        dataset, batch_size=batch_size, shuffle=sampler is None and is_training, num_workers=num_workers, sampler=sampler,
        collate_fn=collate_fn, pin_memory=pin_memory, drop_last=is_training)
    if not use_prefetcher:
        return loader
    channels = input_size[0] if isinstance(input_size, (tuple, list)) and len(input_size) == 3 else len(mean)
    return PrefetchLoader(loader, mean, std, channels, device, img_dtype, fp16, **(erasing if is_training else {}))
