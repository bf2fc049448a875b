# What loaders yield where a training loop is run: every batch like the first sample.
from copy import copy

import _run
import _vramlint
import vramlint_follow
from torch.utils.data._datasets import ConcatDataset, Dataset, IterableDataset, Subset
from torch.utils.data._samplers import BatchSampler


_MOST_IDLE = 8  # batches of a loop that does not train, as of a validation
_MOST_ASKED = 1024
_MOST_OF_BATCH = 64  # samples that the program itself puts together


class Batches:
    def __init__(self, loader):
        self._loader = loader
        self._all = _drawn(loader)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._all)

    def __len__(self):
        return len(self._loader)

    def __getattr__(self, name):
        lacks = f"'_SingleProcessDataLoaderIter' object has no attribute '{name}'"
        old = "; PyTorch had it up to 1.12: `torch: \"1.12\"` or `--torch` says that the program runs with that, or an older one"
        raise AttributeError(lacks + old if name == "next" else lacks)


Batches.__name__ = "_SingleProcessDataLoaderIter"
if not _vramlint.torch_at_least(1, 13):
    Batches.next = Batches.__next__


def _drawn(loader):
    samples = _MOST_OF_BATCH if _yields_samples(loader) else 1
    left = vramlint_follow.most_batches * samples
    begun, idle = vramlint_follow.trained(), 0
    count = _count(loader)
    length = count if _vramlint.is_known(count) else None
    number = 0 if _yields_samples(loader) else vramlint_follow.opens()
    if length is not None and 0 < length < left:  # where nothing is in it its files are not at hand
        left = length
    while left > 0:
        batch = _batch(loader)
        vramlint_follow.drew(batch, loader.num_workers, loader.prefetch_factor, length)
        yield batch
        left = left - 1 if _vramlint.is_known(batch) else min(left - 1, 1)
        idle = idle + 1 if vramlint_follow.trained() == begun else -left
        more = 0
        if number and idle > 0 and _vramlint.is_known(batch):
            more = vramlint_follow.goes_on(number, count, left > 0)
            left = max(left, more)
        if idle >= max(_MOST_IDLE, samples) and more == 0:
            break
    if length is None or left > 0:  # whoever goes on asking a generator for them says how many
        for _ in range(_MOST_ASKED if _run.in_generator() else 0):
            yield batch


def _yields_samples(loader):
    """One by one: of these the program makes batches."""
    is_stream = _vramlint.is_known(loader.dataset) and isinstance(loader.dataset, IterableDataset)
    return is_stream and loader.batch_size in (1, None)


def _count(loader):
    """Of its batches; None where nothing says it."""
    if not _vramlint.is_known(loader.dataset):
        return loader.dataset
    if isinstance(loader.dataset, IterableDataset):
        return None
    try:
        return len(loader)
    except Exception:
        return None


def _batch(loader):
    if vramlint_follow.given is not None:
        return vramlint_follow.given()
    try:
        sample = _sample_of(loader)
    except BaseException as error:
        kind = type(error).__name__
        return _vramlint.unknown(str(error) if kind == "UnknownIteration" else f"its data set raises {kind}: {error}")
    size = _at_most_all(loader, _run.likely(_batch_size(loader)))
    if size is None:
        return _without_open(loader.collate_fn(sample))
    if not (_vramlint.is_known(sample) or _vramlint.is_list(sample)):
        return sample
    if not _vramlint.is_known(size):
        return size
    return _without_open(loader.collate_fn(_alike(sample, size)))


def _without_open(batch):
    """A tensor of sizes that only the data tells is not known from here on."""
    if not _vramlint.is_known(batch):
        return batch
    if isinstance(batch, dict):
        for name in list(batch):
            batch[name] = _without_open(batch[name])
    elif type(batch) is list:
        batch[:] = [_without_open(part) for part in batch]
    elif type(batch) is tuple:
        return tuple([_without_open(part) for part in batch])
    why = _vramlint.why_open(batch)
    return batch if _vramlint.is_known(why) else why


def _sample(dataset):
    if not _vramlint.is_known(dataset):
        return dataset
    if isinstance(dataset, IterableDataset):
        return next(iter(dataset))
    if isinstance(dataset, Subset):  # which samples it has may not be known
        return _sample(dataset.dataset)
    if isinstance(dataset, ConcatDataset):
        return _sample(dataset.datasets[0])
    return dataset[0]


