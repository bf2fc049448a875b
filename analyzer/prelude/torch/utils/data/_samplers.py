# Samplers: how many indices they give; which, the random numbers tell (torch/utils/data/sampler.py and distributed.py).
import math
import sys

import _vramlint


def _is_made_up(count):
    """The one picture of annotations that are not at hand."""
    typical = sys.modules.get("pycocotools._typical")
    return typical is not None and typical.stands_in and _vramlint.is_known(count) and count == 1


def known_count(count):
    """Where only files tell: one sample at least, and more than any program counts to. Accumulation takes them up evenly."""
    if count is None or _vramlint.is_whole(count) and not _is_made_up(count):
        return count
    return _vramlint.between(1, 720720, 2**40, "how many samples the data set has is not known before the program runs")


class Sampler:
    def __init__(self, data_source=None):
        self.data_source = data_source

    def __iter__(self):
        return _vramlint.unknown("which samples are drawn is not known before the program runs")


class SequentialSampler(Sampler):
    def __iter__(self):
        return iter(range(len(self)))

    def __len__(self):
        return known_count(len(self.data_source))


class RandomSampler(Sampler):
    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        super().__init__(data_source)
        self.replacement = replacement
        self._num_samples = num_samples

    @property
    def num_samples(self):
        return known_count(len(self.data_source)) if self._num_samples is None else self._num_samples

    def __len__(self):
        return self.num_samples


class SubsetRandomSampler(Sampler):
    def __init__(self, indices, generator=None):
        super().__init__(None)
        self.indices = indices

    def __len__(self):
        return len(self.indices)


class WeightedRandomSampler(Sampler):
    def __init__(self, weights, num_samples, replacement=True, generator=None):
        if num_samples <= 0:
            raise ValueError(f"num_samples should be a positive integer value, but got num_samples={num_samples}")
        super().__init__(None)
        self.weights = weights
        self.num_samples = num_samples
        self.replacement = replacement

    def __len__(self):
        return self.num_samples


class BatchSampler(Sampler):
    def __init__(self, sampler, batch_size, drop_last):
        if batch_size <= 0:
            raise ValueError(f"batch_size should be a positive integer value, but got batch_size={batch_size}")
        super().__init__(None)
        self.sampler = sampler
        self.batch_size = batch_size
        self.drop_last = drop_last

    def __iter__(self):
        import vramlint_follow

        if not vramlint_follow.most_batches or not _vramlint.is_known(self.batch_size):
            return super().__iter__()
        batch = _vramlint.numbers(self.batch_size, 0, 2**40, "which samples are drawn is not known before the program runs")
        return iter([batch] * vramlint_follow.most_batches)

    def __len__(self):
        count = known_count(len(self.sampler))
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)


class DistributedSampler(Sampler):
    def __init__(self, dataset, num_replicas=None, rank=None, shuffle=True, seed=0, drop_last=False):
        if num_replicas is None or rank is None:
            import torch.distributed as dist
            dist._check_started()
            num_replicas = dist.get_world_size() if num_replicas is None else num_replicas
            rank = dist.get_rank() if rank is None else rank
        if rank >= num_replicas or rank < 0:
            raise ValueError(f"Invalid rank {rank}, rank should be in the interval [0, {num_replicas - 1}]")
        super().__init__(dataset)
        self.dataset = dataset
        self.num_replicas = num_replicas
        self.rank = rank
        self.shuffle = shuffle
        self.seed = seed
        self.drop_last = drop_last

    @property
    def num_samples(self):
        count = known_count(len(self.dataset))
        if self.drop_last:
            return count // self.num_replicas
        return math.ceil(count / self.num_replicas)

    @property
    def total_size(self):
        return self.num_samples * self.num_replicas

    def __len__(self):
        return self.num_samples

    def set_epoch(self, epoch):
        self.epoch = epoch
