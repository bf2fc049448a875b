# The dtype of what is made of no tensor and without a dtype. While it is another than float32, the functions that make
# such tensors are told it. Those of torch.Tensor (torch.Tensor(2, 3), new_zeros) go by what they are called on.
import torch

_now = [torch.float32]
_own = {}  # the functions, as they are for float32
_MADE_OF_SIZES = "empty zeros ones rand randn eye linspace logspace empty_strided".split()
_MADE_OF_NUMBERS = "tensor full arange".split()


def now():
    return _now[0]


def _of_sizes(function):
    def make(*args, dtype=None, **options):
        return function(*args, dtype=_now[0] if dtype is None else dtype, **options)

    return make


def _has_reals(value):
    if isinstance(value, (list, tuple)):
        return any([_has_reals(part) for part in value])
    return isinstance(value, float)


def _of_numbers(function):
    def make(*args, dtype=None, **options):
        if dtype is None and _has_reals(args):
            dtype = _now[0]
        return function(*args, dtype=dtype, **options)

    return make


def change(dtype):
    if not dtype.is_floating_point:
        raise TypeError(f"only floating-point types are supported as the default type, got {dtype}")
    for name, function in _own.items():
        setattr(torch, name, function)
    _own.clear()
    _now[0] = dtype
    if dtype is torch.float32:
        return
    for names, told in ((_MADE_OF_SIZES, _of_sizes), (_MADE_OF_NUMBERS, _of_numbers)):
        for name in names:
            _own[name] = getattr(torch, name)
            setattr(torch, name, told(_own[name]))
