# What tensors do beyond operators and the attributes that need no Python.
import _run
import _vramlint
from torch import _composites, _later


class Size(tuple):
    __slices_alike__ = True  # a slice of it is a Size too

    def numel(self):
        count = 1
        for size in self:
            count = count * size
        return count

    def __add__(self, other):
        return Size(tuple(self) + tuple(other))

    def __repr__(self):
        return "torch.Size(" + str(list(self)) + ")"

    __str__ = __repr__


class dtype:
    pass


class _Handle:
    # Of a hook.
    def remove(self):
        return None

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return None


_DEVICES = ("cpu", "cuda", "ipu", "xpu", "mkldnn", "opengl", "opencl", "ideep", "hip", "ve", "fpga", "ort", "xla", "lazy",
            "vulkan", "mps", "meta", "hpu", "mtia", "privateuseone", "npu", "mlu", "musa")


class device:
    def __init__(self, type="cuda", index=None):
        if isinstance(type, device):
            type, index = type.type, type.index
        if isinstance(type, int):
            type, index = "cuda", type
        if ":" in type:
            type, number = type.split(":")
            index = int(number)
        if type not in _DEVICES:
            raise RuntimeError("Expected one of " + ", ".join(_DEVICES) + " device type at start of device string: " + type)
        self.type = type
        self.index = index

    def __eq__(self, other):
        return isinstance(other, device) and self.type == other.type and (self.index or 0) == (other.index or 0)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self.type)

    def __str__(self):
        return self.type if self.index is None else self.type + ":" + str(self.index)

    def __repr__(self):
        if self.index is None:
            return "device(type='" + self.type + "')"
        return "device(type='" + self.type + "', index=" + str(self.index) + ")"

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return None


class _Named(tuple):
    @property
    def values(self):
        return self[0]

    @property
    def indices(self):
        return self[1]


def _named(*fields):
    # A tuple whose parts have names, as torch.return_types makes them.
    members = {field: property(lambda self, at=at: self[at]) for at, field in enumerate(fields)}
    return type("_Fields", (tuple,), members)


return_types = {name: _Named for name in ("max", "min", "sort", "topk", "median", "nanmedian", "mode", "kthvalue", "cummax",
                                          "cummin")}
return_types["aminmax"] = _named("min", "max")
return_types["linalg_qr"] = _named("Q", "R")
return_types["linalg_slogdet"] = _named("sign", "logabsdet")
return_types["svd"] = _named("U", "S", "V")
return_types["linalg_svd"] = return_types["_linalg_svd"] = _named("U", "S", "Vh")
return_types["lstsq"] = _named("solution", "residuals", "rank", "singular_values")
return_types["linalg_eigh"] = return_types["linalg_eig"] = _named("eigenvalues", "eigenvectors")


_unbound = {}


class _TensorType(type):
    """Methods that a tensor has of itself are asked for by the class as well: `torch.Tensor.clone`."""

    def __getattr__(cls, name):
        if name not in _unbound:
            import torch

            if name.startswith("__") or not hasattr(torch.empty(0), name):
                raise AttributeError(f"type object '{cls.__name__}' has no attribute '{name}'")

            def method(self, *args, **options):
                return _vramlint.of_torch(self, name)(*args, **options)

            method.__name__ = name
            _unbound[name] = method
        return _unbound[name]


def _followed(cls):
    """A class of the program's own; what it does to torch's operators is not followed."""
    if getattr(cls, "__torch_dispatch__", None) is not None:
        _vramlint.leave_open(f"what {cls.__name__}.__torch_dispatch__ makes of torch's operators is not followed")
    return cls


