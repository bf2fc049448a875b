import _vramlint
from numpy.linalg import LinAlgError, cholesky, det, eig, eigh, eigvals, eigvalsh, inv, lstsq, norm, pinv, solve, svd
from numpy._array import asarray, made, real


def expm(A):
    A = asarray(A)
    return made(None, A.shape_, "float64")


cosm = sinm = expm


def sqrtm(A, disp=True, blocksize=64):
    """Without disp the error comes beside it (scipy/linalg/_matfuncs.py, 1.10); so it does of logm and signm."""
    return expm(A) if disp else (expm(A), _vramlint.unknown("how far off a matrix function is depends on its elements"))


def logm(A, disp=True):
    return sqrtm(A, disp)


signm = logm


def _sizes(a):
    rows, columns = a.shape_[-2:]
    return rows, columns, rows if rows < columns else columns


def qr(a, overwrite_a=False, lwork=None, mode="full", pivoting=False, check_finite=True):
    a = asarray(a)
    if not _vramlint.is_known(a):
        return a, a, a
    rows, columns, small = _sizes(a)
    inner, name = small if mode == "economic" else rows, real(a._dtype)
    r = made(None, (inner, columns), name)
    found = (r,) if mode == "r" else (made(None, (rows, inner), name), r)
    return found + (made(None, (columns,), "int32"),) if pivoting else found


def rq(a, overwrite_a=False, lwork=None, mode="full", check_finite=True):
    a = asarray(a)
    rows, columns, small = _sizes(a)
    inner, name = small if mode == "economic" else columns, real(a._dtype)
    r = made(None, (rows, inner), name)
    return r if mode == "r" else (r, made(None, (inner, columns), name))


def lu(a, permute_l=False, overwrite_a=False, check_finite=True, p_indices=False):
    a = asarray(a)
    rows, columns, small = _sizes(a)
    name = real(a._dtype)
    lower, upper = made(None, (rows, small), name), made(None, (small, columns), name)
    if permute_l:
        return lower, upper
    return made(None, (rows,) if p_indices else (rows, rows), "int32" if p_indices else name), lower, upper


def lu_factor(a, overwrite_a=False, check_finite=True):
    a = asarray(a)
    return made(None, a.shape_, real(a._dtype)), made(None, (_sizes(a)[2],), "int32")


def schur(a, output="real", **options):
    a = asarray(a)
    name = real(a._dtype)
    return made(None, a.shape_, name), made(None, a.shape_, name)


def cho_factor(a, lower=False, **options):
    a = asarray(a)
    return made(None, a.shape_, real(a._dtype)), lower


def solve_triangular(a, b, *args, **options):
    return solve(a, b)


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
