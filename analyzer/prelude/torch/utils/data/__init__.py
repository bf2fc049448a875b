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


class DistributedSampler(Sampler):
    def __init__(self, dataset, *args, **kwargs):
        super().__init__(dataset)

    def set_epoch(self, epoch):
        return None


class DataLoader:
    def __init__(self, dataset, batch_size=1, shuffle=None, **options):
        if batch_size is not None and batch_size <= 0:
            raise ValueError(f"batch_size should be a positive integer value, but got batch_size={batch_size}")
        self.dataset = dataset
        self.batch_size = batch_size

    def __iter__(self):
        return _vramlint.unknown("what a data loader yields is not known before the program runs")

    def __len__(self):
        return _vramlint.unknown("the length of a data set is not known before the program runs")


def random_split(dataset, lengths, generator=None):
    return [Subset(dataset, _vramlint.unknown("the parts of a random split are not known")) for _ in lengths]


def get_worker_info():
    return None
