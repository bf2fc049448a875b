# Distributions over tensors: what each computes and so keeps for backward (torch/distributions, 1.13 to 2.4). Arguments
# are not validated: no value is known, and the checks keep nothing.
import math

import torch
import torch.nn.functional as F
from torch.distributions import kl, utils
from torch.distributions.utils import broadcast_all, _sum_rightmost


class Distribution:
    has_rsample = False
    _parts = ()  # the tensors of the shape of the batch

    def __init__(self, batch_shape=(), event_shape=(), validate_args=None):
        self._batch_shape = torch.Size(batch_shape)
        self._event_shape = torch.Size(event_shape)

    @staticmethod
    def set_default_validate_args(value):
        pass

    @property
    def batch_shape(self):
        return self._batch_shape

    @property
    def event_shape(self):
        return self._event_shape

    @property
    def stddev(self):
        return self.variance.sqrt()

    def _extended_shape(self, sample_shape=()):
        return tuple(sample_shape) + tuple(self._batch_shape) + tuple(self._event_shape)

    def expand(self, batch_shape, _instance=None):
        if not self._parts:
            raise NotImplementedError
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__, _batch_shape=torch.Size(batch_shape))
        for name in self._parts:
            if name in self.__dict__:
                new.__dict__[name] = self.__dict__[name].expand(tuple(batch_shape) + tuple(self._event_shape))
        return new

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return self.rsample(sample_shape)

    def sample_n(self, n):
        return self.sample((n,))

    def rsample(self, sample_shape=()):
        raise NotImplementedError

    def log_prob(self, value):
        raise NotImplementedError

    def entropy(self):
        raise NotImplementedError

    def perplexity(self):
        return torch.exp(self.entropy())


class _LocationScale(Distribution):
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(self.loc.size())

    mean = property(lambda self: self.loc)
    mode = property(lambda self: self.loc)
    _parts = ("loc", "scale")


class Normal(_LocationScale):
    stddev = property(lambda self: self.scale)
    variance = property(lambda self: self.stddev.pow(2))

    def sample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            return torch.normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape=()):
        noise = torch.empty(self._extended_shape(sample_shape), dtype=self.loc.dtype, device=self.loc.device).normal_()
        return self.loc + noise * self.scale

    def log_prob(self, value):
        variance, log_scale = self.scale ** 2, self.scale.log()
        return -((value - self.loc) ** 2) / (2 * variance) - log_scale - math.log(math.sqrt(2 * math.pi))

    def cdf(self, value):
        return 0.5 * (1 + torch.erf((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)))

    def icdf(self, value):
        return self.loc + self.scale * torch.erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + torch.log(self.scale)


class LogNormal(Distribution):
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.base_dist = Normal(loc, scale)
        super().__init__(self.base_dist.batch_shape)

    loc = property(lambda self: self.base_dist.loc)
    scale = property(lambda self: self.base_dist.scale)
    mean = property(lambda self: (self.loc + self.scale.pow(2) / 2).exp())

    def rsample(self, sample_shape=()):
        return self.base_dist.rsample(sample_shape).exp()

    def log_prob(self, value):
        logarithm = value.log()
        return self.base_dist.log_prob(logarithm) - logarithm

    def entropy(self):
        return self.base_dist.entropy() + self.loc


class Laplace(_LocationScale):
    variance = property(lambda self: 2 * self.scale.pow(2))

    def rsample(self, sample_shape=()):
        u = self.loc.new_empty(self._extended_shape(sample_shape)).uniform_(-1, 1)
        return self.loc - self.scale * u.sign() * torch.log1p(-u.abs())

    def log_prob(self, value):
        return -torch.log(2 * self.scale) - torch.abs(value - self.loc) / self.scale

    def entropy(self):
        return 1 + torch.log(2 * self.scale)


class Uniform(Distribution):
    has_rsample = True
    _parts = ("low", "high")

    def __init__(self, low, high, validate_args=None):
        self.low, self.high = broadcast_all(low, high)
        super().__init__(self.low.size())

    mean = property(lambda self: (self.high + self.low) / 2)
    variance = property(lambda self: (self.high - self.low).pow(2) / 12)

    def rsample(self, sample_shape=()):
        noise = torch.rand(self._extended_shape(sample_shape), dtype=self.low.dtype, device=self.low.device)
        return self.low + noise * (self.high - self.low)

    def log_prob(self, value):
        above = self.low.le(value).type_as(self.low)
        below = self.high.gt(value).type_as(self.low)
        return torch.log(above.mul(below)) - torch.log(self.high - self.low)

    def entropy(self):
        return torch.log(self.high - self.low)


class _FromLogits(Distribution):
    # The one of probs and logits that was not given is computed when it is first asked for, and kept.
    _binary = False

    def __getattr__(self, name):
        if name not in ("probs", "logits"):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        with torch.enable_grad():
            if name == "probs":
                value = utils.logits_to_probs(self.logits, self._binary)
            else:
                value = utils.probs_to_logits(self.probs, self._binary)
        self.__dict__[name] = value
        return value

    def _check(self, probs, logits):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")

    @property
    def param_shape(self):
        return self._param.size()


