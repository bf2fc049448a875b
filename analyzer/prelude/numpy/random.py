# Random numbers are not known; how many there are is, and of a single one the bounds.
import random as _single_numbers

import _run
from numpy._array import asarray, broadcast_shape, is_array, made, nested_shape

_single = "random numbers are not known"


def _drawn(size, name="float64"):
    if size is None:
        return _run.number(_single)
    return made(None, (size,) if not _run.is_known(size) or isinstance(size, int) else size, name)


def _is_single(size, *given):
    """A number between others, or one of these."""
    return (size is None or (isinstance(size, (list, tuple)) and len(size) == 0)) and all([
        _run.is_known(one) and (isinstance(one, (int, float, list, tuple, range)) or one is None) for one in given])


def _together(*given):
    shape = ()
    for one in given:
        shape = broadcast_shape(shape, one.shape_ if _run.is_known(one) and is_array(one) else ())
    return shape or None


def _lead(size):
    return () if size is None else (size,) if not _run.is_known(size) or isinstance(size, int) else tuple(size)


def _few(size):
    """Of a row of few numbers, which are drawn one by one (corners of a crop): their number."""
    row = _lead(size) if _run.is_known(size) else ()
    return row[0] if len(row) == 1 and _run.is_known(row[0]) and row[0] <= 16 else None


class RandomState:
    def __init__(self, seed=None):
        pass

    def seed(self, seed=None):
        return None

    def rand(self, *d):
        return self.random(d or None)

    def randn(self, *d):
        return _drawn(d or None)

    def random(self, size=None, dtype=None):
        return _single_numbers.random() if size is None else _drawn(size)

    random_sample = ranf = sample = random

    def standard_normal(self, size=None, dtype=None):
        return _drawn(size)

    def normal(self, loc=0.0, scale=1.0, size=None):
        return _drawn(_together(loc, scale) if size is None else size)

    laplace = lognormal = logistic = gumbel = normal

    def uniform(self, low=0.0, high=1.0, size=None):
        if _is_single(size, low, high):
            return _single_numbers.uniform(low, high)
        return _drawn(_together(low, high) if size is None else size)

    def beta(self, a, b=1.0, size=None):
        return _drawn(_together(a, b) if size is None else size)

    gamma = vonmises = wald = weibull = pareto = beta

    def triangular(self, left, mode, right, size=None):
        return _drawn(size)

    def dirichlet(self, alpha, size=None):
        return made(None, _lead(size) + (len(alpha),), "float64")

    def multinomial(self, n, pvals, size=None):
        return made(None, _lead(size) + (len(pvals),), "int64")

    def bytes(self, length):
        return _run.unknown(_single)

    def exponential(self, scale=1.0, size=None):
        return _drawn(size)

    def poisson(self, lam=1.0, size=None):
        return _drawn(size, "int64")

    def binomial(self, n, p, size=None):
        return _drawn(size, "int64")

    def randint(self, low, high=None, size=None, dtype=int):
        if size is not None:
            few = _few(size) if _run.is_size(low) and (high is None or _run.is_size(high)) else None
            return made(few and [self.randint(low, high) for _ in range(few)], _lead(size), "int64")
        first, end = (0, low) if high is None else (low, high)
        if not (_run.is_known(first) and _run.is_known(end)) and _run.is_size(first) and _run.is_known(end < 2 ** 36):
            return _run.spread(first, end - 1, _single)
        if not _run.is_known(first) or not isinstance(first, int):
            return _run.number(_single)
        if not _run.is_known(end):
            return _run.some(first, _single)
        return _run.between(first, end - 1, end - 1, _single) if isinstance(end, int) and first < end else _run.number(_single)

    integers = randint

    def permutation(self, x):
        if not _run.is_known(x):
            return x
        if isinstance(x, int):
            return made(None, (x,), "int64")
        return made(None, nested_shape(x), asarray(x)._dtype)

    permuted = permutation

    def shuffle(self, x, axis=0):
        if is_array(x):
            x._store.forget()
        elif isinstance(x, list):
            x[:] = [_run.number(_single) if isinstance(item, (int, float)) else item for item in x]

    def choice(self, a, size=None, replace=True, p=None, **options):
        if size is None and isinstance(a, int) and _run.is_known(a):
            return self.randint(a)
        if not _run.is_known(a):
            return _drawn(size, "int64" if size is not None else "float64")
        if _is_single(size, a):
            return _single_numbers.choice(range(a) if isinstance(a, int) else a)
        return _drawn(size, "int64" if isinstance(a, int) else asarray(a)._dtype)

    def multivariate_normal(self, mean, cov, size=None):
        return made(None, _lead(size) + (len(mean),), "float64")

    def get_state(self):
        return _run.unknown(_single)

    def set_state(self, state):
        return None


class _BitGenerator:
    @property
    def state(self):
        return _run.unknown(_single)

    @state.setter
    def state(self, value):
        return None


class Generator(RandomState):
    def __init__(self, bit_generator=None):
        self.bit_generator = _BitGenerator()


PCG64 = MT19937 = Philox = SFC64 = lambda seed=None: _BitGenerator()
_global = RandomState()
for _name in ("seed rand randn random random_sample ranf sample standard_normal normal uniform beta laplace lognormal gamma triangular dirichlet multinomial "
              "logistic gumbel vonmises wald weibull pareto bytes "
              "exponential poisson binomial randint permutation shuffle choice multivariate_normal get_state "
              "set_state").split():
    globals()[_name] = getattr(_global, _name)


def default_rng(seed=None):
    return seed if isinstance(seed, Generator) else Generator()
