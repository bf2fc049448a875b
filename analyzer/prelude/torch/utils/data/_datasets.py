# Data sets, as torch/utils/data/dataset.py has them (1.13 to 2.4).
import _vramlint


class Dataset:
    def __getitem__(self, index):
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other):
        return ConcatDataset([self, other])


class IterableDataset(Dataset):
    def __add__(self, other):
        return ChainDataset([self, other])


class TensorDataset(Dataset):
    def __init__(self, *tensors):
        assert all(tensor.size(0) == tensors[0].size(0) for tensor in tensors), "Size mismatch between tensors"
        self.tensors = tensors

    def __len__(self):
        return self.tensors[0].size(0)

    def __getitem__(self, index):
        return tuple(tensor[index] for tensor in self.tensors)


class StackDataset(Dataset):
    def __init__(self, *args, **kwargs):
        self.datasets = args if args else kwargs

    def __len__(self):
        return len(self.datasets[0] if isinstance(self.datasets, tuple) else list(self.datasets.values())[0])

    def __getitem__(self, index):
        if isinstance(self.datasets, dict):
            return {key: dataset[index] for key, dataset in self.datasets.items()}
        return tuple(dataset[index] for dataset in self.datasets)


class ConcatDataset(Dataset):
    def __init__(self, datasets):
        self.datasets = list(datasets)
        assert len(self.datasets) > 0, "datasets should not be an empty iterable"

    @property
    def cumulative_sizes(self):
        sizes, total = [], 0
        for dataset in self.datasets:
            total = total + len(dataset)
            sizes.append(total)
        return sizes

    def __len__(self):
        return sum(len(dataset) for dataset in self.datasets)

    def __getitem__(self, index):
        if index < 0:
            index = index + len(self)
        for dataset in self.datasets:
            if index < len(dataset):
                return dataset[index]
            index = index - len(dataset)
        raise ValueError("absolute value of index should not exceed dataset length")


class ChainDataset(IterableDataset):
    def __init__(self, datasets):
        self.datasets = datasets

    def __iter__(self):
        for dataset in self.datasets:
            yield from dataset

    def __len__(self):
        return sum(len(dataset) for dataset in self.datasets)


class Subset(Dataset):
    def __init__(self, dataset, indices):
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, index):
        if isinstance(index, list):
            return self.dataset[[self.indices[i] for i in index]]
        return self.dataset[self.indices[index]]

    def __len__(self):
        return len(self.indices)


def _whole_parts(lengths, count):
    # Fractions: each part rounded down, and what is left one by one from the first.
    parts = [int(count * fraction) for fraction in lengths]
    for i in range(count - sum(parts)):
        parts[i % len(parts)] += 1
    return parts


def random_split(dataset, lengths, generator=None):
    count = len(dataset)
    if not _vramlint.is_known(count) or not all(_vramlint.is_known(length) for length in lengths):
        return [Subset(dataset, _vramlint.unknown("the parts of a random split are not known")) for _ in lengths]
    if lengths and abs(sum(lengths) - 1) < 1e-9 and sum(lengths) <= 1:
        lengths = _whole_parts(lengths, count)
    if sum(lengths) != count:
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    parts, begin = [], 0
    for length in lengths:
        parts.append(Subset(dataset, range(begin, begin + length)))
        begin = begin + length
    return parts
