# Filters: as long as what goes in, or as long as is asked for (scipy/signal, 1.14). What they compute is not followed.
import _vramlint
from numpy import _dtypes
from numpy._array import asarray, broadcast_shape, made, real
from scipy.signal.windows import *  # noqa: F401, F403
from scipy.signal.windows import get_window  # noqa: F401


def _filtered(x, *others):
    """As large as x, in floats as wide as all that goes in."""
    x, name = asarray(x), "float32"
    if not _vramlint.is_known(x):
        return x
    for one in (x,) + others:
        one = asarray(one)
        name = _dtypes.joined(name, real(one._dtype) if _vramlint.is_known(one) else "float64")
    return made(None, x.shape_, name)


def lfilter(b, a, x, axis=-1, zi=None):
    y = _filtered(x, b, a)
    return y if zi is None else (y, asarray(zi))


def sosfilt(sos, x, axis=-1, zi=None):
    y = _filtered(x, sos)
    return y if zi is None else (y, asarray(zi))


def filtfilt(b, a, x, axis=-1, **options):
    return _filtered(x, b, a)


def sosfiltfilt(sos, x, axis=-1, **options):
    return _filtered(x, sos)


def deconvolve(signal, divisor):
    return _vramlint.unknown("scipy.signal.deconvolve is not modelled")


def detrend(data, axis=-1, **options):
    return _filtered(data)


def _alike(x, *args, **options):
    x = asarray(x)
    return made(None, x.shape_, x._dtype) if _vramlint.is_known(x) else x


medfilt = medfilt2d = order_filter = _alike


def savgol_filter(x, window_length, polyorder, deriv=0, delta=1.0, axis=-1, **options):
    return _filtered(x)


def wiener(im, mysize=None, noise=None):
    return _filtered(im, 1.0)


def hilbert(x, N=None, axis=-1):
    return made(None, _with_size(asarray(x), axis, N), "complex128")


def _with_size(x, axis, size):
    shape = list(x.shape_)
    if size is not None:
        shape[axis] = size
    return tuple(shape)


def resample(x, num, t=None, axis=0, window=None, domain="time"):
    x = asarray(x)
    y = made(None, _with_size(x, axis, num), real(x._dtype))
    return y if t is None else (y, made(None, (num,), "float64"))


def _rounded_up(count, divisor):
    return (count + divisor - 1) // divisor


def resample_poly(x, up, down, axis=0, window=None, padtype=None, cval=None):
    x = asarray(x)
    return made(None, _with_size(x, axis, _rounded_up(x.shape_[axis] * up, down)), real(x._dtype))


def decimate(x, q, n=None, ftype="iir", axis=-1, zero_phase=True):
    x = asarray(x)
    return made(None, _with_size(x, axis, _rounded_up(x.shape_[axis], q)), real(x._dtype))


def _convolved(in1, in2, mode="full", *args, **options):
    in1, in2 = asarray(in1), asarray(in2)
    if not _vramlint.is_known(in1, in2):
        return in1 if not _vramlint.is_known(in1) else in2
    name = _dtypes.joined(in1._dtype, in2._dtype)
    if mode == "same":
        return made(None, in1.shape_, name)
    if mode == "full":
        return made(None, [n + m - 1 for n, m in zip(in1.shape_, in2.shape_)], name)
    return made(None, [abs(n - m) + 1 for n, m in zip(in1.shape_, in2.shape_)], name)


convolve = fftconvolve = oaconvolve = convolve2d = correlate = correlate2d = _convolved


def _designed(order, band, output):
    """The coefficients of a filter; one that passes or stops a band has twice the order."""
    order = 2 * order if band in ("band", "bandpass", "bandstop", "pass", "stop", "bp", "bs") else order
    if output == "sos":
        return made(None, (_rounded_up(order, 2), 6), "float64")
    if output == "zpk":
        return made(None, (order,), "complex128"), made(None, (order,), "complex128"), _vramlint.unknown("a filter's gain")
    return made(None, (order + 1,), "float64"), made(None, (order + 1,), "float64")


def butter(N, Wn, btype="low", analog=False, output="ba", fs=None):
    return _designed(N, btype, output)


bessel = butter


def cheby1(N, rp, Wn, btype="low", analog=False, output="ba", fs=None):
    return _designed(N, btype, output)


cheby2 = cheby1


def ellip(N, rp, rs, Wn, btype="low", analog=False, output="ba", fs=None):
    return _designed(N, btype, output)


def iirnotch(w0, Q, fs=2.0):
    return made(None, (3,), "float64"), made(None, (3,), "float64")


iirpeak = iirnotch


def firwin(numtaps, cutoff, **options):
    return made(None, (numtaps,), "float64")


firwin2 = firwin


def __getattr__(name):
    if name == "windows":
        import importlib

        return importlib.import_module("scipy.signal.windows")
    if name.startswith("_"):
        raise AttributeError("module 'scipy.signal' has no attribute '" + name + "'")
    return _vramlint.unknown("scipy.signal." + name + " is not modelled")
