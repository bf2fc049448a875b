import _vramlint
from _vramlint import unknown


class _Variables:
    """What a file of MATLAB's holds: arrays by name."""

    def __init__(self, file):
        self._file = file

    def __getitem__(self, key):
        from vramlint_data import array_in

        found = array_in(self._file, key)
        return unknown("the contents of a file of arrays are not read") if found is None else found

    def get(self, key, default=None):
        return self[key]

    def __contains__(self, key):
        return True

    def keys(self):
        return unknown("the contents of a file of arrays are not read")

    __iter__ = values = items = keys


def loadmat(file_name, *args, **options):
    from vramlint_data import ARCHIVES, names_arrays_of, said

    if said(file_name, ARCHIVES) is None and not names_arrays_of(file_name):
        return unknown("the contents of a file of arrays are not read")
    return _Variables(file_name)


def savemat(*args, **options):
    return None


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError("module 'scipy.io' has no attribute '" + name + "'")
    return _vramlint.unknown("scipy.io." + name + " is not modelled")
