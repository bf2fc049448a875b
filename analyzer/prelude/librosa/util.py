import _vramlint
import numpy


def normalize(S, *, norm=numpy.inf, axis=0, threshold=None, fill=None):
    return S


def pad_center(data, size, axis=-1, **keywords):  # by keyword alone since 0.10
    return numpy.empty(data.shape[:-1] + (size,), data.dtype) if axis in (-1, data.ndim - 1) else _vramlint.unknown(
        "librosa.util.pad_center along another axis is not modelled")


def tiny(x):
    return 1.1754944e-38


def __getattr__(name):
    return _vramlint.unknown(f"librosa.util.{name} is not modelled")
