import _vramlint
from vramlint_data import ARCHIVES, array_in, names_arrays_of, said, unread


class _Variables:
    """What a file of MATLAB's holds: arrays by name."""

    def __init__(self, file):
        self._file = file

    def __getitem__(self, key):
        found = array_in(self._file, key)
        return unread(self._file) if found is None else found

    def get(self, key, default=None):
        return self[key]

    def __contains__(self, key):
        return True

    def keys(self):
        return unread(self._file)

    __iter__ = values = items = keys


def loadmat(file_name, *args, **options):
    if not names_arrays_of(file_name) and said(file_name, ARCHIVES) is None:
        return unread(file_name)
    return _Variables(file_name)


def savemat(*args, **options):
    return None


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError("module 'scipy.io' has no attribute '" + name + "'")
    return _vramlint.unknown("scipy.io." + name + " is not modelled")
