# scipy.optimize as far as training steps use it: the matching of rows with columns, on the host.
import _vramlint
from numpy._array import made


def linear_sum_assignment(cost_matrix, maximize=False):
    rows, columns = cost_matrix.shape
    count = _vramlint.fewer(rows, columns)
    return made(None, (count,), "int64"), made(None, (count,), "int64")


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError("module 'scipy.optimize' has no attribute '" + name + "'")
    return _vramlint.unknown("scipy.optimize." + name + " is not modelled")
