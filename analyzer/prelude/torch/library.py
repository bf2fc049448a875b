# Operators that a program writes in Python itself. One with a backward of its own keeps what its context saves; one
# without fails where backward() comes to it.
import inspect

import _vramlint
from torch import ops
from torch.autograd.function import Function

_DEVICE_KEYS = ("", "CPU", "CUDA", "CompositeImplicitAutograd", "CompositeExplicitAutograd")


def _all_positional(fn, args, kwargs):
    if not kwargs:
        return args
    bound = inspect.signature(fn).bind(*args, **kwargs)
    bound.apply_defaults()
    return tuple(bound.arguments.values())


def _recorded(op):
    class Recorded(Function):
        @staticmethod
        def forward(*args):
            return op._run(*args)

        @staticmethod
        def setup_context(ctx, inputs, output):
            if op._setup is not None:
                op._setup(ctx=ctx, inputs=inputs, output=output)

        @staticmethod
        def backward(ctx, *grads):
            if op._backward is None:
                raise RuntimeError("Trying to backward through " + op._qualname +
                                   " but no autograd formula was registered. Please use register_autograd to add one.")
            return op._backward(ctx, *grads)

    return Recorded


class CustomOpDef:
    def __init__(self, name, fn):
        self._qualname = name
        self._run = fn
        self._backward = self._setup = None
        self._function = _recorded(self)
        self.__name__ = name.split("::")[-1]
        ops.register(name, self)

    def __call__(self, *args, **kwargs):
        return self._function.apply(*_all_positional(self._run, args, kwargs))

    def register_autograd(self, backward, /, *, setup_context=None):
        self._backward, self._setup = backward, setup_context

    def register_fake(self, fn, /):
        return fn

    def register_kernel(self, device_types, fn=None, /):
        return _as_decorator(lambda kernel: kernel, fn)

    def register_vmap(self, fn=None):
        return _as_decorator(lambda kernel: kernel, fn)

    def register_torch_dispatch(self, kind, fn=None, /):
        return _as_decorator(lambda kernel: kernel, fn)

    def set_kernel_enabled(self, device_type, enabled=True):
        return None


def _as_decorator(make, fn):
    return make if fn is None else make(fn)


def custom_op(name, fn=None, /, *, mutates_args=(), device_types=None, schema=None, tags=None):
    return _as_decorator(lambda kernel: CustomOpDef(name, kernel), fn)


def triton_op(name, fn=None, /, *, mutates_args=(), schema=None):
    return _as_decorator(lambda kernel: CustomOpDef(name, kernel), fn)


def wrap_triton(kernel, /):
    return kernel


def define(qualname, schema=None, *, lib=None, tags=()):
    if callable(schema):
        return schema
    return (lambda fn: fn) if schema is None else None


def impl(qualname, types, func=None, *, lib=None):
    if isinstance(qualname, Library):
        return qualname.decorator(types, lib if isinstance(lib, str) else func if isinstance(func, str) else "")
    return _as_decorator(lambda kernel: _implemented(qualname, kernel, types), func)


def _implemented(qualname, fn, key):
    keys = [key] if isinstance(key, str) else list(key)
    on_device = any(each in _DEVICE_KEYS or each.upper() in _DEVICE_KEYS or each == "default" for each in keys)
    if any(each.startswith("Autograd") for each in keys) or on_device and ops.registered(qualname) is None:
        ops.register(qualname, fn)
    return fn


def register_kernel(op, device_types, func=None, /, *, lib=None):
    return _as_decorator(lambda kernel: kernel, func)


def register_fake(op, func=None, /, *, lib=None, _stacklevel=1, allow_override=False):
    return _as_decorator(lambda kernel: kernel, func)


impl_abstract = register_fake


def register_autograd(op, backward, /, *, setup_context=None, lib=None):
    found = op if isinstance(op, CustomOpDef) else ops.registered(op)
    if found is None:
        return None
    if not isinstance(found, CustomOpDef):
        found = CustomOpDef(op, found)
    found.register_autograd(backward, setup_context=setup_context)


def register_vmap(op, func=None, /, *, lib=None):
    return _as_decorator(lambda kernel: kernel, func)


def infer_schema(prototype_function, /, *, mutates_args, op_name=None):
    return (op_name or "") + "()"


def opcheck(op, args, kwargs=None, **options):
    return {}


def fallthrough_kernel():
    return None


class Library:
    def __init__(self, ns, kind, dispatch_key=""):
        self.ns = ns
        self.kind = kind
        self.dispatch_key = dispatch_key

    def define(self, schema, alias_analysis="", *, tags=()):
        return schema.split("(")[0].strip()

    def impl(self, op_name, fn, dispatch_key="", **options):
        name = op_name if isinstance(op_name, str) else op_name.__name__
        _implemented(name if "::" in name else self.ns + "::" + name, fn, dispatch_key or self.dispatch_key)

    def decorator(self, name, key):
        def made(fn):
            self.impl(name, fn, key)
            return fn

        return made

    def fallback(self, fn, dispatch_key="", **options):
        return None


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'torch.library' has no attribute '{name}'")
    return _vramlint.unknown("torch.library." + name + " is not modelled")
