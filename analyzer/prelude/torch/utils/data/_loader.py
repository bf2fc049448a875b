# Data is never read: what a loader yields is unknown.
import _vramlint
from torch.utils.data._datasets import IterableDataset
from torch.utils.data._samplers import BatchSampler, RandomSampler, Sampler, SequentialSampler, known_count


def _check_workers(num_workers, timeout, persistent_workers, prefetch_factor):
    if num_workers < 0:
        raise ValueError("num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.")
    if timeout < 0:
        raise ValueError("timeout option should be non-negative")
    unsaid = prefetch_factor is None or (prefetch_factor == 2 and not _vramlint.torch_at_least(2, 0))
    if num_workers == 0 and not unsaid:
        raise ValueError("prefetch_factor option could only be specified in multiprocessing. let num_workers > 0 to enable "
                         "multiprocessing, otherwise set prefetch_factor to None.")
    if persistent_workers and num_workers == 0:
        raise ValueError("persistent_workers option needs num_workers > 0")


def _check_batches(dataset, batch_size, shuffle, sampler, batch_sampler, drop_last):
    if sampler is not None and shuffle:
        raise ValueError("sampler option is mutually exclusive with shuffle")
    is_stream = _vramlint.is_known(dataset) and isinstance(dataset, IterableDataset)
    if is_stream and (shuffle or sampler is not None or batch_sampler is not None):
        raise ValueError("DataLoader with IterableDataset: expected unspecified shuffle, sampler and batch_sampler options")
    if batch_sampler is not None and (batch_size != 1 or shuffle or sampler is not None or drop_last):
        raise ValueError("batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last")
    if batch_size is None and drop_last:
        raise ValueError("batch_size=None option disables auto-batching and is mutually exclusive with drop_last")
    if batch_size is not None and batch_size <= 0:
        raise ValueError(f"batch_size should be a positive integer value, but got batch_size={batch_size}")


class _InfiniteConstantSampler(Sampler):
    def __iter__(self):
        while True:
            yield None


def _sampler(dataset, shuffle):
    if _vramlint.is_known(dataset) and isinstance(dataset, IterableDataset):
        return _InfiniteConstantSampler()
    return RandomSampler(dataset) if _vramlint.is_known(shuffle) and shuffle else SequentialSampler(dataset)


class DataLoader:
    # What it refuses: torch/utils/data/dataloader.py, 1.13 and 2.4.
    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0,
                 collate_fn=None, pin_memory=False, drop_last=False, timeout=0, worker_init_fn=None,
                 multiprocessing_context=None, generator=None, *, prefetch_factor=None, persistent_workers=False,
                 pin_memory_device="", in_order=True):
        _check_workers(num_workers, timeout, persistent_workers, prefetch_factor)
        _check_batches(dataset, batch_size, shuffle, sampler, batch_sampler, drop_last)
        self.dataset = dataset
        self.batch_size = None if batch_sampler is not None else batch_size
        self._is_own = batch_sampler is not None
        self.sampler = _sampler(dataset, shuffle) if sampler is None else sampler
        if batch_sampler is None and batch_size is not None:
            batch_sampler = BatchSampler(self.sampler, batch_size, drop_last)
        self.batch_sampler = batch_sampler
        self.num_workers = num_workers
        self.collate_fn = default_collate if collate_fn is None else collate_fn
        self.pin_memory = pin_memory
        self.drop_last = drop_last
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        self.multiprocessing_context = multiprocessing_context
        self.generator = generator
        self.pin_memory_device = pin_memory_device
        self.in_order = in_order
        self.prefetch_factor = prefetch_factor
        self.persistent_workers = persistent_workers

    def __iter__(self):
        import vramlint_follow

        if vramlint_follow.most_batches:
            from torch.utils.data._batches import Batches

            return Batches(self)
        return _vramlint.unknown("what a data loader yields is not known before the program runs")

    def __len__(self):
        if self._is_own:
            return known_count(len(self.batch_sampler))
        is_stream = _vramlint.is_known(self.dataset) and isinstance(self.dataset, IterableDataset)
        count = known_count(len(self.dataset if is_stream else self.sampler))
        if self.batch_size is None:
            return count
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)


def default_collate(batch):
    import vramlint_follow

    if vramlint_follow.most_batches:
        from torch.utils.data._batches import collated

        return collated(batch)
    return _vramlint.unknown("what a data loader yields is not known before the program runs")


def default_convert(data):
    return _vramlint.unknown("what a data loader yields is not known before the program runs")


def get_worker_info():
    return None
