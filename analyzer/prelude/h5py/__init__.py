"""Files of HDF5: what one holds is not known."""
import _vramlint
from vramlint_data import array_in


def _held(name, key=None):
    name = f"the HDF5 file `{name}`" if _vramlint.is_known(name) and isinstance(name, str) else "an HDF5 file"
    return _vramlint.unknown(f"what {name} holds is not known")


def _from_root(key):
    return key.lstrip("/") if _vramlint.is_known(key) and isinstance(key, str) else key


class Group:
    def __init__(self, name):
        self.name = "/"
        self.filename = name
        self.attrs = _held(name)

    def __getitem__(self, key):
        found = array_in(self.filename, _from_root(key))
        return _held(self.filename) if found is None else found

    def get(self, key, default=None, **options):
        return self[key]

    def __contains__(self, key):
        return _held(self.filename)

    def __len__(self):
        return _held(self.filename)

    def __iter__(self):
        return _held(self.filename)

    keys = values = items = __iter__

    def visit(self, func):
        return None

    visititems = visit

    def create_dataset(self, name, *args, **options):
        return _held(self.filename)

    require_dataset = create_group = require_group = create_dataset

    def __setitem__(self, key, value):
        return None

    def __delitem__(self, key):
        return None


class File(Group):
    def __init__(self, name, mode="r", *args, **options):
        super().__init__(name)
        self.mode = mode

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        return None

    def close(self):
        return None

    flush = close


class Dataset:
    pass


def special_dtype(**options):
    return _vramlint.unknown("types of HDF5 files are not modelled")


string_dtype = vlen_dtype = special_dtype


def is_hdf5(name):
    return True
