"""Tables: of what a file holds neither rows nor columns are known, but for the columns that the program names."""
import _vramlint
from numpy._sizes import some
from pandas._columns import HELD, DatetimeIndex, Index, Series, column
from pandas._tables import DataFrame, concat, table, unread
from vramlint_data import ARRAYS, said

__version__ = "2.2.3"
NaT = nan = NA = None
options = _vramlint.unknown("options of pandas change no sizes")


def read_csv(filepath_or_buffer, *args, names=None, usecols=None, index_col=None, nrows=None, **options):
    chosen = usecols if _is_list(usecols) else names if _is_list(names) else None
    named = chosen is not None and all([_vramlint.is_known(name) and isinstance(name, str) for name in chosen])
    if options.get("chunksize") is not None or options.get("iterator"):
        return _vramlint.unknown(HELD)
    read = _stated(filepath_or_buffer, list(chosen) if named else None)
    if chosen is not None and not named:
        read = table(read._rows, len(chosen))
    if index_col is None or index_col is False:
        return read
    return table(read._rows, max(read._width - 1, 0), _without(read._names, index_col))


def _stated(file, names):
    stated = said(file, ARRAYS)
    if stated is None or len(stated[1]) != 2:
        return unread(names)
    rows, width = stated[1]
    return table(rows, len(names) if names is not None else width, names)


def _is_list(value):
    return _vramlint.is_known(value) and isinstance(value, (list, tuple))


def _without(names, index):
    if names is None or not isinstance(index, (int, str)):
        return None
    return [name for at, name in enumerate(names) if index not in (at, name)]


read_table = read_excel = read_parquet = read_feather = read_json = read_fwf = read_hdf = read_sql = read_csv


def read_pickle(*args, **options):
    return _vramlint.unknown(HELD)


def to_datetime(arg, *args, **options):
    if not _vramlint.is_known(arg):
        return arg
    if isinstance(arg, (Series, DataFrame)):
        return column(len(arg))
    return column(arg.shape[0]) if getattr(arg, "shape", None) else _vramlint.unknown(HELD)


to_numeric = to_timedelta = to_datetime


def date_range(start=None, end=None, periods=None, freq=None, **options):
    return column(some("how many dates a range has is not known") if periods is None else periods)


def isna(obj):
    return obj.isna() if isinstance(obj, (Series, DataFrame)) else _vramlint.unknown(HELD)


isnull = notna = notnull = isna


def get_dummies(data, *args, **options):
    return table(len(data), some("how many columns a table has is not known", 1))


def set_option(*args, **options):
    return None


def merge(left, right, *args, **options):
    return unread()
