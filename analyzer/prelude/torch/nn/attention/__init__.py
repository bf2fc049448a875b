# Which kernel attention takes (torch/nn/attention/__init__.py, 2.4). The choice itself is not modelled.
from contextlib import contextmanager
from enum import Enum

import _vramlint


class SDPBackend(Enum):
    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3


@contextmanager
def sdpa_kernel(backends, set_priority=False):
    assert isinstance(backends, (list, tuple, SDPBackend)), "a backend is an SDPBackend or a list of them"
    _vramlint.assume("attention takes the kernel that PyTorch chooses by itself, not the one that sdpa_kernel asks for")
    yield
