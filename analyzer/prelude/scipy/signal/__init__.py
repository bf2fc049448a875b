# Signals: what is asked of them is not known.
import _vramlint


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError("module 'scipy.signal' has no attribute '" + name + "'")
    return _vramlint.unknown("scipy.signal." + name + " is not modelled")