class Tensor(metaclass=_TensorType):
    __module__ = "torch"

    def __new__(cls, *args, **options):
        return Tensor(*args, **options).as_subclass(_followed(cls))

    @staticmethod
    def _make_subclass(cls, data, require_grad=False, **options):
        made = data.detach().as_subclass(_followed(cls))
        made.requires_grad = require_grad
        return made

    @staticmethod
    def _make_wrapper_subclass(cls, size, **options):
        return _vramlint.unknown(f"what a {cls.__name__} wraps is not followed")

    @property
    def T(self):
        return self.permute(*reversed(range(self.dim())))

    @property
    def mT(self):
        return self.transpose(-2, -1)

    @property
    def H(self):
        return self.mH

    @property
    def mH(self):
        turned = self.transpose(-2, -1)
        return turned.conj() if self.is_complex() else turned

    @property
    def retains_grad(self):
        return False

    @property
    def output_nr(self):
        return 0

    @property
    def names(self):
        return (None,) * self.dim()

    @property
    def layout(self):
        return "torch.strided"

    @property
    def itemsize(self):
        return self.element_size()

    @property
    def nbytes(self):
        return self.numel() * self.element_size()

    @property
    def real(self):
        return _vramlint.op("real", self) if self.is_complex() else self

    @property
    def imag(self):
        return _vramlint.op("imag", self)

    def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
        from torch import autograd
        autograd.backward(self, gradient, retain_graph, create_graph, inputs=inputs)

    def register_hook(self, hook):
        if not self.requires_grad:
            raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
        _vramlint.assume("what a hook makes of a gradient during backward is not counted")
        return _Handle()

    def register_post_accumulate_grad_hook(self, hook):
        _vramlint.assume("what register_post_accumulate_grad_hook runs during backward is not followed")
        return _Handle()

    def numpy(self, force=False):
        import numpy
        if self.requires_grad and not force:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
        return numpy.array(self)

    def __array__(self, dtype=None):
        import numpy
        return numpy.array(self, dtype)

    def cpu(self, memory_format=None):
        return self.to("cpu")

    def cuda(self, device=None, non_blocking=False, memory_format=None, **former):  # `async=True`, up to Python 3.6
        return self.to("cuda")

    def bfloat16(self):
        return self.to(_vramlint.dtype_bfloat16)

    def bool(self):
        return self.to(_vramlint.dtype_bool)

    def is_signed(self):
        return self.dtype is not _vramlint.dtype_uint8 and self.dtype is not _vramlint.dtype_bool

    def is_conj(self):
        return False

    def is_nonzero(self):
        return _vramlint.unknown("the truth of a tensor depends on the data")

    def is_shared(self):
        return False

    def is_pinned(self):
        return False

    def has_names(self):
        return False

    def new_empty_strided(self, size, stride, **options):
        return self.new_empty(size).as_strided(size, stride)

    def cdouble(self):
        return self.to(_vramlint.dtype_complex128)

    def cfloat(self):
        return self.to(_vramlint.dtype_complex64)

    def type(self, dtype=None, non_blocking=False):
        if dtype is None:
            return _type_name(self)
        if isinstance(dtype, str):
            dtype = _type_named(dtype)
        if isinstance(dtype, _TypedTensor):
            return self.to(dtype._device, dtype._dtype)
        return self.to(dtype)

    def is_same_size(self, other):
        return self.shape == other.shape

    def t(self):
        if self.dim() > 2:
            raise RuntimeError("t() expects a tensor with <= 2 dimensions, but self is " + str(self.dim()) + "D")
        return self if self.dim() < 2 else self.transpose(0, 1)

    def new_tensor(self, data, dtype=None, device=None, requires_grad=False):
        return _vramlint.tensor(data, self.dtype if dtype is None else dtype, self.device if device is None else device,
                                requires_grad)

    def new(self, *args):
        if len(args) == 1 and isinstance(args[0], Size):
            return self.new_empty(args[0])
        if len(args) == 1 and not isinstance(args[0], int):
            return _vramlint.tensor(args[0], self.dtype, self.device)
        return self.new_empty(args)

    def norm(self, p="fro", dim=None, keepdim=False, dtype=None):
        if p == "fro" or p is None:
            if p == "fro" and dim is not None and not _vramlint.torch_at_least(2, 1):
                # torch/functional.py [1.13], [2.0]: an operator of its own, which autocast casts for.
                self = _vramlint.autocast_operands("frobenius_norm", [self])[0]
            p = 2
        if dim is None:
            return _vramlint.op("norm", self, p)
        return _vramlint.op("norm", self, p, dim, keepdim)

    def to_sparse(self, *args, **options):
        from torch import _sparse
        return _sparse.of_dense(self, *args, **options)

    def to_sparse_coo(self):
        return self.to_sparse()

    def storage(self):
        return _vramlint.unknown("the storage of a tensor has no contents before the program runs")

    def untyped_storage(self):
        return self.storage()

    def __len__(self):
        return self.size(0)

    def __format__(self, spec):
        if self.dim() == 0 or spec == "":
            return format(self.item() if self.dim() == 0 else str(self), spec)
        raise TypeError("unsupported format string passed to Tensor.__format__")

    def __bool__(self):
        return _vramlint.unknown("the truth of a tensor depends on the data")

    def __deepcopy__(self, memo):
        copy = type(self)(self.detach().clone(), self.requires_grad) if isinstance(self, _parameter_class()) \
            else self.detach().clone()
        memo[id(self)] = copy
        return copy


