import numpy as np
import torch
from arrays import shower

show = shower(globals())

import sympy
from sympy import Poly, Symbol, chebyshevt, legendre, symbols
X = Symbol('x')

show('[float(c) for c in Poly(legendre(3, X), X).all_coeffs()]')
show('[float(c) for c in Poly(legendre(3, 2 * X - 1), X).all_coeffs()]')
show('[float(c) for c in Poly(chebyshevt(4, X), X).all_coeffs()]')
show('[float(c) for c in Poly(chebyshevt(3, 2 * X - 1), X).all_coeffs()]')
show('[float(c) for c in Poly(chebyshevt(0, 2 * X - 1), X).all_coeffs()]')
show('Poly(chebyshevt(4, X), X).degree()')
show('[float(r) for r in Poly(chebyshevt(4, 2 * X - 1), X).all_roots()]')
show('[float(r) for r in Poly(legendre(3, 2 * X - 1)).all_roots()]')
show('[float(Poly(chebyshevt(3, 2 * X - 1)).all_roots()[i].evalf(20)) for i in range(3)]')
show('[float(c) for c in Poly(X ** 2 + 2 * X + 1, X).all_coeffs()]')
show('[float(c) for c in Poly((X + 1) ** 2, X).all_coeffs()]')
show('[float(c) for c in Poly(3 * X - 1).all_coeffs()]')
show("len(symbols('a b c'))")
show("symbols('a').name")
show("str(Symbol('y').name)")
show('float(sympy.Integer(3))')
show('float(sympy.Rational(1, 2))')
show('np.flip(np.array(Poly(legendre(2, 2 * X - 1), X).all_coeffs()).astype(np.float64))')
show('np.array(Poly(chebyshevt(2, 2 * X - 1), X).all_coeffs(), dtype=np.float64)')
show('np.sqrt(2 * 2 + 1) * np.array(Poly(legendre(2, 2 * X - 1), X).all_coeffs()).astype(np.float64)')
show('np.sqrt(2) * np.array(Poly(chebyshevt(1, 2 * X - 1), X).all_coeffs()).astype(np.float64)')
show('float(sympy.pi)')
show('float((X ** 2).subs(X, 3))')
show('float(sympy.diff(X ** 2, X).subs(X, 2))')
show('float(legendre(2, 0.5))')
show('float(chebyshevt(2, 0.5))')
