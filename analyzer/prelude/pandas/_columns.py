# A column of a table: how long it is may be known, what it holds is not.
import _run
import _vramlint
from numpy._array import made
from numpy._sizes import is_open, known_of, part_of, some

HELD = "what a table holds is not known"


def held():
    return _vramlint.unknown(HELD)


def part_length(part, length):
    """Of the rows that a slice takes."""
    if is_open((length, part.start, part.stop, part.step)):
        return part_of(part, length)
    return len(range(*part.indices(length)))


def rows_of(key, length):
    """How many rows `key` picks; None: a single one."""
    if not _vramlint.is_known(key):
        return None
    if isinstance(key, slice):
        return part_length(key, length) if _are_numbers(key) else some(HELD)
    if isinstance(key, (list, tuple, range)):
        return some(HELD) if key and isinstance(key[0], bool) else len(key)
    if hasattr(key, "dtype") and hasattr(key, "shape"):
        return some(HELD) if str(key.dtype) in ("bool", "object") else key.shape[0]
    return None


def _are_numbers(key):
    return not any([_vramlint.is_known(end) and isinstance(end, str) for end in (key.start, key.stop)])


def _together(left, right):
    return known_of(left.length, right.length) if isinstance(right, Series) else left.length


class _At:
    """`.iloc` and `.loc`: one element, or several."""

    def __init__(self, series):
        self._series = series

    def __getitem__(self, key):
        return self._series[key]

    def __setitem__(self, key, value):
        pass


class _Parts:
    """`.dt` and `.str`: something of every element."""

    def __init__(self, series):
        self._series = series

    def __getitem__(self, key):
        return self._series._like()

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return _Same(self._series) if name not in DATES else self._series._like("int64")


class _Same:
    def __init__(self, series):
        self._series = series

    def __call__(self, *args, **options):
        return self._series._like()


# Of points in time, as int32 (pandas 2) or int64: arithmetic makes float64 of either.
DATES = ("year", "month", "day", "hour", "minute", "second", "microsecond", "weekday", "dayofweek", "day_of_week", "dayofyear",
         "day_of_year", "quarter", "week", "weekofyear", "days", "seconds")
_SAME = ("apply", "map", "fillna", "ffill", "bfill", "astype", "copy", "clip", "round", "abs", "shift", "diff", "replace", "rank",
         "reset_index", "sort_values", "sort_index", "cumsum", "interpolate", "isna", "isnull", "notna", "notnull", "isin", "where",
         "mask", "between", "rename", "infer_objects", "pct_change", "transform", "isocalendar", "normalize", "to_series", "eq", "ne")
_NUMBERS = ("mean", "std", "var", "median", "min", "max", "sum", "prod", "quantile", "nunique", "count", "any", "all", "idxmax",
            "idxmin", "argmax", "argmin", "item", "skew", "kurt")
_FEWER = ("dropna", "unique", "drop_duplicates", "value_counts", "drop", "sample", "mode")


class Series:
    def __init__(self, data=None, index=None, dtype=None, name=None, **options):
        length = 0 if data is None else data.length if isinstance(data, Series) else len(data)
        self._fill(length if _vramlint.is_known(length) or _vramlint.is_number(length) else some(HELD), name=name)

    def _fill(self, length, dtype="float64", name=None):
        self.__dict__.update(length=length, _type=dtype, name=name)

    def _like(self, dtype=None, length=None):
        return column(self.length if length is None else length, dtype or self._type, self.name)

    @property
    def values(self):
        return made(None, (self.length,), self._type)

    def to_numpy(self, dtype=None, copy=False, na_value=None):
        return self.values if dtype is None else self.values.astype(dtype)

    def __array__(self, dtype=None, copy=None):
        return self.to_numpy(dtype)

    @property
    def dtype(self):
        return self.values.dtype

    @property
    def shape(self):
        return (self.length,)

    size = property(lambda self: self.length)
    ndim = property(lambda self: 1)
    iloc = loc = at = iat = property(_At)
    dt = str = property(_Parts)
    index = property(lambda self: column(self.length, "int64"))
    array = T = property(lambda self: self)

    def __len__(self):
        return self.length

    def __iter__(self):
        return held()

    def tolist(self):
        return held()

    to_list = tolist

    def __contains__(self, key):
        return held()

    def __getitem__(self, key):
        length = rows_of(key, self.length)
        return held() if length is None else self._like(length=length)

    def __setitem__(self, key, value):
        pass

    def head(self, n=5):
        return self[:n]

    def tail(self, n=5):
        return self[-n:]

    def __getattr__(self, name):
        if name in DATES:
            return self._like("int64")
        if name in _SAME:
            return _Same(self)
        if name in _FEWER:
            return lambda *args, **options: self._like(length=some(HELD))
        if name in _NUMBERS:
            return lambda *args, **options: _run.number(HELD)
        if name.startswith("_"):
            raise AttributeError(name)
        return _vramlint.unknown(f"`{name}` of a column is not modelled")


class Index(Series):
    pass


class DatetimeIndex(Index):
    pass


def column(length, dtype="float64", name=None):
    made_anew = object.__new__(Series)
    made_anew._fill(length, dtype, name)
    return made_anew


def _arithmetic(dtype):
    def operate(self, other):
        return column(_together(self, other), dtype or self._type)
    return operate


for _name in "add sub mul truediv floordiv mod pow".split():
    setattr(Series, f"__{_name}__", _arithmetic("float64"))
    setattr(Series, f"__r{_name}__", _arithmetic("float64"))
for _name in "eq ne lt le gt ge and or xor".split():
    setattr(Series, f"__{_name}__", _arithmetic("bool"))
for _name in "neg abs invert".split():
    setattr(Series, f"__{_name}__", lambda self: self._like())
