# Functions that PyTorch itself writes in terms of other operators (aten/src/ATen/native of 1.13 to 2.4), or that keep
# for backward what such a composition keeps, and names that say the same as others. The lists at the end say which are
# functions of torch, and which are methods of tensors.
import _vramlint

_op = _vramlint.op


def outer(input, vec2):
    return input.reshape(-1, 1) * vec2


def dot(input, other):
    if input.dim() != 1 or other.dim() != 1:
        raise RuntimeError(f"1D tensors expected, but got {input.dim()}D and {other.dim()}D tensors")
    return _op("matmul", input, other)


def mv(input, vec):
    return _op("matmul", input, vec)


def trace(input):
    return input.diagonal().sum()


def diag(input, diagonal=0):
    if input.dim() == 1:
        return diag_embed(input, diagonal)
    return input.diagonal(diagonal).clone()


def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    size = input.size(-1) + abs(offset)
    result = input.new_zeros(tuple(input.shape[:-1]) + (size, size))
    result.diagonal(offset, -2, -1).copy_(input)
    return result.movedim((-2, -1), (dim1, dim2)) if (dim1, dim2) != (-2, -1) else result


def fill_diagonal_(input, fill_value, wrap=False):
    input.diagonal().fill_(fill_value)
    return input


def diff(input, n=1, dim=-1, prepend=None, append=None):
    parts = [part for part in (prepend, input, append) if part is not None]
    result = _op("cat", parts, dim) if len(parts) > 1 else input
    for _ in range(n):
        size = result.size(dim) - 1
        after, before = result.narrow(dim, 1, size), result.narrow(dim, 0, size)
        result = after != before if result.dtype is _vramlint.dtype_bool else after - before
    return result


def tile(input, *dims):
    dims = dims[0] if len(dims) == 1 and isinstance(dims[0], (list, tuple)) else dims
    return input.repeat((1,) * (input.dim() - len(dims)) + tuple(dims))


def broadcast_to(input, *size):
    return input.expand(*size)


def ravel(input):
    return input.reshape(-1)


def take_along_dim(input, indices, dim=None):
    if dim is None:
        return input.reshape(-1).gather(0, indices.reshape(-1))
    return input.gather(dim, indices)


def tensor_split(input, indices_or_sections, dim=0):
    size = input.size(dim)
    if isinstance(indices_or_sections, int):
        short, longer = size // indices_or_sections, size % indices_or_sections
        ends = [(i + 1) * short + min(i + 1, longer) for i in range(indices_or_sections)]
    else:
        ends = [min(end, size) for end in indices_or_sections] + [size]
    starts = [0] + ends[:-1]
    return tuple(input.narrow(dim, start, max(end - start, 0)) for start, end in zip(starts, ends))


def dist(input, other, p=2):
    return (input - other).norm(p)


def _along(index, input, dim, shape):
    # An index of one dimension, seen as wide as `shape`.
    return index.view([-1 if i == dim % input.dim() else 1 for i in range(input.dim())]).expand(shape)


def index_add(input, dim, index, source, alpha=1):
    return index_add_(input.clone(), dim, index, source, alpha)


def index_add_(input, dim, index, source, alpha=1):
    return input.scatter_add_(dim, _along(index, input, dim, source.shape), source if alpha == 1 else source * alpha)


def index_copy_(input, dim, index, source):
    return input.scatter_(dim, _along(index, input, dim, source.shape), source)


def index_copy(input, dim, index, source):
    return index_copy_(input.clone(), dim, index, source)


def index_fill_(input, dim, index, value):
    shape = [index.numel() if i == dim % input.dim() else size for i, size in enumerate(input.shape)]
    return input.scatter_(dim, _along(index, input, dim, shape), value)


def index_fill(input, dim, index, value):
    return index_fill_(input.clone(), dim, index, value)


def var_mean(input, dim=None, unbiased=True, keepdim=False):
    if dim is None:
        return input.var(unbiased=unbiased), input.mean()
    return input.var(dim, unbiased, keepdim), input.mean(dim, keepdim)


