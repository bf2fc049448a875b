"""Functions of complex numbers."""
import math

from vramlint_complex import _new, _parts, made

pi, e, tau, inf, nan = math.pi, math.e, math.tau, math.inf, math.nan
infj, nanj = made(0.0, inf), made(0.0, nan)


def phase(x):
    real, imag = _parts(x)
    return math.atan2(imag, real)


def polar(x):
    return abs(made(x)), phase(x)


def rect(r, phi):
    return _new(r * math.cos(phi), r * math.sin(phi))


def exp(x):
    real, imag = _parts(x)
    return rect(math.exp(real), imag)


def log(x, base=None):
    found = _new(math.log(abs(made(x))), phase(x))
    return found if base is None else found / log(base)


def log10(x):
    return log(x) / math.log(10)


def sqrt(x):
    real, imag = _parts(x)
    size = math.hypot(real, imag)
    return _new(math.sqrt((size + real) / 2), math.copysign(math.sqrt((size - real) / 2), imag))


def cosh(x):
    real, imag = _parts(x)
    return _new(math.cosh(real) * math.cos(imag), math.sinh(real) * math.sin(imag))


def sinh(x):
    real, imag = _parts(x)
    return _new(math.sinh(real) * math.cos(imag), math.cosh(real) * math.sin(imag))


def tanh(x):
    return sinh(x) / cosh(x)


def cos(x):
    return cosh(made(x) * made(0, 1))


def sin(x):
    return sinh(made(x) * made(0, 1)) * made(0, -1)


def tan(x):
    return sin(x) / cos(x)


def isfinite(x):
    return all([math.isfinite(part) for part in _parts(x)])


def isnan(x):
    return any([math.isnan(part) for part in _parts(x)])


def isinf(x):
    return any([math.isinf(part) for part in _parts(x)])


def isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    return abs(made(a) - b) <= max(rel_tol * max(abs(made(a)), abs(made(b))), abs_tol)
