# Modules changing dtype and place (torch/nn/modules/module.py, 1.13 to 2.4).
import _vramlint
from torch._tensor import Tensor


def _follows():
    import vramlint_follow
    return vramlint_follow.follows


class Movable:
    def _apply(self, fn, recurse=True):
        if recurse:
            for module in self.children():
                module._apply(fn)
        for value in self._parameters.values():
            if value is not None:
                value.data = fn(value.data)
        for name, value in self._buffers.items():
            if value is not None:
                self._buffers[name] = fn(value)
        return self

    def _cast(self, dtype, complex_too=False):
        for module in self.modules():
            for store in (module._parameters, module._buffers):
                for value in store.values():
                    if value is not None and (value.is_floating_point() or complex_too and value.is_complex()):
                        value.data = value.data.to(dtype)
        return self

    def _move(self, device):
        # Where it lies matters to a whole program only: a step has one GPU.
        if _follows():
            from torch.cuda import _places
            _places.move(self, device)
        return self

    def to(self, *args, **kwargs):
        from torch import device as device_class, dtype as dtype_class
        if _follows():
            from torch.cuda import _places
            _places.move_as_asked(self, args, kwargs)
        if kwargs.get("memory_format") is not None:
            self._lay_out(kwargs["memory_format"])
        for value in list(args) + list(kwargs.values()):
            if isinstance(value, dtype_class):
                if not (value.is_floating_point or value.is_complex):
                    raise TypeError("nn.Module.to only accepts floating point or complex dtypes, but got desired "
                                    f"dtype={value}")
                return self._cast(value, True)
            if isinstance(value, Tensor):
                return self._cast(value.dtype, True)
            if isinstance(value, device_class) and value.type == "cuda":
                self._bring(value)
        return self

    def _lay_out(self, memory_format):
        # Weights of images' rank alone: torch/nn/modules/module.py, convert.
        rank = 5 if memory_format == "torch.channels_last_3d" else 4
        for module in self.modules():
            for store in (module._parameters, module._buffers):
                for value in store.values():
                    if value is not None and value.dim() == rank:
                        value.data = value.data.to(memory_format=memory_format)

    def _bring(self, device):
        # A layer that forward makes: what it holds comes to the GPU here, and not one by one where it is used.
        for module in self.modules():
            for store in (module._parameters, module._buffers):
                for value in store.values():
                    if value is not None:
                        value.data = value.data.to(device)

    def cuda(self, device=None):
        return self._move(device)

    def cpu(self):
        return self._move("cpu")

    def xpu(self, device=None):
        return self

    ipu = mtia = xpu

    def to_empty(self, *, device=None, recurse=True):
        return self

    def type(self, dst_type):
        return self._apply(lambda value: value.type(dst_type))

    def float(self):
        return self._cast(_vramlint.dtype_float32)

    def double(self):
        return self._cast(_vramlint.dtype_float64)

    def half(self):
        return self._cast(_vramlint.dtype_float16)

    def bfloat16(self):
        return self._cast(_vramlint.dtype_bfloat16)

    def share_memory(self):
        return self
