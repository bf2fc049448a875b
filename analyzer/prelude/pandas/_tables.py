# A table: how many rows and columns it has may be known, what it holds is not. Numbers are taken to be of 64 bits.
import _vramlint
from numpy._array import made
from numpy._sizes import known_of, may_be, some

from pandas._columns import HELD, Series, column, held, rows_of


class _Rows:
    """`.iloc` and `.loc`: by rows, then by columns."""

    def __init__(self, table):
        self._table = table

    def __getitem__(self, key):
        rows, columns = key if _vramlint.is_known(key) and isinstance(key, tuple) and len(key) == 2 else (key, slice(None))
        part, rows = self._table._of_columns(columns), self._numbered(rows)
        if not isinstance(part, DataFrame):
            return part[rows] if isinstance(part, Series) else part
        length = rows_of(rows, part._rows)
        return column(part._width, name=None) if length is None else table(length, part._width, part._names)

    def __setitem__(self, key, value):
        if _vramlint.is_known(key) and isinstance(key, tuple) and isinstance(key[-1], str):
            self._table[key[-1]] = value

    def _numbered(self, rows):
        return rows


class _Labelled(_Rows):
    """To the last one that is named, which counts."""

    def _numbered(self, rows):
        is_part = _vramlint.is_known(rows) and isinstance(rows, slice)
        return slice(rows.start, rows.stop + 1) if is_part and _vramlint.is_number(rows.stop) else rows


_SAME = ("fillna", "ffill", "bfill", "astype", "copy", "clip", "round", "abs", "shift", "diff", "replace", "sort_values",
         "sort_index", "cumsum", "interpolate", "isna", "isnull", "notna", "notnull", "applymap", "map", "infer_objects",
         "convert_dtypes", "apply")
_FEWER = ("dropna", "drop_duplicates", "query", "nlargest", "nsmallest", "filter")
_BY_COLUMN = ("mean", "std", "var", "median", "min", "max", "sum", "quantile", "nunique", "count", "any", "all", "dtypes")
_NOTHING = ("to_csv", "to_pickle", "to_excel", "to_parquet", "to_json", "to_hdf", "info", "plot", "hist", "insert")


class _Names(list):
    """Columns by their names, of which nobody may know what they are but how many."""

    values = property(lambda self: self)
    shape = property(lambda self: (len(self),))

    def tolist(self):
        return list(self)

    to_list = tolist

    def drop(self, labels, errors="raise"):
        left = list(self)
        for name in labels if isinstance(labels, (list, tuple)) else [labels]:
            left.remove(name)
        return _Names(left)

    def get_loc(self, key):
        return self.index(key)


def _names_of(table):
    if table._names is not None:
        return _Names(table._names)
    width = table._width
    return _Names([held() for _ in range(width)]) if _vramlint.is_known(width) and width <= _MOST_NAMED else held()


_MOST_NAMED = 4096


