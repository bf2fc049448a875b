"""Data sets of the hub, and others of rows, as far as the sizes of what is read go."""
import _run
import _vramlint
import torch.utils.data as _torch_data
from datasets import features
from datasets._data_set import Dataset
from datasets._known import columns_of
from datasets.features import (Array2D, Array3D, Array4D, Array5D, Audio, ClassLabel, Features, Image, LargeList, List, Sequence,
                               Translation, Value)

__version__ = "4.4.1"


class IterableDataset(Dataset, _torch_data.IterableDataset):
    n_shards = num_shards = property(lambda self: _run.unknown("how many parts a data set has is not known"))

    def __len__(self):
        raise TypeError("object of type 'IterableDataset' has no len()")

    def __iter__(self):
        yield self[0]
        for _ in _run.unknown("how many rows a data set has is not known"):
            yield self[0]

    def set_epoch(self, epoch):
        return None


class DatasetDict(dict):
    """By split: those of the hub mostly have these."""

    _kind, _kinds, _is_open = Dataset, None, False

    def _each(self, name, *args, **options):
        made = type(self)({split: getattr(data, name)(*args, **options) for split, data in self.items()})
        made._is_open = self._is_open
        return made

    def __missing__(self, split):
        if not self._is_open:
            raise KeyError(split)
        self[split] = self._kind._filed(self._kinds, split)
        return self[split]

    def map(self, *args, **options):
        made = {}
        for split, data in self.items():
            if split == "train" or isinstance(data, IterableDataset):
                made[split] = data.map(*args, **options)
            else:
                made[split] = _later(data, args, options)
        made = type(self)(made)
        made._is_open = self._is_open
        return made

    def set_transform(self, *args, **options):
        for data in self.values():
            data.set_transform(*args, **options)

    def set_format(self, *args, **options):
        for data in self.values():
            data.set_format(*args, **options)

    @property
    def column_names(self):
        return {split: data.column_names for split, data in self.items()}

    @property
    def num_rows(self):
        return {split: len(data) for split, data in self.items()}

    def save_to_disk(self, *args, **options):
        return None

    push_to_hub = cleanup_cache_files = save_to_disk

    @classmethod
    def load_from_disk(cls, *args, **options):
        return _splits(cls)


def _each_of(name):
    return lambda self, *args, **options: self._each(name, *args, **options)


for _name in ("filter shuffle sort remove_columns rename_column rename_columns cast cast_column class_encode_column with_format "
              "with_transform select_columns select flatten").split():
    setattr(DatasetDict, _name, _each_of(_name))


class IterableDatasetDict(DatasetDict):
    _kind = IterableDataset


def _later(data, args, options):
    made = Dataset(split=data.split)
    made._later = lambda: data.map(*args, **options)
    return made


def _splits(kind, kinds=None):
    made = kind({split: kind._kind._filed(kinds, split) for split in ("train", "validation", "test")})
    made._is_open, made._kinds = True, kinds
    return made


def load_dataset(path, name=None, data_dir=None, data_files=None, split=None, *args, streaming=False, **options):
    kind = IterableDataset if _run.is_known(streaming) and streaming else Dataset
    kinds = columns_of(path, name) if _run.is_known(path) and _run.is_known(name) else None
    if _run.is_known(split) and isinstance(split, (list, tuple)):
        return [kind._filed(kinds, each) for each in split]
    if not _run.is_known(split) or split is not None:
        return kind._filed(kinds, split)
    made = _splits(IterableDatasetDict if kind is IterableDataset else DatasetDict, kinds)
    if _run.is_known(data_files) and isinstance(data_files, dict):
        kept = type(made)({split: made[split] for split in data_files})
        return kept
    return made


def load_from_disk(dataset_path, *args, **options):
    _vramlint.assume("what lies in a folder of a data set is not known: it is taken to have splits, if the program takes one")
    return _SplitsOrRows(split=None)


class _SplitsOrRows(Dataset):
    def __getitem__(self, index):
        if _run.is_known(index) and index in ("train", "validation", "test", "val", "valid"):
            return Dataset(split=index)
        return Dataset.__getitem__(self, index)

    def __contains__(self, split):
        return split in ("train", "validation", "test")


def concatenate_datasets(dsets, *args, **options):
    made = dsets[0]._copy()
    lengths = [len(each) for each in dsets]
    made._length = sum(lengths) if all([_run.is_known(length) for length in lengths]) else None
    return made


def interleave_datasets(datasets, *args, **options):
    return datasets[0]._copy()


class Split:
    TRAIN, VALIDATION, TEST, ALL = "train", "validation", "test", "all"


def load_metric(path, *args, **options):
    import evaluate

    return evaluate.load(path)


def get_dataset_config_names(path, *args, **options):
    return _run.unknown("which configurations a data set has is filed with it")


get_dataset_split_names = get_dataset_infos = load_dataset_builder = get_dataset_config_names


def disable_caching():
    return None


enable_caching = disable_progress_bar = enable_progress_bar = disable_progress_bars = enable_progress_bars = disable_caching
set_caching_enabled = disable_caching


class DownloadConfig:
    def __init__(self, **options):
        self.__dict__.update(options)


class DownloadMode:
    REUSE_DATASET_IF_EXISTS, REUSE_CACHE_IF_EXISTS, FORCE_REDOWNLOAD = "reuse", "cache", "force"
