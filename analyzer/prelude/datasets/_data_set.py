"""Data sets of rows: every row is like the first, and of what is mapped the first rows are made."""
import _run
import _vramlint
from torch.utils.data import Dataset as _TorchDataset

from datasets._rows import Names, Row, as_tensors, field, first, many

_MAPPED = 2  # rows that a function gets at once


class Dataset(_TorchDataset):
    def __init__(self, known=None, is_open=True, length=None, dropped=(), split=None):
        self._known, self._is_open, self._length, self._dropped = dict(known or {}), is_open, length, dropped
        self._transform, self._kind, self._shown, self.split = None, None, None, split
        self._kinds = {}
        self._made = frozenset()  # columns that functions of the program have made
        self._later = None

    # What it has.

    def _row(self):
        """All that is known of the first row."""
        if self._later is not None:
            later, self._later = self._later, None
            made = later()
            self._known, self._is_open, self._length, self._dropped = made._known, made._is_open, made._length, made._dropped
        return self._known

    @classmethod
    def _filed(cls, kinds, split):
        """As its card says; where nobody knows of one, whatever is asked for is there."""
        if kinds is None:
            return cls(split=split)
        made = cls({name: field(name, kind) for name, kind in kinds.items()}, False, None, (), split)
        made._kinds = kinds
        return made

    def _copy(self, known=None, length=None, dropped=None, is_open=None):
        known = dict(self._row()) if known is None else known
        made = type(self)(known, self._is_open if is_open is None else is_open, self._length if length is None else length,
                          self._dropped if dropped is None else dropped, self.split)
        made._transform, made._kind, made._shown = self._transform, self._kind, self._shown
        made._kinds, made._made = dict(self._kinds), self._made
        return made

    def _of(self, name):
        known = self._row()
        if name not in known:
            if not self._is_open or name in self._dropped:
                raise KeyError(f"Column {name} not in the dataset. Current columns in the dataset: {list(known)}")
            known[name] = field(name)
        return known[name]

    @property
    def column_names(self):
        return Names(self._row(), self._is_open, len(self._made) > 0)

    @property
    def features(self):
        from datasets.features import Features

        return Features._of_data_set(self)

    @property
    def num_rows(self):
        return len(self)

    @property
    def shape(self):
        return len(self), len(self.column_names)

    num_columns = property(lambda self: len(self.column_names))
    info = description = cache_files = property(lambda self: _run.unknown("what is filed of a data set is not known"))
    format = property(lambda self: {"type": self._kind, "columns": list(self.column_names), "format_kwargs": {}})

    def __len__(self):
        if self._later is not None:
            self._row()
        if self._length is None:
            return _run.unknown("how many rows a data set has is not known before the program runs")
        return self._length

    # How it is read.

    def _rows(self, number):
        known = {name: [value] * number for name, value in self._row().items()}
        return Row(known, self._is_open, number, self._dropped)

    def _formatted(self, row):
        if self._shown is not None:
            row = {name: row[name] if name in row else self._of(name) for name in self._shown}
        if self._kind in ("torch", "pt", "pytorch"):
            return {name: as_tensors(value) for name, value in row.items()}
        return row

    def __getitem__(self, index):
        if _run.is_known(index) and isinstance(index, str):
            if self._length is not None and _run.is_known(self._length):
                return [self._of(index)] * self._length
            return many(self._of(index))
        if _run.is_known(index) and isinstance(index, (slice, list, tuple, range)):
            number = _MAPPED if isinstance(index, slice) else len(index)
            rows = self._rows(number)
            return self._transform(rows) if self._transform is not None else rows
        if self._transform is not None:
            return {name: first(value) for name, value in self._transform(self._rows(1)).items()}
        return self._formatted(Row(self._row(), self._is_open, None, self._dropped))

    def __iter__(self):
        yield self[0]  # all rows are alike, and there is one
        for _ in _run.unknown("how many rows a data set has is not known") if not _run.is_known(len(self)) else range(1, len(self)):
            yield self[0]

    # What is made of it.

    def _mapped(self, function, batched, with_indices, with_rank, input_columns, batch_size, remove_columns, fn_kwargs):
        number = _MAPPED if batch_size is None or not _run.is_known(batch_size) else max(1, min(_MAPPED, batch_size))
        given = self._rows(number) if batched else Row(self._row(), self._is_open, None, self._dropped)
        if input_columns is None:
            handed = [given]
        else:
            handed = [given[name] for name in ([input_columns] if isinstance(input_columns, str) else input_columns)]
        if with_indices:
            handed.append(list(range(number)) if batched else 0)
        if with_rank:
            handed.append(0)
        made = function(*handed, **(fn_kwargs or {}))
        if made is None:
            return self._copy()
        if not _run.is_known(made):
            return type(self)({}, True, None, (), self.split)
        asked = {name: (value[0] if batched else value) for name, value in dict.items(given)}
        return self._with(asked, {name: first(value) if batched else value for name, value in made.items()}, remove_columns,
                          self._length if not batched or all([_counts(value, number) for value in made.values()]) else None)

    def _with(self, asked, made, remove_columns, length):
        removed = _listed(remove_columns)
        kept = {**self._row(), **asked}
        kept = {} if removed is None else {name: value for name, value in kept.items() if name not in removed}
        is_open = self._is_open and removed is not None
        result = self._copy({**kept, **made}, None, tuple([*self._dropped, *(removed or ())]), is_open)
        result._length, result._transform, result._kind, result._shown = length, None, None, None
        result._made = self._made | set(made)
        return result

    def map(self, function=None, with_indices=False, with_rank=False, input_columns=None, batched=False, batch_size=1000,
            drop_last_batch=False, remove_columns=None, *args, fn_kwargs=None, **options):
        if function is None:
            return self.remove_columns(remove_columns or [])
        return self._mapped(function, batched, with_indices, with_rank, input_columns, batch_size, remove_columns, fn_kwargs)

    def filter(self, function=None, *args, **options):
        made = self._copy()
        made._length = None
        return made

    def select(self, indices, *args, **options):
        made = self._copy()
        made._length = len(indices)
        return made

    def shuffle(self, *args, **options):
        return self._copy()

    sort = flatten_indices = with_rank = repeat = shuffle

    def take(self, n):
        return self.select(range(n))

    def skip(self, n):
        return self.filter()

    def shard(self, num_shards, index, *args, **options):
        return self.filter()

    def flatten(self, *args, **options):
        return self._copy()

    def train_test_split(self, *args, **options):
        from datasets import DatasetDict

        return DatasetDict({"train": self.filter(), "test": self.filter()})

    def remove_columns(self, column_names, *args, **options):
        removed = _listed(column_names)
        if removed is None and not self._made:
            return self._copy()
        if removed is None:  # those that the program's functions have made are what is left of it
            return self._copy({name: value for name, value in self._row().items() if name in self._made})
        return self._copy({name: value for name, value in self._row().items() if name not in removed}, None,
                          tuple([*self._dropped, *removed]))

    def select_columns(self, column_names, *args, **options):
        names = [column_names] if isinstance(column_names, str) else list(column_names)
        return self._copy({name: self._of(name) for name in names}, is_open=False)

    def rename_column(self, original_column_name, new_column_name, *args, **options):
        return self.rename_columns({original_column_name: new_column_name})

    def rename_columns(self, column_mapping, *args, **options):
        known = dict(self._row())
        for old, new in column_mapping.items():
            known[new] = self._of(old)
            known.pop(old, None)
        return self._copy(known, None, tuple([name for name in [*self._dropped, *column_mapping] if name not in known]))

    def add_column(self, name, column, *args, **options):
        return self._copy({**self._row(), name: first(column)})

    def cast_column(self, column, feature, *args, **options):
        from datasets.features import read_as

        return self._copy({**self._row(), column: read_as(feature, self, column)})

    def cast(self, features, *args, **options):
        made = self
        for name in features:
            made = made.cast_column(name, features[name])
        return made

    def class_encode_column(self, column, *args, **options):
        return self.cast_column(column, "label")

    def set_transform(self, transform, columns=None, *args, **options):
        self._row()
        self._transform, self._shown = transform, None

    def with_transform(self, transform, *args, **options):
        made = self._copy()
        made.set_transform(transform)
        return made

    def set_format(self, type=None, columns=None, *args, **options):
        self._row()
        self._transform, self._kind, self._shown = None, type, None if columns is None else list(columns)

    def with_format(self, type=None, columns=None, *args, **options):
        made = self._copy()
        made.set_format(type, columns)
        return made

    def reset_format(self):
        self.set_format()

    def unique(self, column):
        return many(self._of(column), f"how many values the column `{column}` has is not known")

    def iter(self, batch_size, *args, **options):
        for _ in _run.unknown("how many rows a data set has is not known"):
            yield self._rows(batch_size)

    def to_dict(self):
        return {name: self[name] for name in self.column_names}

    def to_list(self):
        return many(self[0])

    def to_iterable_dataset(self, *args, **options):
        from datasets import IterableDataset

        return IterableDataset(self._row(), self._is_open, None, self._dropped, self.split)

    def to_pandas(self, *args, **options):
        return _run.unknown("what a table of a data set holds is not known")

    def save_to_disk(self, *args, **options):
        return None

    push_to_hub = to_json = to_csv = to_parquet = cleanup_cache_files = save_to_disk

    # What it is made of.

    @classmethod
    def from_dict(cls, mapping, *args, **options):
        if not _run.is_known(mapping):
            return cls()
        columns = list(mapping.values())
        return cls({name: first(value) for name, value in mapping.items()}, False, len(columns[0]) if columns else 0)

    @classmethod
    def from_list(cls, mapping, *args, **options):
        return cls() if not _run.is_known(mapping) else cls(mapping[0], False, len(mapping))

    @classmethod
    def from_generator(cls, generator, *args, gen_kwargs=None, **options):
        row = next(iter(generator(**(gen_kwargs or {}))))
        return cls(row, False) if _run.is_known(row) else cls()

    @classmethod
    def from_file(cls, *args, **options):
        return cls()

    from_pandas = from_csv = from_json = from_parquet = from_text = load_from_disk = from_file


def _listed(names):
    """None where it may be all of them."""
    if names is None or (_run.is_known(names) and isinstance(names, str)):
        return [] if names is None else [names]
    if not _run.is_known(names) or getattr(names, "is_open", False) or not all([_run.is_known(name) for name in names]):
        return None
    return list(names)


def _counts(value, number):
    return _run.is_known(value) and hasattr(value, "__len__") and _run.is_known(len(value)) and len(value) == number
