import math as _math

import _vramlint

# Operators of these names take the builtins' place here.
_max, _min, _range, _sum = max, min, range, sum

from torch import _composites, _later
from torch._tensor import ByteStorage, Size, Tensor, device, dtype, typed_tensors as _typed_tensors

globals().update(_typed_tensors)
globals().update({name: getattr(_composites, name) for name in _composites.functions})
globals().update(_later.functions)

__version__ = _vramlint.torch_version()
if __version__.count(".") < 2:
    __version__ = __version__ + ".0"
e = _math.e
pi = _math.pi
inf = _math.inf
nan = _math.nan
strided = "torch.strided"
sparse_coo = "torch.sparse_coo"
contiguous_format = "torch.contiguous_format"
preserve_format = "torch.preserve_format"
channels_last = "torch.channels_last"
channels_last_3d = "torch.channels_last_3d"
layout = str
memory_format = str


class _GradMode:
    def __init__(self, mode):
        self.mode = mode

    def __enter__(self):
        self.before = _vramlint.set_grad_enabled(self.mode)

    def __exit__(self, *exception):
        _vramlint.set_grad_enabled(self.before)

    def __call__(self, function):
        mode = self.mode

        def wrapper(*args, **kwargs):
            with _GradMode(mode):
                return function(*args, **kwargs)
        wrapper.__name__ = getattr(function, "__name__", "wrapper")
        wrapper.__wrapped__ = function
        return wrapper


class _BareMode(_GradMode):
    """Also a decorator without parentheses."""

    def __new__(cls, function=None):
        return cls()(function) if callable(function) else super().__new__(cls)


class no_grad(_BareMode):
    def __init__(self, function=None):
        self.mode = False


class enable_grad(_BareMode):
    def __init__(self, function=None):
        self.mode = True


class inference_mode(_BareMode):
    def __init__(self, mode=True):
        self.mode = not mode


class set_grad_enabled(_GradMode):
    def __init__(self, mode):
        self.mode = mode
        self.before = _vramlint.set_grad_enabled(mode)

    def __enter__(self):
        return None


def is_grad_enabled():
    return _vramlint.is_grad_enabled()


def is_autocast_enabled(device_type="cuda"):
    return device_type == "cuda" and _vramlint.autocast_mode()[0]


def is_autocast_cpu_enabled():
    return False


def get_autocast_dtype(device_type):
    return _vramlint.autocast_mode()[1] if device_type == "cuda" else _vramlint.dtype_bfloat16


def get_autocast_gpu_dtype():
    return _vramlint.autocast_mode()[1]


def get_autocast_cpu_dtype():
    return _vramlint.dtype_bfloat16


def is_autocast_cache_enabled():
    return _vramlint.autocast_mode()[2]


def set_autocast_enabled(device_type, enabled=None):
    if enabled is None:
        device_type, enabled = "cuda", device_type
    if device_type == "cuda":
        _vramlint.set_autocast_mode(enabled, None, None)


def set_autocast_dtype(device_type, dtype):
    if device_type == "cuda":
        _vramlint.set_autocast_mode(None, dtype, None)


def set_autocast_gpu_dtype(dtype):
    _vramlint.set_autocast_mode(None, dtype, None)


def set_autocast_cache_enabled(enabled):
    _vramlint.set_autocast_mode(None, None, enabled)


def clear_autocast_cache():
    _vramlint.clear_autocast()


def autocast_increment_nesting():
    return _vramlint.enter_autocast()


def autocast_decrement_nesting():
    return _vramlint.leave_autocast()


class Generator:
    def __init__(self, device="cpu"):
        self.device = device

    def manual_seed(self, seed):
        return self


