from numpy.linalg import LinAlgError, cholesky, det, eig, eigh, eigvals, eigvalsh, inv, lstsq, norm, pinv, qr, solve, svd
from numpy._array import asarray, made


def expm(A):
    A = asarray(A)
    return made(None, A.shape_, "float64")


sqrtm = logm = expm


def block_diag(*arrays):
    arrays = [asarray(one) for one in arrays]
    return made(None, (sum([one.shape_[0] for one in arrays]), sum([one.shape_[1] for one in arrays])), "float64")
