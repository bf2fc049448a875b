"""Data sets of dicts and the loaders over them (monai/data/dataset.py and dataloader.py, 1.3). Caches lie on the host."""
import math

import _vramlint
import torch
from monai.transforms import Compose, apply_transform
from torch.utils.data import Dataset as _TorchDataset
from torch.utils.data import DataLoader as _TorchDataLoader
from torch.utils.data import DistributedSampler, IterableDataset, Subset, default_collate

MetaTensor = torch.Tensor


class Dataset(_TorchDataset):
    def __init__(self, data, transform=None):
        self.data = data
        self.transform = Compose(transform) if isinstance(transform, (list, tuple)) else transform

    def __len__(self):
        return len(self.data)

    def _transform(self, index):
        item = self.data[index]
        return item if self.transform is None else apply_transform(self.transform, item)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return Subset(self, range(*index.indices(len(self))))
        if isinstance(index, (list, tuple)):
            return Subset(self, index)
        return self._transform(index)


class PersistentDataset(Dataset):
    def __init__(self, data, transform, cache_dir=None, *args, **options):
        super().__init__(data, transform)


CacheNTransDataset = LMDBDataset = PersistentDataset


class CacheDataset(Dataset):
    def __init__(self, data, transform=None, *args, **options):
        super().__init__(data, transform)

    def set_data(self, data):
        self.data = data


class SmartCacheDataset(CacheDataset):
    def start(self):
        return None

    update_cache = shutdown = start


class ZipDataset(Dataset):
    def __init__(self, datasets, transform=None):
        super().__init__(list(datasets), transform)

    def __len__(self):
        return min([len(one) for one in self.data])

    def _transform(self, index):
        items = []
        for one in self.data:
            item = one[index]
            items.extend(item if isinstance(item, (list, tuple)) else [item])
        return tuple(items) if self.transform is None else apply_transform(self.transform, tuple(items), False)


class ArrayDataset(_TorchDataset):
    def __init__(self, img, img_transform=None, seg=None, seg_transform=None, labels=None, label_transform=None):
        given = [(img, img_transform), (seg, seg_transform), (labels, label_transform)]
        self._parts = [Dataset(data, transform) for data, transform in given if data is not None]

    def __len__(self):
        return len(self._parts[0])

    def __getitem__(self, index):
        items = tuple([part[index] for part in self._parts])
        return items[0] if len(items) == 1 else items


class ImageDataset(_TorchDataset):
    def __init__(self, image_files, seg_files=None, labels=None, transform=None, seg_transform=None, label_transform=None,
                 image_only=True, *args, **options):
        self._given = [(image_files, transform, True), (seg_files, seg_transform, True), (labels, label_transform, False)]

    def __len__(self):
        return len(self._given[0][0])

    def __getitem__(self, index):
        from monai.transforms import LoadImage

        items = []
        for data, transform, is_file in self._given:
            if data is not None:
                item = LoadImage()(data[index]) if is_file else data[index]
                items.append(item if transform is None else transform(item))
        return items[0] if len(items) == 1 else tuple(items)


def list_data_collate(batch):
    """Lists of crops are laid flat before they are stacked."""
    flat = [item for one in batch for item in one] if isinstance(batch[0], (list, tuple)) else batch
    return default_collate(flat)


pad_list_data_collate = list_data_collate


class DataLoader(_TorchDataLoader):
    def __init__(self, dataset, num_workers=0, **options):
        options.setdefault("collate_fn", list_data_collate)
        super().__init__(dataset, num_workers=num_workers, **options)


class ThreadDataLoader(DataLoader):
    def __init__(self, dataset, buffer_size=1, buffer_timeout=0.01, repeats=1, use_thread_workers=False, **options):
        super().__init__(dataset, **options)


def decollate_batch(batch, detach=True, pad=True, fill_value=None):
    if _vramlint.is_known(batch) and isinstance(batch, torch.Tensor):
        return [item.detach() if detach else item for item in torch.unbind(batch, 0)]
    if _vramlint.is_known(batch) and isinstance(batch, dict):
        parts = {key: decollate_batch(value) for key, value in batch.items()}
        count = min([len(part) for part in parts.values()])
        return [{key: part[i] for key, part in parts.items()} for i in range(count)]
    return batch


def partition_dataset(data, ratios=None, num_partitions=None, shuffle=False, seed=0, drop_last=False, even_divisible=False):
    count = len(data)
    if ratios:
        parts, start, total = [], 0, sum(ratios)
        for ratio in ratios:
            end = min(int(start + ratio / total * count + 0.5), count)
            parts.append(data[start:end])
            start = end
        return parts
    length = math.floor(count / num_partitions) if drop_last else math.ceil(count / num_partitions)
    return [data[i * length : (i + 1) * length] for i in range(num_partitions)]


def load_decathlon_datalist(data_list_file_path, *args, **options):
    return _vramlint.unknown(f"what {data_list_file_path} lists is not known")


def set_track_meta(val):
    return None


def get_track_meta():
    return True


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError(f"module 'monai.data' has no attribute '{name}'")
    return _vramlint.unknown(f"monai.data.{name} is not modelled")