def _undescribed(self, name):
    from torch._undescribed import tensor_names
    if name in tensor_names:
        return _vramlint.unknown("Tensor." + name + " is not modelled")
    raise AttributeError("'Tensor' object has no attribute '" + name + "'")


Tensor.__vramlint_undescribed__ = _undescribed
for _name in _composites.methods:
    setattr(Tensor, _name, getattr(_composites, _name))
for _name, _call in _later.methods.items():
    setattr(Tensor, _name, _call)


def _parameter_class():
    from torch.nn.parameter import Parameter
    return Parameter


_TYPE_NAMES = {"FloatTensor": "float32", "DoubleTensor": "float64", "HalfTensor": "float16", "BFloat16Tensor": "bfloat16",
               "LongTensor": "int64", "IntTensor": "int32", "ShortTensor": "int16", "CharTensor": "int8",
               "ByteTensor": "uint8", "BoolTensor": "bool"}


def _type_name(tensor):
    for name, short in _TYPE_NAMES.items():
        if getattr(_vramlint, "dtype_" + short) is tensor.dtype:
            return ("torch.cuda." if tensor.is_cuda else "torch.") + name
    return str(tensor.dtype)


def _type_named(name):
    own = name.split(".")[-1]
    if own not in _TYPE_NAMES:
        raise ValueError("invalid type: '" + name + "'")
    return typed_tensor(own, "cuda" if name.startswith("torch.cuda.") else "cpu")


def _is_count(value):
    return isinstance(value, int) if _vramlint.is_known(value) else _vramlint.is_number(value)


class ByteStorage:
    """Bytes of which only those who take them say how many there are."""

    @classmethod
    def from_buffer(cls, buffer, byte_order="native", count=-1, offset=0, dtype=None):
        return cls()


class _TypedTensor(type):
    # The type of torch.FloatTensor and its kin, which are called like torch.tensor of one dtype.
    def __instancecheck__(cls, value):
        return isinstance(value, Tensor) and value.dtype is cls._dtype and (cls._device == "cpu" or value.is_cuda)

    def __call__(cls, *args):
        place = {} if cls._device == "cpu" else {"device": cls._device}
        if len(args) == 1 and isinstance(args[0], ByteStorage):
            return _vramlint.op("empty", (_run.some(1, "how many bytes a storage has is not known"),), dtype=cls._dtype)
        if len(args) == 1 and not _is_count(args[0]):
            if not isinstance(args[0], Size):
                made = _vramlint.tensor(args[0], cls._dtype)
                return made.to(cls._device) if place else made
            args = args[0]
        return _vramlint.op("empty", args, dtype=cls._dtype, **place)


_made_types = {}


def typed_tensor(name, device):
    # Made when a program first asks for it: one class, so that `is` holds.
    made = _made_types.get((name, device))
    if made is None:
        dtype = getattr(_vramlint, "dtype_" + _TYPE_NAMES[name])
        made = _made_types[name, device] = _TypedTensor(name, (), {"_dtype": dtype, "_device": device})
    return made


typed_tensors = {name: typed_tensor(name, "cpu") for name in _TYPE_NAMES}
