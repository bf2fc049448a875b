# Polynomials: coefficients of small ones, values of them where their argument's are known.
import _vramlint
from numpy._array import asarray, cells_of, made, unary


def _evaluated(coefficients, x):
    # Horner's rule, the highest power first.
    cells = cells_of(asarray(coefficients))

    def at(value):
        result = 0
        for cell in cells:
            result = result * value + cell
        return result

    if cells is None:
        x = asarray(x)
        from numpy._array import finished
        return finished(None, x.shape_, "float64")
    return unary(x, at)


class poly1d:
    def __init__(self, c_or_r, r=False, variable=None):
        self.coeffs = self.c = self.coefficients = asarray(c_or_r)

    @property
    def order(self):
        return self.coeffs.size - 1

    o = order

    @property
    def roots(self):
        return roots(self.coeffs)

    r = roots

    def deriv(self, m=1):
        import numpy
        return poly1d(numpy.polyder(self.coeffs, m))

    def __add__(self, other):
        import numpy
        return poly1d(numpy.polyadd(self.coeffs, other.coeffs if isinstance(other, poly1d) else [other]))

    __radd__ = __add__

    def __neg__(self):
        return poly1d(-self.coeffs)

    def __sub__(self, other):
        return self + -other

    def __getitem__(self, power):
        return self.coeffs[self.order - power] if 0 <= power <= self.order else 0

    def __call__(self, val):
        return _evaluated(self.coeffs, val)

    def __len__(self):
        return self.order

    def __mul__(self, other):
        import numpy
        if isinstance(other, poly1d):
            return poly1d(numpy.convolve(self.coeffs, other.coeffs))
        return poly1d(self.coeffs * other)

    __rmul__ = __mul__


def polyval(p, x):
    return _evaluated(p, x)


def polyfit(x, y, deg, **options):
    return made(None, (deg + 1,), "float64")


def roots(p):
    return made(None, (asarray(p).size - 1,), "complex128")


def __getattr__(name):
    if name in ("polynomial", "legendre"):
        return __import__("numpy.polynomial." + name, fromlist=["*"])
    if name == "Polynomial":
        from numpy.polynomial.polynomial import Polynomial
        return Polynomial
    if not name.startswith("_"):
        return _vramlint.unknown("numpy.polynomial." + name + " is not modelled")
    raise AttributeError("module 'numpy.polynomial' has no attribute '" + name + "'")