class finfo:
    def __init__(self, dtype=None):
        if dtype is not None and not dtype.is_floating_point:
            raise TypeError("torch.finfo() requires a floating point input type. Use torch.iinfo to handle '" +
                            str(dtype) + "'")
        self.dtype = dtype
        self.min, self.max, self.eps, self.tiny = _vramlint.limits_of(_vramlint.dtype_float32 if dtype is None else dtype)
        self.smallest_normal = self.tiny
        self.bits = 8 * (_vramlint.dtype_float32 if dtype is None else dtype).itemsize


class iinfo:
    def __init__(self, dtype):
        self.dtype = dtype
        self.min, self.max = _vramlint.limits_of(dtype)
        self.bits = 8 * dtype.itemsize


def tensor(data, dtype=None, device=None, requires_grad=False, pin_memory=False):
    made = _vramlint.tensor(data, dtype, device, False)
    return made.requires_grad_() if requires_grad else made


def as_tensor(data, dtype=None, device=None):
    if _vramlint.is_known(data) and isinstance(data, Tensor):
        if dtype is not None:
            data = data.to(dtype)
        return data if device is None else data.to(device)
    return _vramlint.tensor(data, dtype, device)


def asarray(data, dtype=None, device=None, copy=None, requires_grad=False):
    return as_tensor(data, dtype, device)


def from_numpy(array):
    if not _vramlint.is_known(array):
        return _vramlint.tensor(array)
    if not hasattr(array, "dtype"):
        raise TypeError("expected np.ndarray (got " + type(array).__name__ + ")")
    if getattr(array, "ndim", 0) == 1 and not _vramlint.is_known(array.shape[0]):
        return _vramlint.op("empty", array.shape, dtype=getattr(_vramlint, "dtype_" + array.dtype.name))
    return _vramlint.tensor(array)


def is_tensor(value):
    return isinstance(value, Tensor)


def is_floating_point(input):
    return input.is_floating_point()


def is_complex(input):
    return input.is_complex()


def is_storage(value):
    return False


def numel(input):
    return input.numel()


def manual_seed(seed):
    return Generator()


def seed():
    return 0


def initial_seed():
    return 0


def get_rng_state():
    return _vramlint.unknown("the state of the random numbers is not modelled")


def set_rng_state(state):
    return None


def set_default_dtype(d):
    from torch import _default_dtype
    _default_dtype.change(d)


def set_default_tensor_type(type):
    return None


_default_device = ["cpu"]


def set_default_device(device):
    _default_device[0] = "cpu" if device is None else device


def get_default_device():
    return device(_default_device[0])


def get_default_dtype():
    from torch import _default_dtype
    return _default_dtype.now()


def set_num_threads(count):
    return None


def get_num_threads():
    return _vramlint.unknown("how many threads the machine has")


get_num_interop_threads = get_num_threads
set_num_interop_threads = set_num_threads


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None):
    return None


def set_float32_matmul_precision(precision):
    return None


def use_deterministic_algorithms(mode, warn_only=False):
    return None


def are_deterministic_algorithms_enabled():
    return False


def set_anomaly_enabled(mode, check_nan=True):
    return None


_compiles = False


def compile(model=None, **options):
    global _compiles
    if model is None:
        return lambda function: compile(function, **options)
    _compiles = not options.get("disable", False)
    _vramlint.assume("torch.compile is not modelled: the model runs operator by operator, which needs at least as much")
    return model


def load(f, map_location=None, **options):
    from vramlint_data import stated, suffixes_of_tensors
    held = stated(f, suffixes_of_tensors())
    if held is not None:
        return empty(held[1], dtype=getattr(_vramlint, "dtype_" + held[0]))
    return _vramlint.unknown("the contents of a checkpoint are not read")


def save(obj, f, **options):
    return None


def typename(value):
    return value.type() if isinstance(value, Tensor) else type(value).__name__


def is_same_size(input, other):
    return input.shape == other.shape


def _shape_as_tensor(self):
    return tensor(list(self.shape), dtype=int64)


def _assert(condition, message):
    assert condition, message