class Categorical(_FromLogits):
    def __init__(self, probs=None, logits=None, validate_args=None):
        self._check(probs, logits)
        if probs is not None:
            self.probs = probs / probs.sum(-1, keepdim=True)
        else:
            self.logits = logits - logits.logsumexp(dim=-1, keepdim=True)
        self._param = self.probs if probs is not None else self.logits
        self._num_events = self._param.size(-1)
        super().__init__(self._param.size()[:-1])

    mode = property(lambda self: self.probs.argmax(dim=-1))

    def expand(self, batch_shape, _instance=None):
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__, _batch_shape=torch.Size(batch_shape))
        for name in ("probs", "logits"):
            if name in self.__dict__:
                new.__dict__[name] = new._param = self.__dict__[name].expand(tuple(batch_shape) + (self._num_events,))
        return new

    def sample(self, sample_shape=()):
        count = 1
        for size in sample_shape:
            count = count * size
        rows = torch.multinomial(self.probs.reshape(-1, self._num_events), count, True).T
        return rows.reshape(self._extended_shape(sample_shape))

    def log_prob(self, value):
        value, log_probability = torch.broadcast_tensors(value.long().unsqueeze(-1), self.logits)
        return log_probability.gather(-1, value[..., :1]).squeeze(-1)

    def entropy(self):
        logits = torch.clamp(self.logits, min=torch.finfo(self.logits.dtype).min)
        return -(logits * self.probs).sum(-1)


class OneHotCategorical(Distribution):
    def __init__(self, probs=None, logits=None, validate_args=None):
        self._categorical = Categorical(probs, logits)
        super().__init__(self._categorical.batch_shape, self._categorical.param_shape[-1:])

    probs = property(lambda self: self._categorical.probs)
    logits = property(lambda self: self._categorical.logits)
    mean = property(lambda self: self._categorical.probs)
    param_shape = property(lambda self: self._categorical.param_shape)

    def sample(self, sample_shape=()):
        indices = self._categorical.sample(sample_shape)
        return F.one_hot(indices, self._categorical._num_events).to(self._categorical._param)

    def log_prob(self, value):
        return self._categorical.log_prob(value.max(-1)[1])

    def entropy(self):
        return self._categorical.entropy()


class OneHotCategoricalStraightThrough(OneHotCategorical):
    has_rsample = True

    def rsample(self, sample_shape=()):
        samples = self.sample(sample_shape)
        probs = self._categorical.probs
        return samples + (probs - probs.detach())


class Bernoulli(_FromLogits):
    _binary = True
    _parts = ("probs", "logits")

    def __init__(self, probs=None, logits=None, validate_args=None):
        self._check(probs, logits)
        if probs is not None:
            self.probs, = broadcast_all(probs)
        else:
            self.logits, = broadcast_all(logits)
        self._param = self.probs if probs is not None else self.logits
        super().__init__(self._param.size())

    mean = property(lambda self: self.probs)
    variance = property(lambda self: self.probs * (1 - self.probs))

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return torch.bernoulli(self.probs.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        logits, value = broadcast_all(self.logits, value)
        return -F.binary_cross_entropy_with_logits(logits, value, reduction="none")

    def entropy(self):
        return F.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")


class Independent(Distribution):
    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        shape = tuple(base_distribution.batch_shape) + tuple(base_distribution.event_shape)
        events = reinterpreted_batch_ndims + len(base_distribution.event_shape)
        if reinterpreted_batch_ndims > len(base_distribution.batch_shape):
            raise ValueError("Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), "
                             f"actual {reinterpreted_batch_ndims} vs {len(base_distribution.batch_shape)}")
        self.base_dist = base_distribution
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims
        super().__init__(shape[:len(shape) - events], shape[len(shape) - events:])

    def expand(self, batch_shape, _instance=None):
        inner = tuple(self.event_shape)[:self.reinterpreted_batch_ndims]
        return Independent(self.base_dist.expand(tuple(batch_shape) + inner), self.reinterpreted_batch_ndims)

    has_rsample = property(lambda self: self.base_dist.has_rsample)
    mean = property(lambda self: self.base_dist.mean)
    mode = property(lambda self: self.base_dist.mode)
    variance = property(lambda self: self.base_dist.variance)

    def sample(self, sample_shape=()):
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape=()):
        return self.base_dist.rsample(sample_shape)

    def log_prob(self, value):
        return _sum_rightmost(self.base_dist.log_prob(value), self.reinterpreted_batch_ndims)

    def entropy(self):
        return _sum_rightmost(self.base_dist.entropy(), self.reinterpreted_batch_ndims)


from torch.distributions.kl import kl_divergence, register_kl  # noqa: E402
from torch.distributions import constraints  # noqa: E402
from torch.distributions.gamma import Chi2, Gamma  # noqa: E402
from torch.distributions.dirichlet import Dirichlet  # noqa: E402
from torch.distributions.beta import Beta  # noqa: E402, F401
from torch.distributions.multivariate_normal import MultivariateNormal  # noqa: E402
from torch.distributions import transforms  # noqa: E402
from torch.distributions.transforms import (  # noqa: E402
    AbsTransform, AffineTransform, ComposeTransform, ExpTransform, IndependentTransform, PowerTransform, SigmoidTransform,
    SoftmaxTransform, SoftplusTransform, TanhTransform, Transform, identity_transform)
from torch.distributions.transformed_distribution import TransformedDistribution  # noqa: E402
from torch.distributions.studentT import StudentT  # noqa: E402
from torch.distributions.mixture_same_family import MixtureSameFamily  # noqa: E402
from torch.distributions._counts import Binomial, Geometric, Multinomial, NegativeBinomial, Poisson  # noqa: E402
from torch.distributions._shaped import (  # noqa: E402
    Cauchy, ExpRelaxedCategorical, Exponential, Gumbel, HalfCauchy, HalfNormal, LogitRelaxedBernoulli, Pareto,
    RelaxedBernoulli, RelaxedOneHotCategorical, Weibull)
