# Neighbours of points are not known.
import _vramlint


class cKDTree:
    def __init__(self, data, *args, **options):
        self.data = data

    def query(self, x, k=1, *args, **options):
        from numpy._array import asarray, made
        shape = asarray(x).shape_[:-1] + (() if k == 1 else (k,))
        return made(None, shape, "float64"), made(None, shape, "int64")

    def query_ball_point(self, x, r, *args, **options):
        return _vramlint.unknown("the neighbours of points are not known")


KDTree = cKDTree


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError("module 'scipy.spatial' has no attribute '" + name + "'")
    return _vramlint.unknown("scipy.spatial." + name + " is not modelled")
