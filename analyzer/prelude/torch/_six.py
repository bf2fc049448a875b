"""What both Pythons had: up to 1.13."""
import math

import _vramlint

inf, nan = math.inf, math.nan
string_classes, int_classes = (str, bytes), int


def __getattr__(name):
    if name == "container_abcs":
        import collections.abc
        return collections.abc
    if name.startswith("_"):
        raise AttributeError(f"module 'torch._six' has no attribute '{name}'")
    return _vramlint.unknown(f"torch._six.{name} is not modelled")
