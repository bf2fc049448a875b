# Rearrangements that PyTorch composes of views and copies (aten/src/ATen/native/TensorShape.cpp,
# TensorTransformations.cpp, LinearAlgebra.cpp of 1.13).
import _vramlint

_op = _vramlint.op


def rot90(input, k=1, dims=(0, 1)):
    first, second = dims
    k = k % 4
    if k == 1:
        return input.flip(second).transpose(first, second)
    if k == 2:
        return input.flip((first, second))
    return input.flip(first).transpose(first, second) if k == 3 else input.clone()


def fliplr(input):
    return input.flip(1)


def flipud(input):
    return input.flip(0)


def hsplit(input, *given, **named):
    return input.tensor_split(*given, dim=0 if input.dim() == 1 else 1, **named)


def vsplit(input, *given, **named):
    return input.tensor_split(*given, dim=0, **named)


def dsplit(input, *given, **named):
    return input.tensor_split(*given, dim=2, **named)


def kron(input, other):
    rank = [input.dim(), other.dim()]
    rank = rank[0] if rank[0] > rank[1] else rank[1]
    a = [1] * (rank - input.dim()) + list(input.shape)
    b = [1] * (rank - other.dim()) + list(other.shape)
    left = input.reshape([part for size in a for part in (size, 1)])
    right = other.reshape([part for size in b for part in (1, size)])
    return (left * right).reshape([x * y for x, y in zip(a, b)])


def block_diag(*tensors):
    tensors = [tensor if tensor.dim() == 2 else tensor.reshape(1, -1) for tensor in tensors]
    result = tensors[0].new_zeros((sum(tensor.size(0) for tensor in tensors), sum(tensor.size(1) for tensor in tensors)))
    row, column = 0, 0
    for tensor in tensors:
        result.narrow(0, row, tensor.size(0)).narrow(1, column, tensor.size(1)).copy_(tensor)
        row, column = row + tensor.size(0), column + tensor.size(1)
    return result


def inner(input, other):
    if input.dim() == 0 or other.dim() == 0:
        return input * other
    return input.matmul(other.transpose(-1, -2)) if other.dim() > 1 else input.matmul(other)


def chain_matmul(*matrices):
    result = matrices[0]
    for matrix in matrices[1:]:
        result = result.mm(matrix)
    return result


def matrix_power(input, n):
    import torch
    return torch.linalg.matrix_power(input, n)


def logdet(input):
    sign, logarithm = input.slogdet()
    return _op("where", sign == -1.0, float("nan"), logarithm)


def pinverse(input, rcond=1e-15):
    import torch
    return torch.linalg.pinv(input)


def svd(input, some=True, compute_uv=True):
    from torch._tensor import return_types
    U, S, Vh = _op("_linalg_svd", input, not some)
    return return_types["svd"]((U, S, Vh.mH))


def _span(A, q, niter, M):
    """Columns that span what A does most (torch/_lowrank.py, get_approximate_basis, 2.4)."""
    import torch

    def times(left, right, mean):
        return left.matmul(right) if mean is None else left.matmul(right) - mean.matmul(right)

    back, mean = None if M is None else M.mH, M
    Q = torch.linalg.qr(times(A, torch.randn(A.shape[-1], q, dtype=A.dtype, device=A.device), mean)).Q
    for _ in range(niter):
        Q = torch.linalg.qr(times(A.mH, Q, back)).Q
        Q = torch.linalg.qr(times(A, Q, mean)).Q
    return Q


def svd_lowrank(A, q=6, niter=2, M=None):
    import torch

    m, n = A.shape[-2:]
    if M is not None:
        M = M.broadcast_to(A.size())
    if m < n:
        A, M = A.mH, None if M is None else M.mH
    Q = _span(A, q, niter, M)
    inside = Q.mH.matmul(A) if M is None else Q.mH.matmul(A) - Q.mH.matmul(M)
    U, S, Vh = torch.linalg.svd(inside, full_matrices=False)
    U, V = Q.matmul(U), Vh.mH
    return (V, S, U) if m < n else (U, S, V)


def pca_lowrank(A, q=None, center=True, niter=2):
    q = min(6, *A.shape[-2:]) if q is None else q
    return svd_lowrank(A - A.mean(dim=-2, keepdim=True) if center else A, q, niter)


def qr(input, some=True):
    return _op("torch.linalg.qr", input, "reduced" if some else "complete")


def cholesky(input, upper=False):
    return _op("torch.linalg.cholesky", input, upper=upper)


def select_scatter(input, src, dim, index):
    result = input.clone()
    result.select(dim, index).copy_(src)
    return result


def slice_scatter(input, src, dim=0, start=None, end=None, step=1):
    result = input.clone()
    index = [slice(None)] * (dim % input.dim()) + [slice(start, end, step)]
    result[tuple(index)].copy_(src)
    return result


def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    result = input.clone()
    result.diagonal(offset, dim1, dim2).copy_(src)
    return result


def index_put(input, indices, values, accumulate=False):
    return input.clone().index_put_(indices, values, accumulate)


def renorm_(input, p, dim, maxnorm):
    return input.copy_(input.renorm(p, dim, maxnorm))


def narrow_copy(input, dim, start, length):
    return input.narrow(dim, start, length).clone()


def sum_to_size(input, *size):
    size = size[0] if len(size) == 1 and not isinstance(size[0], int) else size
    extra = input.dim() - len(size)
    dims = [i for i in range(input.dim()) if i < extra or (size[i - extra] == 1 and input.size(i) != 1)]
    result = input.sum(dims, True) if dims else input
    return result.view(tuple(size))


def float_power(input, exponent):
    wide = _vramlint.dtype_complex128 if input.is_complex() else _vramlint.dtype_float64
    return input.to(wide).pow(exponent)


def ldexp(input, other):
    return input * _op("pow", 2.0, other)


def rsub(input, other, alpha=1):
    return other - (input if alpha == 1 else input * alpha)


def combinations(input, r=2, with_replacement=False):
    count = input.size(0)
    rows = 1
    for i in range(r):
        rows = rows * (count + i if with_replacement else count - i) // (i + 1)
    index = _op("empty", (rows * r,), dtype=_vramlint.dtype_int64, device=input.device)
    return input.index_select(0, index).view(rows, r)


def cumulative_trapezoid(y, x=None, dx=1, dim=-1):
    size = y.size(dim) - 1
    return ((y.narrow(dim, 1, size) + y.narrow(dim, 0, size)) * (dx / 2.0)).cumsum(dim)


def vander(x, N=None, increasing=False):
    import torch
    return torch.linalg.vander(x, N)
