# Which kernels attention may take, a bit for each value of SDPBackend (torch/backends/cuda/__init__.py, 2.0 to 2.11).
from contextlib import contextmanager


class _Matmul:
    allow_tf32 = False


class _Attention:
    kernels = 0b1111


matmul = _Matmul()
_attention = _Attention()
_MATH, _FLASH, _EFFICIENT, _CUDNN = 1, 2, 4, 8


def _allow(kernel, enabled):
    _attention.kernels = _attention.kernels | kernel if enabled else _attention.kernels & ~kernel


def _allowed(kernel):
    return bool(_attention.kernels & kernel)


@contextmanager
def _only(kernels):
    before = _attention.kernels
    _attention.kernels = kernels
    try:
        yield
    finally:
        _attention.kernels = before


def sdp_kernel(enable_flash=True, enable_math=True, enable_mem_efficient=True, enable_cudnn=True):
    return _only(enable_flash * _FLASH | enable_math * _MATH | enable_mem_efficient * _EFFICIENT | enable_cudnn * _CUDNN)


def enable_flash_sdp(enabled):
    _allow(_FLASH, enabled)


def enable_mem_efficient_sdp(enabled):
    _allow(_EFFICIENT, enabled)


def enable_math_sdp(enabled):
    _allow(_MATH, enabled)


def enable_cudnn_sdp(enabled):
    _allow(_CUDNN, enabled)


def flash_sdp_enabled():
    return _allowed(_FLASH)


def mem_efficient_sdp_enabled():
    return _allowed(_EFFICIENT)


def math_sdp_enabled():
    return _allowed(_MATH)


def cudnn_sdp_enabled():
    return _allowed(_CUDNN)
