import _vramlint
from numpy._array import asarray, made


def cdist(XA, XB, metric="euclidean", **options):
    return made(None, (asarray(XA).shape_[0], asarray(XB).shape_[0]), "float64")


def pdist(X, metric="euclidean", **options):
    count = asarray(X).shape_[0]
    return made(None, (count * (count - 1) // 2,), "float64")


def squareform(X, *args, **options):
    X = asarray(X)
    if X.ndim == 2:
        return made(None, (X.shape_[0] * (X.shape_[0] - 1) // 2,), X._dtype)
    count = int((1 + (1 + 8 * X.shape_[0]) ** 0.5) / 2)
    return made(None, (count, count), X._dtype)


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError("module 'scipy.spatial.distance' has no attribute '" + name + "'")
    return _vramlint.unknown("scipy.spatial.distance." + name + " is not modelled")