def _check_with(error_type, cond, message=None):
    # torch/__init__.py (2.1): of a condition that is a bool; what is not known is taken to hold.
    if _vramlint.is_known(cond) and not cond:
        raise error_type("Expected cond to be True, but got False." if message is None else str(message()))


def _check(cond, message=None):
    _check_with(RuntimeError, cond, message)


def _check_index(cond, message=None):
    _check_with(IndexError, cond, message)


def _check_value(cond, message=None):
    _check_with(ValueError, cond, message)


def _check_type(cond, message=None):
    _check_with(TypeError, cond, message)


def _check_not_implemented(cond, message=None):
    _check_with(NotImplementedError, cond, message)


def _check_is_size(i, message=None, **options):
    return None


def _check_tensor_all_with(error_type, cond, message=None):
    # It asks whether all of it holds, which reads one element.
    cond.all()


def _check_tensor_all(cond, message=None):
    _check_tensor_all_with(RuntimeError, cond, message)


def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    return input.norm(p, dim, keepdim, dtype)


def where(condition, *values, **named):
    if not values and not named:
        return nonzero(condition, True)
    return _vramlint.op("where", condition, *values, **named)


def norm_except_dim(v, pow=2, dim=0):
    if dim == -1:
        return v.norm(pow)
    rest = (1,) * (v.dim() - 1)
    if dim == 0:
        return v.contiguous().view(v.size(0), -1).norm(pow, 1).view((v.size(0),) + rest)
    return norm_except_dim(v.transpose(0, dim), pow, 0).transpose(0, dim)


def logspace(start, end, steps=100, base=10.0, dtype=None, **options):
    if options.get("device") is not None:
        return _vramlint.op("empty", (steps,), dtype=dtype, **options)
    values = base ** _vramlint.op("linspace", start, end, steps)
    return values if dtype is None else values.to(dtype)


