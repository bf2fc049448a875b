# Compiled; what Python code asks of it beside switches.
import _vramlint


class _nn:
    @staticmethod
    def _parse_to(*args, **kwargs):
        # The device, dtype, non_blocking and memory format that Module.to is given.
        from torch._tensor import Tensor, device as device_class, dtype as dtype_class
        device, dtype = kwargs.get("device"), kwargs.get("dtype")
        for value in args:
            if isinstance(value, Tensor):
                device, dtype = value.device, value.dtype
            elif isinstance(value, dtype_class):
                dtype = value
            elif isinstance(value, (str, int, device_class)) and not isinstance(value, bool):
                device = value
        if device is not None and not isinstance(device, device_class):
            device = device_class(device)
        return device, dtype, kwargs.get("non_blocking", False), kwargs.get("memory_format")


def _get_tracing_state():
    return None


def __getattr__(name):
    return _vramlint.unknown("torch._C." + name + " is compiled")