def _sample_of(loader):
    try:
        return _sample(loader.dataset)
    except Exception as error:
        if type(error).__name__ == "UnknownIteration" or not _is_drawn(loader):
            raise
        return loader.dataset[_index(loader)]


def _is_drawn(loader):
    """By a sampler of the program's own, whose indices need be no numbers."""
    drawn = loader.batch_sampler if loader._is_own else loader.sampler
    drawn = drawn.sampler if isinstance(drawn, BatchSampler) else drawn
    own = type(drawn).__module__
    return drawn is not None and not own.startswith("torch.") and own != "builtins"


def _index(loader):
    if not loader._is_own or isinstance(loader.batch_sampler, BatchSampler):
        return _first(loader.batch_sampler.sampler if loader._is_own else loader.sampler)
    return _first(_first(loader.batch_sampler))


def _first(indices):
    try:
        return next(iter(indices))
    except Exception:
        return _vramlint.unknown("which samples are drawn is not known before the program runs")


def _batch_size(loader):
    if not loader._is_own:
        return loader.batch_size
    stated = getattr(loader.batch_sampler, "batch_size", None)
    return _count_in_first(loader.batch_sampler) if stated is None else stated


def _at_most_all(loader, size):
    """A data set that is smaller than a batch is one batch."""
    if loader._is_own or loader.drop_last or not _is_counted(size):
        return size
    try:
        count = len(loader.sampler)
    except Exception:
        return size
    if not _is_counted(count) or not 0 < count < size or _lists_names(loader.dataset):
        return size
    _vramlint.assume(f"a batch has {count} samples, which are all of the data set, and not the {size} that are asked for")
    return count


def _lists_names(dataset, depth=3):
    """Of files, mostly: where the program trains there may be more of them than at hand."""
    held = getattr(dataset, "__dict__", {})
    for each in list(held.values()) if _vramlint.is_known(held) else []:
        first = each[0] if _vramlint.is_known(each) and isinstance(each, (list, tuple)) and len(each) > 0 else None
        if isinstance(first, (list, tuple)) and len(first) > 0:
            first = first[0]
        if isinstance(first, str) or depth > 0 and isinstance(each, Dataset) and _lists_names(each, depth - 1):
            return True
    return False


def _is_counted(number):
    return _vramlint.is_known(number) and isinstance(number, int)


def _count_in_first(batches):
    first = _first(batches)
    is_batch = _vramlint.is_known(first) and hasattr(first, "__len__")
    return len(first) if is_batch else _vramlint.unknown("how many samples a batch has is not known")


def _alike(sample, size):
    """A batch of one sample, many times."""
    is_taken_apart = _vramlint.is_known(sample) and isinstance(sample, dict)  # `feature.pop("label")`
    return [copy(sample) for _ in range(size)] if is_taken_apart else [sample] * size


def collated(batch):
    """torch/utils/data/_utils/collate.py, default_collate (2.4)."""
    return _stacked(batch[0], len(batch))


def _differs(edge):
    """From sample to sample, between bounds."""
    return not _vramlint.is_known(edge) and _vramlint.is_known(edge < 2 ** 36)


def _stacked(sample, size):
    import torch

    if not _vramlint.is_known(sample):
        return torch.empty([size], dtype=torch.int64, device="cpu") if _vramlint.is_int(sample) else sample
    if isinstance(sample, torch.Tensor):
        if size != 1 and any([_differs(edge) for edge in sample.shape]):
            return _vramlint.unknown("the samples of a batch are not all of one size, as far as that is known")
        place = "cuda" if _vramlint.lies_on_gpu(sample) else "cpu"
        return torch.empty([size, *sample.shape], dtype=sample.dtype, device=place)
    if isinstance(sample, bool) or isinstance(sample, int):
        return torch.empty([size], dtype=torch.int64, device="cpu")
    if isinstance(sample, float):
        return torch.empty([size], dtype=torch.float64, device="cpu")
    if isinstance(sample, str):
        return [sample] * size
    if isinstance(sample, dict):
        return {name: _stacked(value, size) for name, value in sample.items()}
    if isinstance(sample, tuple) and hasattr(sample, "_fields"):
        return type(sample)(*[_stacked(value, size) for value in sample])
    if isinstance(sample, (list, tuple)):
        return [_stacked(value, size) for value in sample]
    if hasattr(sample, "__array__"):
        return _stacked(torch.as_tensor(sample), size)
    raise TypeError("default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found "
                    f"{type(sample)}")

