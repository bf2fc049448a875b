import math

import _vramlint
from numpy._array import asarray, made, unary
from numpy._functions import _paired


def _legendre(n, x):
    before, value = 1.0, x
    if n == 0:
        return before
    for k in range(1, n):
        before, value = value, ((2 * k + 1) * x * value - k * before) / (k + 1)
    return value


def _chebyshev(n, x):
    before, value = 1.0, x
    if n == 0:
        return before
    for _ in range(1, n):
        before, value = value, 2 * x * value - before
    return value


def _of_degree(function):
    def evaluate(n, x, out=None):
        if not _vramlint.is_known(n):
            return n
        if not isinstance(n, int):
            from numpy._array import broadcast_shape
            return made(None, broadcast_shape(asarray(n).shape_, asarray(x).shape_), "float64")
        return unary(x, lambda value: function(n, value), "float64")
    return evaluate


eval_legendre = _of_degree(_legendre)
eval_chebyt = _of_degree(_chebyshev)


def _lifted(function):
    return lambda x: unary(x, function, "float64")


erf, erfc = _lifted(math.erf), _lifted(math.erfc)
gamma, gammaln = _lifted(math.gamma), _lifted(math.lgamma)
expit = _lifted(lambda x: 1 / (1 + math.exp(-x)))
log_softmax = softmax = lambda x, axis=None: made(None, asarray(x).shape_, "float64")


def _shaped(*arguments):
    from numpy._array import broadcast_shape, finished
    shape = ()
    for argument in arguments:
        shape = broadcast_shape(shape, asarray(argument).shape_)
    return finished(None, shape, "float64")


jv = jn = yv = iv = kv = beta = _shaped
sph_harm = lambda m, n, theta, phi: made(None, asarray(_shaped(m, n, theta, phi)).shape_, "complex128")
factorial = _lifted(lambda x: float(math.factorial(int(x))))
comb = _paired(lambda n, k: float(math.comb(int(n), int(k))))


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError("module 'scipy.special' has no attribute '" + name + "'")
    return _vramlint.unknown("scipy.special." + name + " is not modelled")
