"""What a program draws lies between the bounds it asks for. Of numbers that may be sizes the point is the largest: what
is drawn in every step comes to it in some step, and a peak is that of the highest."""
import _run

__complete__ = True  # what is missing here is not in Python either


_MOST_SAMPLED = 4096


def _why(name):
    return f"random.{name} depends on the run"


def _drawn(low, point, high, name):
    if not (_run.is_known(low) and _run.is_known(high)):
        return _run.spread(low, high, _why(name))
    return _run.between(low, point, high, _why(name))


def _is_open(end):
    """Nothing bounds it."""
    return not _run.is_known(end) and not _run.is_known(end < 2 ** 36)


class Random:
    def __init__(self, x=None):
        pass

    def seed(self, a=None, version=2):
        pass

    def getstate(self):
        return _run.unknown(_why("getstate"))

    def setstate(self, state):
        pass

    def random(self):
        return _run.between(0.0, 0.5, 1.0, _why("random"))

    def uniform(self, a, b):
        low, high = (a, b) if a <= b else (b, a)
        return _drawn(low + 0.0, high + 0.0, high + 0.0, "uniform")

    def triangular(self, low=0.0, high=1.0, mode=None):
        return _drawn(low + 0.0, high + 0.0, high + 0.0, "triangular")

    def randint(self, a, b):
        return self.randrange(a, b + 1)

    def randrange(self, start, stop=None, step=1):
        first, end = (0, start) if stop is None else (start, stop)
        numbers = _run.number(_why("randrange")) if _is_open(end) else range(first, end, step)
        if not _run.is_known(numbers):
            if not _is_open(end):
                return int(_run.spread(first, end - 1, _why("randrange")))  # the same one from then on
            return _run.some(first, _why("randrange")) if _run.is_known(first) else _run.number(_why("randrange"))
        if len(numbers) == 0:
            raise ValueError("empty range for randrange()")
        ends = (numbers[0], numbers[-1])
        return _drawn(min(ends), max(ends), max(ends), "randrange")

    def getrandbits(self, k):
        return _run.number(_why("getrandbits")) if k > 52 else self.randrange(1 << k)

    def randbytes(self, n):
        return _run.unknown(_why("randbytes"))

    def gauss(self, mu=0.0, sigma=1.0):
        return _run.number(_why("gauss"))

    normalvariate = lognormvariate = betavariate = gammavariate = vonmisesvariate = weibullvariate = gauss

    def expovariate(self, lambd=1.0):
        return _run.number(_why("expovariate"))

    paretovariate = expovariate

    def binomialvariate(self, n=1, p=0.5):
        return self.randint(0, n)

    def choice(self, seq):
        if not _run.is_known(seq):
            return _run.unknown(_why("choice"))
        if len(seq) == 0:
            raise IndexError("Cannot choose from an empty sequence")
        return self._any_of(seq, "choice")

    def _any_of(self, seq, name):
        if not isinstance(seq, range) and not _run.is_known(len(seq)):
            return seq[_run.number(_why(name))]
        items = seq if isinstance(seq, range) else list(seq)
        if isinstance(items, range):
            return self.randrange(items.start, items.stop, items.step)
        if len(items) == 1:
            return items[0]
        for kind in (int, float):
            if all(_run.is_known(item) and type(item) is kind for item in items):
                return _drawn(min(items), max(items), max(items), name)
        return items[_run.number(_why(name))]

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        return [self.choice(population) for _ in range(k)]

    def sample(self, population, k, *, counts=None):
        if not _run.is_known(k) or not _run.is_known(population) and k > _MOST_SAMPLED:
            return _run.unknown(_why("sample"))
        if not _run.is_known(population):  # of a list of unknown length what each of it is like
            return [population[_run.number(_why("sample"))]] * k
        if counts is None and not 0 <= k <= len(population):
            raise ValueError("Sample larger than population or is negative")
        return [self._any_of(population, "sample") for _ in range(k)]

    def shuffle(self, x):
        if isinstance(x, list):
            return _run.shuffle(x)
        if not _run.is_known(len(x)):
            return
        for place in range(len(x)):
            x[place] = _run.unknown("the order of a shuffled list depends on the run")


class SystemRandom(Random):
    pass


_inst = Random()
seed = _inst.seed
getstate = _inst.getstate
setstate = _inst.setstate
random = _inst.random
uniform = _inst.uniform
triangular = _inst.triangular
randint = _inst.randint
randrange = _inst.randrange
getrandbits = _inst.getrandbits
randbytes = _inst.randbytes
gauss = _inst.gauss
normalvariate = _inst.normalvariate
lognormvariate = _inst.lognormvariate
betavariate = _inst.betavariate
gammavariate = _inst.gammavariate
vonmisesvariate = _inst.vonmisesvariate
weibullvariate = _inst.weibullvariate
expovariate = _inst.expovariate
paretovariate = _inst.paretovariate
binomialvariate = _inst.binomialvariate
choice = _inst.choice
choices = _inst.choices
sample = _inst.sample
shuffle = _inst.shuffle
