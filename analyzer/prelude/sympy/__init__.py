# Polynomials in one symbol, as far as filter banks are made of them: coefficients as numbers, roots counted.
import math

from sympy._polynomials import (
    Expr, Float, Integer, Poly, Rational, Symbol, chebyshevt, chebyshevu, diff, lambdify, legendre, symbols,
)

__version__ = __release__ = "1.12"
pi, E, oo = math.pi, math.e, math.inf


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError("module 'sympy' has no attribute '" + name + "'")
    from _vramlint import unknown
    return unknown("sympy." + name + " is not modelled")
