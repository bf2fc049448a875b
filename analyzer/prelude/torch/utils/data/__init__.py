# Data is never read: what a loader yields is unknown.
import _vramlint


class Dataset:
    def __getitem__(self, index):
        raise NotImplementedError

    def __add__(self, other):
        return ConcatDataset([self, other])


class IterableDataset(Dataset):
    pass


class TensorDataset(Dataset):
    def __init__(self, *tensors):
        self.tensors = tensors

    def __len__(self):
        return self.tensors[0].size(0)

    def __getitem__(self, index):
        return tuple(tensor[index] for tensor in self.tensors)


class ConcatDataset(Dataset):
    def __init__(self, datasets):
        self.datasets = list(datasets)

    def __len__(self):
        return sum(len(dataset) for dataset in self.datasets)


class Subset(Dataset):
    def __init__(self, dataset, indices):
        self.dataset = dataset
        self.indices = indices

    def __len__(self):
        return len(self.indices)


class Sampler:
    def __init__(self, data_source=None):
        self.data_source = data_source


class RandomSampler(Sampler):
    pass


class SequentialSampler(Sampler):
    pass


class SubsetRandomSampler(Sampler):
    pass


class WeightedRandomSampler(Sampler):
    def __init__(self, weights, num_samples, replacement=True, generator=None):
        super().__init__(None)


class BatchSampler(Sampler):
    def __init__(self, sampler, batch_size, drop_last):
        super().__init__(None)
        self.sampler = sampler
        self.batch_size = batch_size
        self.drop_last = drop_last


class DistributedSampler(Sampler):
    def __init__(self, dataset, num_replicas=None, rank=None, *args, **kwargs):
        if num_replicas is None or rank is None:
            import torch.distributed
            torch.distributed._check_started()
        super().__init__(dataset)

    def set_epoch(self, epoch):
        return None


class DataLoader:
    # What it refuses: torch/utils/data/dataloader.py, 1.13 and 2.4.
    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0,
                 collate_fn=None, pin_memory=False, drop_last=False, timeout=0, worker_init_fn=None,
                 multiprocessing_context=None, generator=None, *, persistent_workers=False, **options):
        if num_workers < 0:
            raise ValueError("num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.")
        if timeout < 0:
            raise ValueError("timeout option should be non-negative")
        if persistent_workers and num_workers == 0:
            raise ValueError("persistent_workers option needs num_workers > 0")
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        if batch_size is not None and batch_size <= 0:
            raise ValueError(f"batch_size should be a positive integer value, but got batch_size={batch_size}")
        self.dataset = dataset
        self.batch_size = batch_size

    def __iter__(self):
        return _vramlint.unknown("what a data loader yields is not known before the program runs")

    def __len__(self):
        return _vramlint.unknown("the length of a data set is not known before the program runs")


def default_collate(batch):
    return _vramlint.unknown("what a data loader yields is not known before the program runs")


def random_split(dataset, lengths, generator=None):
    return [Subset(dataset, _vramlint.unknown("the parts of a random split are not known")) for _ in lengths]


def get_worker_info():
    return None