def std_mean(input, dim=None, unbiased=True, keepdim=False):
    if dim is None:
        return input.std(unbiased=unbiased), input.mean()
    return input.std(dim, unbiased, keepdim), input.mean(dim, keepdim)


def tensordot(a, b, dims=2):
    if isinstance(dims, int):
        dims = (list(range(a.dim() - dims, a.dim())), list(range(dims)))
    left, right = [[dims[i]] if isinstance(dims[i], int) else [d % t.dim() for d in dims[i]] for i, t in enumerate((a, b))]
    rows = [i for i in range(a.dim()) if i not in left]
    columns = [i for i in range(b.dim()) if i not in right]
    inner = 1
    for i in left:
        inner = inner * a.size(i)
    a_ = a.permute(rows + left).reshape([-1, inner])
    b_ = b.permute(right + columns).reshape([inner, -1])
    return _op("mm", a_, b_).reshape([a.size(i) for i in rows] + [b.size(i) for i in columns])


def bernoulli(input, p=None):
    return _op("empty_like", input.detach())


def multinomial(input, num_samples, replacement=False):
    shape = tuple(input.shape[:-1]) + (num_samples,)
    return _op("empty", shape, dtype=_vramlint.dtype_int64, device=input.device)


def bucketize(input, boundaries, out_int32=False, right=False):
    dtype = _vramlint.dtype_int32 if out_int32 else _vramlint.dtype_int64
    return _op("empty", tuple(input.shape), dtype=dtype, device=input.device)


def searchsorted(sorted_sequence, input, out_int32=False, right=False, side=None, sorter=None):
    return bucketize(input, sorted_sequence, out_int32)


def clamp_min_(input, min):
    return input.clamp_(min=min)


def clamp_max_(input, max):
    return input.clamp_(max=max)


def tril_(input, diagonal=0):
    return input.copy_(input.tril(diagonal))


def triu_(input, diagonal=0):
    return input.copy_(input.triu(diagonal))


def _random_in_place(input, *args, **kwargs):
    # As a write of numbers that nobody knows: nothing is kept, and the gradient ends here.
    return input.zero_()


def _depends_on_data(what):
    def function(input, *args, **kwargs):
        return _vramlint.unknown(what + " depends on the data")
    return function


uniform_ = normal_ = random_ = exponential_ = bernoulli_ = cauchy_ = log_normal_ = geometric_ = _random_in_place
nonzero = argwhere = _depends_on_data("how many elements are not zero")
masked_select = _depends_on_data("how many elements a mask selects")
unique = unique_consecutive = bincount = _depends_on_data("how many values are distinct")
equal = allclose = _depends_on_data("whether tensors are equal")


def _same(name):
    def function(input, *args, **kwargs):
        return getattr(input, name)(*args, **kwargs)
    function.__name__ = name
    return function


_aliases = {"absolute": "abs", "absolute_": "abs_", "negative": "neg", "negative_": "neg_", "subtract": "sub",
            "subtract_": "sub_", "multiply": "mul", "multiply_": "mul_", "divide": "div", "divide_": "div_",
            "true_divide": "div", "true_divide_": "div_", "greater": "gt", "greater_equal": "ge", "less": "lt",
            "less_equal": "le", "not_equal": "ne", "arctan": "atan", "arcsin": "asin", "arccos": "acos", "vdot": "dot",
            "ger": "outer"}
globals().update({name: _same(same) for name, same in _aliases.items()})

methods = ("outer dot mv trace diag diag_embed fill_diagonal_ diff tile broadcast_to ravel take_along_dim tensor_split dist "
           "index_add index_add_ index_copy index_copy_ index_fill index_fill_ bernoulli multinomial clamp_min_ clamp_max_ "
           "tril_ triu_ uniform_ normal_ random_ exponential_ bernoulli_ cauchy_ log_normal_ geometric_ nonzero argwhere "
           "masked_select unique unique_consecutive bincount equal allclose").split() + list(_aliases)
functions = [name for name in methods if not name.endswith("_")] + "var_mean std_mean tensordot bucketize searchsorted".split()
