# Which kernel attention takes (torch/nn/attention/__init__.py, 2.4).
from enum import Enum

from torch.backends import cuda


class SDPBackend(Enum):
    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3


def sdpa_kernel(backends, set_priority=False):
    assert isinstance(backends, (list, tuple, SDPBackend)), "a backend is an SDPBackend or a list of them"
    kernels = 0
    for backend in [backends] if isinstance(backends, SDPBackend) else backends:
        kernels |= 1 << backend.value
    return cuda._only(kernels)
