"""Sparse tensors of places and values (torch.sparse_coo, aten/src/ATen/native/sparse of 1.13 to 2.7): what is there is an int64
[dims, nnz] of places and the values; the tensor of the whole shape that a program holds takes no memory. How many values there
are is as many as the program gives; what it finds by looking at elements is bounded."""
import _vramlint
from torch._tensor import Size, Tensor
from torch.autograd.function import Function


def _like(places, values, size, is_coalesced):
    made = _vramlint.op("empty", ()).expand(tuple(size) + tuple(values.shape[1:])).as_subclass(SparseTensor)
    made._held_places, made._held_values, made._is_in_order = places, values, is_coalesced
    return made


def sparse_coo_tensor(indices, values, size=None, dtype=None, device=None, requires_grad=False, check_invariants=None, is_coalesced=None):
    if not _vramlint.is_known(indices) or not _vramlint.is_known(values) or not _vramlint.is_known(size):
        return _vramlint.unknown("what a sparse tensor is made of is not known")
    if not isinstance(values, Tensor):
        values = _vramlint.tensor(values, dtype, device)
    if not isinstance(indices, Tensor):
        indices = _vramlint.tensor(indices, _vramlint.dtype_int64, values.device)
    if dtype is not None:
        values = values.to(dtype)
    if device is not None:
        values = values.to(device)
    indices = indices.to(values.device, _vramlint.dtype_int64)
    if values.dim() == 0:
        values = values.expand(indices.shape[1])
    if size is None:
        return _vramlint.unknown("the shape of a sparse tensor that is given none depends on the data")
    made = _like(indices, values, tuple(size)[:indices.shape[0]], bool(is_coalesced))
    return made.requires_grad_() if requires_grad else made


def of_dense(dense, sparse_dim=None, **options):
    if options.get("layout") not in (None, "torch.sparse_coo") or sparse_dim not in (None, dense.dim()):
        return _vramlint.unknown("Tensor.to_sparse of another layout is not modelled")
    places = dense.nonzero()
    values = _Picked.apply(dense, places)
    return _like(places.t().contiguous(), values, dense.shape, True)


class _Picked(Function):
    @staticmethod
    def forward(ctx, dense, places):
        ctx.size = tuple(dense.shape)
        return dense.new_empty((places.shape[0],))

    @staticmethod
    def backward(ctx, gradient):
        return gradient.new_empty(ctx.size), None


class _Spread(Function):
    @staticmethod
    def forward(ctx, places, values, size):
        ctx.save_for_backward(places)
        ctx.size = tuple(values.shape)
        return values.new_zeros(size)

    @staticmethod
    def backward(ctx, gradient):
        return None, gradient.new_empty(ctx.size), None


class _Product(Function):
    """A sparse matrix by a dense one. Autograd keeps the sparse one where the dense one wants a gradient, and the dense one where
    the sparse one does, whose gradient is made as a dense matrix first."""

    @staticmethod
    def forward(ctx, places, values, dense, size, is_coalesced):
        _, of_values, of_dense = ctx.needs_input_grad[:3]
        ctx.save_for_backward(*((places, values) if of_values or of_dense else ()) + ((dense,) if of_values else ()))
        ctx.sizes = tuple(values.shape), tuple(dense.shape)
        count = places.shape[1]
        if not is_coalesced:
            in_order = [places.new_empty((count,)) for _ in range(3)]
            in_order += [places.new_empty(places.shape), values.new_empty(values.shape)]  # noqa: F841 (alive to the end)
        rows = places.new_empty((size[0] + 1,), dtype=_vramlint.dtype_int32)  # noqa: F841
        columns = places.new_empty((count,), dtype=_vramlint.dtype_int32)  # noqa: F841
        return dense.new_empty((size[0],) + tuple(dense.shape[1:]))

    @staticmethod
    def backward(ctx, gradient):
        values, dense = ctx.sizes
        of_values = of_dense = None
        if ctx.needs_input_grad[1]:
            whole = gradient.mm(ctx.saved_tensors[2].t())  # noqa: F841 (alive to the end)
            of_values = gradient.new_empty(values)
        if ctx.needs_input_grad[2]:
            turned = ctx.saved_tensors[0].clone()  # noqa: F841
            of_dense = gradient.new_empty(dense)
        return None, of_values, of_dense, None, None


def product(sparse, dense):
    if not _vramlint.is_known(dense) or not _vramlint.is_known(sparse):
        return sparse if _vramlint.is_known(dense) else dense
    if not _is_sparse(sparse) and not _is_sparse(dense):
        return sparse.mm(dense)
    if not _is_sparse(sparse) or _is_sparse(dense):
        return _vramlint.unknown("a product of two sparse tensors is not modelled" if _is_sparse(sparse) else
                                 "a product with a sparse tensor on the right is not modelled")
    if sparse.dim() != 2 or dense.dim() not in (1, 2):
        return _vramlint.unknown("a product of more than two dimensions with a sparse tensor is not modelled")
    if sparse.shape[1] != dense.shape[0]:
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({sparse.shape[0]}x{sparse.shape[1]} and "
                           f"{'x'.join(str(size) for size in dense.shape)})")
    _vramlint.assume("what cuSPARSE takes for a product, its workspace and 32-bit indices, is not counted")
    return _Product.apply(sparse._held_places, sparse._held_values, dense, tuple(sparse.shape), sparse._is_in_order)