class DataFrame:
    def __init__(self, data=None, index=None, columns=None, dtype=None, copy=None):
        rows, width, names = _read(data, index)
        if columns is not None:
            names = list(columns) if _vramlint.is_known(columns) else None
            width = some("how many columns a table has is not known") if names is None else len(names)
        self._fill(rows, width, names)

    def _fill(self, rows, width, names):
        self.__dict__.update(_rows=rows, _width=width, _names=names)

    columns = property(lambda self: _names_of(self))
    index = property(lambda self: column(self._rows, "int64"))
    shape = property(lambda self: (self._rows, self._width))
    size = property(lambda self: self._rows * self._width)
    ndim = property(lambda self: 2)
    iloc = property(_Rows)
    loc = ix = property(_Labelled)
    at = iat = property(lambda self: held())
    values = property(lambda self: made(None, (self._rows, self._width), "float64"))
    T = property(lambda self: table(self._width, self._rows))

    @columns.setter
    def columns(self, names):
        self.__dict__["_names"] = list(names) if _vramlint.is_known(names) else None

    def to_numpy(self, dtype=None, copy=False, na_value=None):
        return self.values if dtype is None else self.values.astype(dtype)

    def __array__(self, dtype=None, copy=None):
        return self.to_numpy(dtype)

    def __len__(self):
        return self._rows

    def __iter__(self):
        return iter(self.columns)

    def __contains__(self, name):
        return name in self._names if self._names is not None else held()

    keys = __iter__

    def _of_columns(self, key):
        if not _vramlint.is_known(key):
            return table(self._rows, some("how many columns a table has is not known"))
        if isinstance(key, slice):
            width = rows_of(key, self._width)
            numbered = self._names is not None and not isinstance(key.start, str) and not isinstance(key.stop, str)
            return table(self._rows, width, self._names[key] if numbered and _vramlint.is_known(width) else None)
        if isinstance(key, list):
            named = all([_vramlint.is_known(name) and isinstance(name, str) for name in key])
            return table(self._rows, len(key), list(key) if named else None)
        return column(self._rows, name=key)

    def __getitem__(self, key):
        if _vramlint.is_known(key) and (isinstance(key, slice) or hasattr(key, "dtype")):
            return table(rows_of(key, self._rows), self._width, self._names)
        if _vramlint.is_known(key) and isinstance(key, DataFrame):
            return self.copy()
        return self._of_columns(key)

    def __setitem__(self, key, value):
        if not _vramlint.is_known(key):
            return
        if may_be(self._rows, 0) and self._width == 0 and hasattr(value, "__len__"):
            self.__dict__["_rows"] = len(value)
        for name in key if isinstance(key, list) else [key]:
            if self._names is not None and name not in self._names:
                self._fill(self._rows, self._width + 1, self._names + [name])

    def get(self, key, default=None):
        return self[key]

    def pop(self, item):
        taken = self[item]
        without = self.drop(columns=[item])
        self._fill(without._rows, without._width, without._names)
        return taken

    def drop(self, labels=None, axis=0, index=None, columns=None, inplace=False, **options):
        if columns is None and axis in (1, "columns"):
            columns = labels
        if columns is None:
            return self._given_back(table(some(HELD), self._width, self._names), inplace)
        gone = columns if isinstance(columns, (list, tuple)) else [columns]
        names = None if self._names is None else [name for name in self._names if name not in gone]
        width = max(self._width - len(gone), 0) if names is None else len(names)
        return self._given_back(table(self._rows, width, names), inplace)

    def _given_back(self, made_anew, inplace):
        if not inplace:
            return made_anew
        self._fill(made_anew._rows, made_anew._width, made_anew._names)
        return None

    def rename(self, mapper=None, columns=None, inplace=False, **options):
        names = self._names
        if names is not None and isinstance(columns, dict):
            names = [columns.get(name, name) for name in names]
        return self._given_back(table(self._rows, self._width, names), inplace)

    def reset_index(self, level=None, drop=False, inplace=False, **options):
        width = self._width if drop else self._width + 1
        return self._given_back(table(self._rows, width, self._names if drop else None), inplace)

    def set_index(self, keys, drop=True, inplace=False, **options):
        gone = keys if isinstance(keys, list) else [keys]
        return self._given_back(self.drop(columns=gone) if drop else self.copy(), inplace)

    def head(self, n=5):
        return self[:n]

    def tail(self, n=5):
        return self[-n:]

    def sample(self, n=None, frac=None, **options):
        return table(n if n is not None else self._rows if frac in (1, 1.0) else some(HELD), self._width, self._names)

    def __getattr__(self, name):
        if name in _SAME:
            return lambda *args, **options: self._given_back(table(self._rows, self._width, self._names),
                                                             options.get("inplace", False))
        if name in _FEWER:
            return lambda *args, **options: self._given_back(table(some(HELD), self._width, self._names),
                                                             options.get("inplace", False))
        if name in _BY_COLUMN:
            return lambda *args, **options: column(self._width)
        if name in _NOTHING:
            return lambda *args, **options: None
        if name.startswith("_"):
            raise AttributeError(name)
        if self._names is not None and name in self._names:
            return column(self._rows, name=name)
        if name in ("merge", "join", "groupby", "pivot", "pivot_table", "melt", "stack", "unstack", "iterrows", "itertuples",
                    "items", "to_dict", "to_records", "describe", "corr", "resample", "rolling", "assign", "explode", "empty"):
            return _vramlint.unknown(f"what `{name}` makes of a table is not known")
        if self._names is None:
            return column(self._rows, name=name)
        raise AttributeError(f"'DataFrame' object has no attribute '{name}'")


def table(rows, width, names=None):
    made_anew = object.__new__(DataFrame)
    made_anew._fill(rows, width, names)
    return made_anew


def unread(names=None, rows=None):
    """What a file holds."""
    width = some("how many columns a table has is not known", 1) if names is None else len(names)
    return table(some("how many rows a table has is not known") if rows is None else rows, width, names)


def _read(data, index):
    if not _vramlint.is_known(data):
        return some(HELD), some(HELD), None
    if data is None:
        return (0 if index is None else len(index)), 0, []
    if isinstance(data, DataFrame):
        return data._rows, data._width, data._names
    if isinstance(data, dict):
        lengths = [len(value) for value in data.values() if hasattr(value, "__len__") and not isinstance(value, str)]
        return (lengths[0] if lengths else 1), len(data), list(data)
    if hasattr(data, "shape"):
        return data.shape[0], (data.shape[1] if len(data.shape) > 1 else 1), None
    return len(data), _width_of(data), None


def _width_of(rows):
    first = rows[0] if isinstance(rows, (list, tuple)) and len(rows) else None
    return len(first) if _vramlint.is_known(first) and isinstance(first, (list, tuple, dict)) else 1


def concat(objs, axis=0, **options):
    if not _vramlint.is_known(objs) or isinstance(objs, dict) or not all([isinstance(one, (DataFrame, Series)) for one in objs]):
        return unread()
    objs = [one if isinstance(one, DataFrame) else table(one.length, 1) for one in objs]
    if axis in (0, "index"):
        return table(sum([one._rows for one in objs]), objs[0]._width, objs[0]._names)
    rows = objs[0]._rows
    for one in objs:
        rows = known_of(rows, one._rows)
    return table(rows, sum([one._width for one in objs]))


for _name in "add sub mul truediv floordiv mod pow eq ne lt le gt ge".split():
    for _side in ("", "r"):
        setattr(DataFrame, f"__{_side}{_name}__", lambda self, other: table(self._rows, self._width, self._names))
