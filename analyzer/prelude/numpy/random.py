# Random numbers are not known; how many there are is.
import _vramlint
from numpy._array import asarray, made, nested_shape

_single = "random numbers are not known"


def _drawn(size, name="float64"):
    if size is None:
        return _vramlint.unknown(_single)
    return made(None, (size,) if isinstance(size, int) else size, name)


class RandomState:
    def __init__(self, seed=None):
        pass

    def seed(self, seed=None):
        return None

    def rand(self, *d):
        return _drawn(d or None)

    def randn(self, *d):
        return _drawn(d or None)

    def random(self, size=None, dtype=None):
        return _drawn(size)

    random_sample = ranf = sample = random

    def standard_normal(self, size=None, dtype=None):
        return _drawn(size)

    def normal(self, loc=0.0, scale=1.0, size=None):
        return _drawn(size)

    def uniform(self, low=0.0, high=1.0, size=None):
        return _drawn(size)

    def beta(self, a, b, size=None):
        return _drawn(size)

    laplace = lognormal = gamma = beta

    def exponential(self, scale=1.0, size=None):
        return _drawn(size)

    def poisson(self, lam=1.0, size=None):
        return _drawn(size, "int64")

    def binomial(self, n, p, size=None):
        return _drawn(size, "int64")

    def randint(self, low, high=None, size=None, dtype=int):
        return _drawn(size, "int64")

    integers = randint

    def permutation(self, x):
        if isinstance(x, int):
            return made(None, (x,), "int64")
        return made(None, nested_shape(x), asarray(x)._dtype)

    permuted = permutation

    def shuffle(self, x):
        return None

    def choice(self, a, size=None, replace=True, p=None, **options):
        return _drawn(size, "int64" if isinstance(a, int) else asarray(a)._dtype)

    def multivariate_normal(self, mean, cov, size=None):
        lead = () if size is None else (size,) if isinstance(size, int) else tuple(size)
        return made(None, lead + (len(mean),), "float64")

    def get_state(self):
        return _vramlint.unknown(_single)

    def set_state(self, state):
        return None


Generator = RandomState
_global = RandomState()
for _name in ("seed rand randn random random_sample ranf sample standard_normal normal uniform beta laplace lognormal gamma "
              "exponential poisson binomial randint permutation shuffle choice multivariate_normal get_state "
              "set_state").split():
    globals()[_name] = getattr(_global, _name)


def default_rng(seed=None):
    return RandomState(seed)