spmm = product


def added_product(input, sparse, dense, beta=1, alpha=1):
    made = product(sparse, dense)
    return made if not _vramlint.is_known(made) else input + made


def softmax(sparse, dim, dtype=None):
    values = sparse._held_values if dtype is None else sparse._held_values.to(dtype)
    return sparse._with(values.softmax(0))


def total(sparse, dim=None, dtype=None):
    if dim is not None:
        return _vramlint.unknown("torch.sparse.sum over a dimension is not modelled")
    return sparse._held_values.sum()


def _is_sparse(value):
    return _vramlint.is_known(value) and isinstance(value, SparseTensor)


def _sum_of(one, other, alpha=1):
    if not _is_sparse(one) or not _is_sparse(other):
        return _vramlint.unknown("a sum of a sparse tensor and a dense one is not modelled")
    places = _vramlint.op("cat", [one._held_places, other._held_places], 1)
    made = one._with(_vramlint.op("cat", [one._held_values, other._held_values]))
    made._held_places, made._is_in_order = places, False
    return made


def _scaled(operation):
    def scaled(one, other, **options):
        if _is_sparse(one) and isinstance(other, (int, float)):
            return one._with(getattr(one._held_values, operation)(other))
        return _vramlint.unknown(f"Tensor.{operation} of a sparse tensor and another one is not modelled")
    return scaled


_OPERATIONS = {"mm": product, "matmul": product, "__matmul__": product, "spmm": product, "addmm": added_product,
               "add": _sum_of, "__add__": _sum_of, "mul": _scaled("mul"), "__mul__": _scaled("mul"), "div": _scaled("div"),
               "__truediv__": _scaled("div")}
_BY_VALUE = ("abs", "sqrt", "neg", "sin", "tanh", "pow", "clone", "detach", "zeros_like", "ones_like")


def operate(name, *args, **options):
    """An operator that is given a sparse tensor."""
    own = name.split(".")[-1]
    if own in _OPERATIONS:
        return _OPERATIONS[own](*args, **options)
    if own in _BY_VALUE and _is_sparse(args[0]):
        return args[0]._with(getattr(args[0]._held_values, own)(*args[1:], **options))
    return _vramlint.unknown(f"{name} of a sparse tensor is not modelled")


class SparseTensor(Tensor):
    __sparse__ = True
    is_sparse = True
    layout = "torch.sparse_coo"

    @property
    def device(self):
        return self._held_values.device

    @property
    def dtype(self):
        return self._held_values.dtype

    @property
    def is_cuda(self):
        return self._held_values.is_cuda

    @property
    def requires_grad(self):
        return self._held_values.requires_grad

    @property
    def T(self):
        return self.t()

    def _with(self, values):
        return _like(self._held_places, values, tuple(self.shape)[:self.sparse_dim()], self._is_in_order)

    def to(self, *args, **options):
        values = self._held_values.to(*args, **options)
        made = self._with(values)
        made._held_places = self._held_places.to(values.device)
        return made

    def cuda(self, device=None, non_blocking=False):
        return self.to("cuda")

    def cpu(self):
        return self.to("cpu")

    def float(self):
        return self.to(_vramlint.dtype_float32)

    def double(self):
        return self.to(_vramlint.dtype_float64)

    def half(self):
        return self.to(_vramlint.dtype_float16)

    def type(self, dtype=None):
        return "torch.sparse." + self._held_values.type().split(".")[-1] if dtype is None else self._with(self._held_values.type(dtype))

    def requires_grad_(self, requires_grad=True):
        self._held_values.requires_grad_(requires_grad)
        return self

    def detach(self):
        return self._with(self._held_values.detach())

    def clone(self):
        made = self._with(self._held_values.clone())
        made._held_places = self._held_places.clone()
        return made

    def coalesce(self):
        if self._is_in_order:
            return self
        _vramlint.assume("no place of a sparse tensor is taken to be given twice: coalesce() leaves as many values")
        made = self.clone()
        made._is_in_order = True
        return made

    def is_coalesced(self):
        return self._is_in_order

    def indices(self):
        if not self._is_in_order:
            raise RuntimeError("Cannot get indices on an uncoalesced tensor, please call .coalesce() first")
        return self._held_places

    def values(self):
        if not self._is_in_order:
            raise RuntimeError("Cannot get values on an uncoalesced tensor, please call .coalesce() first")
        return self._held_values

    def _indices(self):
        return self._held_places

    def _values(self):
        return self._held_values

    def _nnz(self):
        return self._held_values.shape[0]

    def sparse_dim(self):
        return self._held_places.shape[0]

    def dense_dim(self):
        return self._held_values.dim() - 1

    def t(self):
        return self.transpose(0, 1)

    def transpose(self, dim0, dim1):
        size = list(self.shape)[:self.sparse_dim()]
        size[dim0], size[dim1] = size[dim1], size[dim0]
        return _like(self._held_places.clone(), self._held_values.clone(), size, False)

    def to_dense(self, dtype=None):
        return _Spread.apply(self._held_places, self._held_values, tuple(self.shape))

    def to_sparse(self, *args, **options):
        return self

    def sum(self, *args, **options):
        return total(self, *args, **options)

    def mm(self, other):
        return product(self, other)

    matmul = mm

    def __repr__(self):
        return f"tensor(size={tuple(self.shape)}, nnz={self._nnz()}, layout=torch.sparse_coo)"
