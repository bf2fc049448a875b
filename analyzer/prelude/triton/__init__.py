# Kernels in Triton (2.1 to 3.1): they write into tensors that are there, and take nothing of the allocator's. What they
# write is not known, and their code is not run.
import _vramlint

__version__ = "3.0.0"


def cdiv(x, y):
    return (x + y - 1) // y


def next_power_of_2(n):
    power = 1
    while power < n:
        power = power * 2
    return power


class _Kernel:
    def __init__(self, fn):
        self.fn = fn
        self.__name__ = getattr(fn, "__name__", "kernel")
        self.__doc__ = getattr(fn, "__doc__", None)

    def __getitem__(self, grid):
        return lambda *args, **options: self.run(*args, grid=grid, **options)

    def run(self, *args, grid=None, warmup=False, **options):
        for given in args + tuple(options.values()):
            if _vramlint.is_known(given) and hasattr(given, "data_ptr"):
                _vramlint.received(given)
        return _vramlint.unknown("what a compiled kernel of Triton is like is not modelled")

    def __call__(self, *args, **options):
        raise RuntimeError("Cannot call @triton.jit'd outside of the scope of a kernel")

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _vramlint.unknown(f"`{name}` of a kernel of Triton is not modelled")


JITFunction = _Kernel


def jit(fn=None, **options):
    return _Kernel if fn is None else _Kernel(fn)


class Config:
    def __init__(self, kwargs, num_warps=4, num_stages=2, num_ctas=1, maxnreg=None, pre_hook=None, **options):
        self.kwargs, self.num_warps, self.num_stages, self.num_ctas = kwargs, num_warps, num_stages, num_ctas
        self.maxnreg, self.pre_hook = maxnreg, pre_hook


def autotune(configs, key, **options):
    if len(configs) > 1:
        _vramlint.assume("what Triton takes to measure the settings of a kernel when it is called first is not counted")
    return lambda kernel: kernel


def heuristics(values):
    return lambda kernel: kernel


def __getattr__(name):
    if name == "testing":
        import importlib
        return importlib.import_module("triton." + name)
    if name.startswith("__"):
        raise AttributeError(f"module 'triton' has no attribute '{name}'")
    return _vramlint.unknown(f"triton.{name} is not modelled")
