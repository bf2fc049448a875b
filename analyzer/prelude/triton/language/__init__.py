# What is asked of it stands in kernels, whose code is not run, but for types and constants.
import _vramlint


class constexpr:
    def __init__(self, value):
        self.value = value


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'triton.language' has no attribute '{name}'")
    return _vramlint.unknown(f"triton.language.{name} is not modelled")
