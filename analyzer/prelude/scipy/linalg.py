import _vramlint
from numpy.linalg import LinAlgError, cholesky, det, eig, eigh, eigvals, eigvalsh, inv, lstsq, norm, pinv, qr, solve, svd
from numpy._array import asarray, made


def expm(A):
    A = asarray(A)
    return made(None, A.shape_, "float64")


sqrtm = logm = expm


def toeplitz(c, r=None):
    c = asarray(c)
    return made(None, (c.size, c.size if r is None else asarray(r).size), c._dtype)


def circulant(c):
    return toeplitz(c)


def hadamard(n, dtype=int):
    return made(None, (n, n), "int64")


def block_diag(*arrays):
    arrays = [asarray(one) for one in arrays]
    return made(None, (sum([one.shape_[0] for one in arrays]), sum([one.shape_[1] for one in arrays])), "float64")


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError("module 'scipy.linalg' has no attribute '" + name + "'")
    return _vramlint.unknown("scipy.linalg." + name + " is not modelled")
