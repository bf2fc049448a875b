# What is made of other operators; the decompositions themselves are operators (aten/src/ATen/native/LinearAlgebra.cpp
# and BatchLinearAlgebra.cpp of 1.13).
import _vramlint
from torch.autograd import Function

_op = _vramlint.op


def svd(A, full_matrices=True, driver=None):
    return _op("_linalg_svd", A, full_matrices)


def svdvals(A, driver=None):
    return _op("_linalg_svd", A, False)[1]


def eigvalsh(A, UPLO="L"):
    return _op("torch.linalg.eigh", A, UPLO)[0]


def eigvals(A):
    return _op("torch.linalg.eig", A)[0]


def inv_ex(A, check_errors=False):
    return inv(A), A.new_zeros(A.shape[:-2], dtype=_vramlint.dtype_int32)


def cholesky_ex(A, upper=False, check_errors=False):
    return cholesky(A, upper=upper), A.new_zeros(A.shape[:-2], dtype=_vramlint.dtype_int32)



def matrix_power(A, n):
    if n < 0:
        A, n = inv(A), -n
    if n == 0:
        return A.new_zeros(A.shape)
    result = None
    while n > 0:
        if n % 2:
            result = A if result is None else result.matmul(A)
        n = n // 2
        if n > 0:
            A = A.matmul(A)
    return result


def multi_dot(tensors):
    result = tensors[0]
    for tensor in tensors[1:]:
        result = result.matmul(tensor)
    return result


def vecdot(x, y, dim=-1):
    return ((x.conj() if x.is_complex() else x) * y).sum(dim)


def diagonal(A, offset=0, dim1=-2, dim2=-1):
    return A.diagonal(offset, dim1, dim2)


def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, dtype=None):
    if ord == "fro":
        return vector_norm(A, 2, dim, keepdim)
    if ord in (2, -2, "nuc"):
        values = svdvals(A.movedim(tuple(dim), (-2, -1)))
        result = values.sum(-1) if ord == "nuc" else values.amax(-1) if ord == 2 else values.amin(-1)
        return result.unsqueeze(-1).unsqueeze(-1) if keepdim else result
    inner, outer = (dim[0], dim[1]) if abs(ord) == 1 else (dim[1], dim[0])
    sums = vector_norm(A, 1, inner, True)
    result = sums.amax(outer, True) if ord > 0 else sums.amin(outer, True)
    return result if keepdim else result.squeeze(inner).squeeze(outer)


def norm(A, ord=None, dim=None, keepdim=False, dtype=None):
    if ord is None:
        return vector_norm(A, 2, dim, keepdim)
    matrix = isinstance(ord, str) or (isinstance(dim, (tuple, list)) and len(dim) == 2) or (dim is None and A.dim() == 2)
    if matrix:
        return matrix_norm(A, ord, (-2, -1) if dim is None else dim, keepdim)
    return vector_norm(A, ord, dim, keepdim)


def cond(A, p=None):
    if p is None or abs(p) == 2:
        values = svdvals(A)
        return values[..., 0] / values[..., -1]
    return norm(A, p, (-2, -1)) * norm(inv(A), p, (-2, -1))


class _PseudoInverse(Function):
    # One node that keeps the matrix and the result (derivatives.yaml, linalg_pinv, 1.13 to 2.4).
    @staticmethod
    def forward(ctx, A):
        U, S, Vh = svd(A, False)
        result = Vh.mH.matmul((1 / S).unsqueeze(-1) * U.mH)
        ctx.save_for_backward(A, result)
        return result

    @staticmethod
    def backward(ctx, grad):
        A, P = ctx.saved_tensors
        inner = grad.mH.matmul(P)
        outer = inner.matmul(P.mH)
        rest = P.mH.matmul(P).matmul(grad.mH - inner.matmul(A))
        return outer - P.matmul(inner).mH - A.matmul(P).matmul(outer) + rest


def pinv(A, rcond=None, hermitian=False, atol=None, rtol=None):
    return _PseudoInverse.apply(A)


def matrix_rank(A, tol=None, hermitian=False, atol=None, rtol=None):
    return (svdvals(A.detach()) > 0.0).sum(-1)


def lstsq(A, B, rcond=None, driver=None):
    from torch._tensor import return_types
    rows, columns, none = A.size(-2), A.size(-1), A.new_zeros(0)
    if rows < columns:  # the solution of the least norm
        Q, R = qr(A.mT)
        return return_types["lstsq"]((Q.matmul(solve_triangular(R.mT, B, upper=False)), none, none, none))
    Q, R = qr(A)
    residuals = A.new_zeros(tuple(A.shape[:-2]) + (B.size(-1),)) if rows > columns else none
    return return_types["lstsq"]((solve_triangular(R, Q.mT.matmul(B), upper=True), residuals, none, none))


def tensorinv(A, ind=2):
    rows = 1
    for size in A.shape[ind:]:
        rows = rows * size
    return inv(A.reshape(rows, -1)).reshape(tuple(A.shape[ind:]) + tuple(A.shape[:ind]))


def vander(x, N=None):
    columns = x.size(-1) if N is None else N
    ones = x.new_ones(tuple(x.shape) + (1,))
    return _op("cat", [ones, x.unsqueeze(-1).expand(tuple(x.shape) + (columns - 1,)).cumprod(-1)], -1)
