# Distributions and statistics of scipy (1.14): how much is drawn is known, and of a truncated one between which bounds.
import _run
import _vramlint
from numpy._array import asarray, inf, is_array, made

_drawn = "random numbers are not known"
_few = 16  # numbers that are drawn one by one


def _lead(size):
    return (size,) if not _vramlint.is_known(size) or isinstance(size, int) else tuple(size)


def _elementwise(x):
    if not _vramlint.is_known(x):
        return x
    if isinstance(x, (int, float)):
        return _run.number("what a distribution says of a number is not computed")
    return made(None, asarray(x).shape_, "float64")


class _Distribution:
    _name = "float64"
    _shapes = 0  # how many numbers stand before `loc` and `scale`
    _ends = None  # of what is drawn, before those: where both are bounded

    def __init__(self, *args, **options):
        self._args, self._options = args, options

    def __call__(self, *args, **options):
        return type(self)(*args, **options)

    freeze = __call__

    def rvs(self, *args, random_state=None, **options):
        if self._args or self._options:
            size = args[0] if args else options.get("size")
            args, options = self._args, self._options
        else:
            most = self._shapes + (1 if self._name == "int64" else 2)
            size, args = args[most] if len(args) > most else options.pop("size", None), args[:most]
        return self._sample(args, options, size)

    def _sample(self, args, options, size):
        arrays = [one for one in args + tuple(options.values()) if _vramlint.is_known(one) and is_array(one)]
        if arrays:
            return made(None, arrays[0].shape_ if size is None else _lead(size), self._name)
        if size is None:
            return self._one(args, options)
        few = _vramlint.is_known(size) and isinstance(size, int) and size <= _few
        return made([self._one(args, options) for _ in range(size)] if few else None, _lead(size), self._name)

    def _one(self, args, options):
        loc = args[self._shapes] if len(args) > self._shapes else options.get("loc", 0.0)
        scale = args[self._shapes + 1] if len(args) > self._shapes + 1 else options.get("scale", 1.0)
        ends = self._bounds(args, options)
        if ends is None:
            return _run.number(_drawn)
        low, high = [loc + scale * end + 0.0 for end in ends]
        if not _vramlint.is_known(low, high) or high - low == inf:
            return _run.number(_drawn)
        return _run.between(low, high, high, _drawn)

    def _bounds(self, args, options):
        return self._ends

    def pdf(self, x, *args, **options):
        return _elementwise(x)

    pmf = logpdf = logpmf = cdf = logcdf = sf = logsf = ppf = isf = pdf

    def mean(self, *args, **options):
        return _run.number("what a distribution says of itself is not computed")

    std = var = median = entropy = mean

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _vramlint.unknown(f"`{name}` of a distribution of scipy.stats is not modelled")


class _Truncated(_Distribution):
    _shapes = 2

    def _bounds(self, args, options):
        a = args[0] if args else options["a"]
        return a, args[1] if len(args) > 1 else options["b"]


class _OneShape(_Distribution):
    _shapes = 1


class _TwoShapes(_Distribution):
    _shapes = 2


class _Unit(_Distribution):
    _ends = (0.0, 1.0)


class _Beta(_TwoShapes):
    _ends = (0.0, 1.0)


class _Counts(_OneShape):
    _name = "int64"


class _TwoCounts(_TwoShapes):
    _name = "int64"


norm = expon = cauchy = laplace = logistic = rayleigh = halfnorm = gumbel_r = gumbel_l = _Distribution()
uniform, beta, truncnorm = _Unit(), _Beta(), _Truncated()
gamma = chi2 = lognorm = pareto = t = powerlaw = invgamma = weibull_min = _OneShape()
f = _TwoShapes()
poisson = bernoulli = geom = zipf = _Counts()
binom = nbinom = randint = _TwoCounts()


class _Test(tuple):
    @property
    def statistic(self):
        return self[0]

    @property
    def pvalue(self):
        return self[1]

    correlation = statistic


def _tested(*samples, **options):
    return _Test(tuple([_run.number("a statistic is not computed") for _ in range(2)]))


pearsonr = spearmanr = kendalltau = ttest_ind = ttest_rel = ttest_1samp = wilcoxon = mannwhitneyu = ks_2samp = _tested


def _alike(a, *args, **options):
    return _elementwise(a)


zscore = rankdata = _alike


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError("module 'scipy.stats' has no attribute '" + name + "'")
    return _vramlint.unknown("scipy.stats." + name + " is not modelled")
