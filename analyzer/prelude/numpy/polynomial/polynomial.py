from numpy._array import asarray
from numpy.polynomial import _evaluated


class Polynomial:
    def __init__(self, coef, domain=None, window=None):
        self.coef = asarray(coef) * 1.0

    def degree(self):
        return self.coef.size - 1

    def __call__(self, arg):
        return _evaluated(self.coef[::-1], arg)


def polyval(x, c, tensor=True):
    return _evaluated(asarray(c)[::-1], x)
