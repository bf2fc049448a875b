# Points and weights of Gauss-Legendre quadrature.
from numpy._array import made


def leggauss(deg):
    return made(None, (deg,), "float64"), made(None, (deg,), "float64")
