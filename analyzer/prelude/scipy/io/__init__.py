import _vramlint
from _vramlint import unknown


def loadmat(file_name, *args, **options):
    return unknown("the contents of a file of arrays are not read")


def savemat(*args, **options):
    return None


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError("module 'scipy.io' has no attribute '" + name + "'")
    return _vramlint.unknown("scipy.io." + name + " is not modelled")