def range(start, end=None, step=1, dtype=None, **options):
    start, end = (0, start) if end is None else (start, end)
    return _vramlint.op("empty", (int((end - start) // step) + 1,), dtype=dtype)


def scalar_tensor(s, dtype=None, device=None):
    return tensor(s, dtype, device)


def empty_strided(size, stride, dtype=None, device=None, **options):
    return _vramlint.op("empty", size, dtype=dtype, device=device).as_strided(size, stride)


def is_conj(input):
    return False


def is_inference_mode_enabled():
    return False


def is_nonzero(input):
    return _vramlint.unknown("the truth of a tensor depends on the data")


def t(input):
    return input.t()


def meshgrid(*tensors, indexing="ij"):
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tensors[0]
    sizes = [tensor.numel() for tensor in tensors]
    if indexing == "xy" and len(sizes) >= 2:
        sizes[0], sizes[1] = sizes[1], sizes[0]
    grids = []
    for i, tensor in enumerate(tensors):
        at = 1 - i if indexing == "xy" and i < 2 and len(sizes) >= 2 else i
        shape = [1] * len(sizes)
        shape[at] = sizes[at]
        grids.append(tensor.view(shape).expand(sizes))
    return tuple(grids)


def broadcast_tensors(*tensors):
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tensors[0]
    shape = broadcast_shapes(*[tensor.shape for tensor in tensors])
    return tuple(tensor.expand(shape) for tensor in tensors)


def broadcast_shapes(*shapes):
    rank = sorted(len(shape) for shape in shapes)[-1]  # max is torch.max here
    result = [1] * rank
    for shape in shapes:
        for i, size in enumerate(shape):
            at = rank - len(shape) + i
            if size != 1:
                if result[at] != 1 and result[at] != size:
                    raise RuntimeError("Shape mismatch: objects cannot be broadcast to a single shape")
                result[at] = size
    return Size(result)


def result_type(a, b):
    return (_typed(a) + _typed(b)).dtype


def promote_types(a, b):
    return _vramlint.op("empty", (1,), dtype=a).add(_vramlint.op("empty", (1,), dtype=b)).dtype


def can_cast(from_, to):
    return _kind(from_) <= _kind(to)


def _typed(value):
    return value.detach() if isinstance(value, Tensor) else value


def _kind(dtype):
    if dtype.is_complex:
        return 3
    return 2 if dtype.is_floating_point else 0 if dtype is _vramlint.dtype_bool else 1


def atleast_1d(tensor):
    return tensor if tensor.dim() else tensor.view(1)


def atleast_2d(tensor):
    return tensor if tensor.dim() > 1 else tensor.reshape(1, -1)


def atleast_3d(tensor):
    return tensor if tensor.dim() > 2 else atleast_2d(tensor).unsqueeze(-1)


def vstack(tensors):
    return _vramlint.op("cat", [atleast_2d(tensor) for tensor in tensors], 0)


row_stack = vstack


def hstack(tensors):
    tensors = [atleast_1d(tensor) for tensor in tensors]
    return _vramlint.op("cat", tensors, 0 if tensors[0].dim() == 1 else 1)


def dstack(tensors):
    return _vramlint.op("cat", [atleast_3d(tensor) for tensor in tensors], 2)


def column_stack(tensors):
    return hstack([tensor if tensor.dim() > 1 else tensor.reshape(tensor.numel(), 1) for tensor in tensors])


def normal(mean=0.0, std=1.0, size=None, **options):
    if size is not None:
        return _vramlint.op("randn", size, **options)
    return _vramlint.op("empty_like", (mean if isinstance(mean, Tensor) else std).detach())


def tril_indices(row, col, offset=0, dtype=None, device="cpu"):
    count = _sum(_min(_max(i + offset + 1, 0), col) for i in _range(row))
    return _vramlint.op("empty", (2, count), dtype=_vramlint.dtype_int64 if dtype is None else dtype, device=device)


def triu_indices(row, col, offset=0, dtype=None, device="cpu"):
    count = _sum(col - _min(_max(i + offset, 0), col) for i in _range(row))
    return _vramlint.op("empty", (2, count), dtype=_vramlint.dtype_int64 if dtype is None else dtype, device=device)


def alpha_dropout(input, p, train):
    return nn.functional.alpha_dropout(input, p, train)


def feature_alpha_dropout(input, p, train):
    return nn.functional.feature_alpha_dropout(input, p, train)


def cartesian_prod(*tensors):
    grids = meshgrid(*tensors)
    return _vramlint.op("stack", [grid.reshape(-1) for grid in grids], 1)


def rand_like(input, **options):
    return _vramlint.op("empty_like", input, **options)


def randint_like(input, low=None, high=None, **options):  # `high` alone, too
    return _vramlint.op("empty_like", input, **options)


from torch import autograd, backends, cuda, jit, nn, random, utils, version  # noqa: E402
from torch import amp, functional  # noqa: E402
from torch.autograd import grad as _grad  # noqa: E402
from torch.amp import autocast  # noqa: E402
from torch.functional import einsum  # noqa: E402

# Read when they are asked for: most programs need few of them.
default_generator = Generator()
__complete__ = True
_parts = ("_C", "_subclasses", "overrides", "distributed", "distributions", "fft", "func", "fx", "hub", "library", "linalg", "multiprocessing", "onnx", "ops", "optim", "sparse", "special")
_later_parts = {"_dynamo": (1, 13), "compiler": (2, 1), "xpu": (2, 3), "accelerator": (2, 6)}


def __getattr__(name):
    if name.startswith("_foreach_"):
        found = __import__("torch._foreach", fromlist=["functions"]).functions.get(name)
        if found is not None:
            return found
    if name in _parts or name in _later_parts and _vramlint.torch_at_least(*_later_parts[name]):
        return __import__("torch." + name, fromlist=["*"])
    from torch._undescribed import names
    if name in names:
        return _vramlint.unknown("torch." + name + " is not modelled")
    raise AttributeError("module 'torch' has no attribute '" + name + "'")
