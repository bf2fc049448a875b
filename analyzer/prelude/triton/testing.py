import _vramlint


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'triton.testing' has no attribute '{name}'")
    return _vramlint.unknown(f"triton.testing.{name} is not modelled")
