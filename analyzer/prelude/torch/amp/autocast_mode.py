# Autocast as torch/amp/autocast_mode.py has it (1.13 to 2.7): what is set on entering is put back on leaving, and the
# outermost one that ends drops the casts of weights. Only the GPU's is modelled; on other devices it changes nothing.
import _vramlint


def is_autocast_available(device_type):
    return device_type in ("cuda", "cpu")


class autocast:
    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if not isinstance(device_type, str):
            raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        self.device = device_type
        self._enabled = enabled
        self.fast_dtype = _vramlint.autocast_mode()[1] if dtype is None else dtype
        self._cache_enabled = cache_enabled
        self._before = []  # one object may be entered again, inside of itself

    def __enter__(self):
        self._before.append(_vramlint.autocast_mode())
        if self.device.split(":")[0] == "cuda":
            _vramlint.set_autocast_mode(self._enabled, self.fast_dtype, self._cache_enabled)
        _vramlint.enter_autocast()

    def __exit__(self, *exception):
        _vramlint.leave_autocast()
        _vramlint.set_autocast_mode(*self._before.pop())
        return False

    def __call__(self, function):
        def wrapper(*args, **kwargs):
            with self:
                return function(*args, **kwargs)
        wrapper.__name__ = getattr(function, "__name__", "wrapper")
        wrapper.__wrapped__ = function
        return wrapper


def _cast(value, dtype):
    from torch import Tensor
    if isinstance(value, Tensor):
        wanted = value.is_floating_point() and value.is_cuda and value.dtype is not _vramlint.dtype_float64
        return value.to(dtype) if wanted else value
    if isinstance(value, dict):
        return {_cast(key, dtype): _cast(item, dtype) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)([_cast(item, dtype) for item in value])
    return value


def custom_fwd(fwd=None, *, device_type="cuda", cast_inputs=None):
    if fwd is None:
        return lambda function: custom_fwd(function, device_type=device_type, cast_inputs=cast_inputs)

    def wrapper(*args, **kwargs):
        enabled, dtype, _ = _vramlint.autocast_mode()
        args[0]._dtype = dtype
        args[0]._fwd_used_autocast = enabled and cast_inputs is None
        if cast_inputs is None or not enabled:
            return fwd(*args, **kwargs)
        with autocast("cuda", enabled=False):
            return fwd(*_cast(args, cast_inputs), **_cast(kwargs, cast_inputs))
    return wrapper


def custom_bwd(bwd=None, *, device_type="cuda"):
    if bwd is None:
        return lambda function: custom_bwd(function, device_type=device_type)

    def wrapper(*args, **kwargs):
        with autocast("cuda", enabled=args[0]._fwd_used_autocast, dtype=args[0]._dtype):
            return bwd(*args, **kwargs)
    return wrapper
