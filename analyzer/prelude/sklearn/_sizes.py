import _run
import _vramlint
from numpy._array import asarray, made


def like(X, width=None):
    """A table of numbers like X, of so many columns."""
    X = asarray(X)
    if not _vramlint.is_known(X):
        return X
    name = X._dtype if X._dtype in ("float32", "float64") else "float64"
    return made(None, X.shape_ if width is None else (X.shape_[0], width), name)


def number(*args, **options):
    return _run.number("what is measured of data is not known")
