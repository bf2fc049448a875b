# Functions that PyTorch itself writes in terms of other operators (aten/src/ATen/native of 1.13 to 2.4), or that keep
# for backward what such a composition keeps, and names that say the same as others. The lists at the end say which are
# functions of torch, and which are methods of tensors.
import _vramlint
from vramlint_autocast import one_operator

_op = _vramlint.op


def _with_axis(function):
    """Called by NumPy's word for `dim` too, as PyTorch's own functions are."""
    def named(input, *given, **words):
        if "axis" in words:
            words["dim"] = words.pop("axis")
        return function(input, *given, **words)
    return named


def outer(input, vec2):
    return input.reshape(-1, 1) * vec2


@one_operator
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


def diagflat(input, offset=0):
    return diag(input.reshape(-1), offset)


def fill_diagonal_(input, fill_value, wrap=False):
    input.diagonal().fill_(fill_value)
    return input


@_with_axis
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


@_with_axis
def tensor_split(input, indices_or_sections=None, dim=0, indices=None, sections=None, tensor_indices_or_sections=None):
    for overload in (indices, sections, tensor_indices_or_sections):
        indices_or_sections = indices_or_sections if overload is None else overload
    if hasattr(indices_or_sections, "tolist"):
        indices_or_sections = indices_or_sections.tolist()
    size = input.size(dim)
    if isinstance(indices_or_sections, int) and not _vramlint.is_known(size):
        return input.chunk(indices_or_sections, dim)  # as many parts, of the size that is most likely
    if isinstance(indices_or_sections, int):
        short, longer = size // indices_or_sections, size % indices_or_sections
        ends = [(i + 1) * short + min(i + 1, longer) for i in range(indices_or_sections)]
    else:
        ends = [min(end, size) if end >= 0 else max(end + size, 0) for end in indices_or_sections] + [size]
    starts = [0] + ends[:-1]
    return tuple(input.narrow(dim, start, max(end - start, 0)) for start, end in zip(starts, ends))


@one_operator
def dist(input, other, p=2):
    from torch._distance import Distance
    return Distance.apply(input, other, p)


def _with_mean(name):
    def function(input, dim=None, unbiased=True, keepdim=False, correction=None):
        if isinstance(dim, bool):
            dim, unbiased = None, dim
        dims = list(range(input.dim())) if dim is None else dim
        return _op(name, input, dims, unbiased if correction is None else correction != 0, keepdim)
    return _with_axis(function)


var_mean = _with_mean("var_mean_")
std_mean = _with_mean("std_mean_")


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


def poisson(input, generator=None):
    return _op("empty_like", input.detach())


def binomial(count, prob, generator=None):
    return _op("empty_like", count.detach())


def where(input, condition, other):
    return _op("where", condition, input, other)


@_with_axis
def repeat_interleave(input, repeats=None, dim=None, output_size=None):
    if repeats is None:  # the indices themselves: as many as the repeats add up to
        count = input.sum().item() if output_size is None else output_size
        return _op("empty", (count,), dtype=_vramlint.dtype_int64, device=input.device)
    if isinstance(repeats, int):
        return _op("repeat_interleave", input, repeats, dim)
    if dim is None:
        input, dim = input.flatten(), 0
    if repeats.numel() == 1:
        repeats = repeats.reshape(1).expand(input.size(dim))
    return input.index_select(dim, repeat_interleave(repeats, output_size=output_size))


def bernoulli(input, p=None, *, generator=None):
    return _op("empty_like", input.detach())


def multinomial(input, num_samples, replacement=False, *, generator=None):
    shape = tuple(input.shape[:-1]) + (num_samples,)
    return _op("empty", shape, dtype=_vramlint.dtype_int64, device=input.device)


def clamp(input, min=None, max=None, *, out=None):
    if out is not None:
        return out.copy_(clamp(input, min, max))
    if not [bound for bound in (min, max) if _vramlint.is_known(bound) and hasattr(bound, "requires_grad")]:
        return _op("clamp", input, min, max)
    from torch._bounds import ClampToTensors
    return ClampToTensors.apply(input, *(bound if bound is None or hasattr(bound, "requires_grad") else
                                         _vramlint.op("full", (), bound, dtype=input.dtype) for bound in (min, max)))


clip = clamp


def clamp_min_(input, min):
    return input.clamp_(min=min)


def clamp_max_(input, max):
    return input.clamp_(max=max)


def tril_(input, diagonal=0):
    return input.copy_(input.tril(diagonal))


def triu_(input, diagonal=0):
    return input.copy_(input.triu(diagonal))


def resize_(input, *size, memory_format=None):
    """Elements that were not there are whatever lies there; where there is room they stay where they are."""
    import torch

    shape = tuple(size) if not size or isinstance(size[0], int) or not _vramlint.is_known(size[0]) else tuple(size[0])
    if tuple(input.shape) != shape:
        input.data = torch.empty(shape, dtype=input.dtype, device=input.device)
    return input


def resize_as_(input, the_template, memory_format=None):
    return resize_(input, the_template.shape)


def _random_in_place(input, *args, **kwargs):
    # As a write of numbers that nobody knows: nothing is kept, and the gradient ends here.
    return input.zero_()


def _depends_on_data(what):
    def function(input, *args, **kwargs):
        return _vramlint.unknown(what + " depends on the data")
    return function


uniform_ = normal_ = random_ = exponential_ = bernoulli_ = cauchy_ = log_normal_ = geometric_ = _random_in_place
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
            "ger": "outer", "arctan2": "atan2", "fix": "trunc", "arcsinh": "asinh"}
globals().update({name: _same(same) for name, same in _aliases.items()})

methods = ("outer dot mv trace diag diagflat diag_embed fill_diagonal_ diff tile broadcast_to ravel take_along_dim tensor_split dist "
           "bernoulli multinomial clamp clip clamp_min_ clamp_max_ tril_ triu_ uniform_ normal_ random_ exponential_ "
           "bernoulli_ cauchy_ log_normal_ geometric_ equal allclose where repeat_interleave resize_ resize_as_").split() + list(_aliases)
functions = [name for name in methods if not name.endswith("_") and name != "where"] + (
    "var_mean std_mean tensordot poisson binomial").split()
