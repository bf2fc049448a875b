"""Distributions over whole numbers (poisson.py, negative_binomial.py, binomial.py, geometric.py, multinomial.py, 2.4)."""
import math

import torch
import torch.nn.functional as F
from torch.distributions import Categorical, Distribution, _FromLogits
from torch.distributions.gamma import Gamma
from torch.distributions.utils import broadcast_all


class Poisson(Distribution):
    _parts = ("rate",)

    def __init__(self, rate, validate_args=None):
        self.rate, = broadcast_all(rate)
        super().__init__(self.rate.size())

    mean = variance = property(lambda self: self.rate)
    mode = property(lambda self: self.rate.floor())

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return torch.poisson(self.rate.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        rate, value = broadcast_all(self.rate, value)
        return value.xlogy(rate) - rate - (value + 1).lgamma()


class _OfTrials(_FromLogits):
    """By a probability or its logit, and a number of trials."""

    _binary = True
    _parts = ("probs", "logits", "total_count")

    def __init__(self, total_count, probs=None, logits=None, validate_args=None):
        self._check(probs, logits)
        count, param = broadcast_all(total_count, logits if probs is None else probs)
        self.__dict__["logits" if probs is None else "probs"] = param
        self.total_count, self._param = count.type_as(param), param
        Distribution.__init__(self, param.size())


class NegativeBinomial(_OfTrials):
    mean = property(lambda self: self.total_count * torch.exp(self.logits))
    mode = property(lambda self: ((self.total_count - 1) * self.logits.exp()).floor().clamp(min=0.0))
    variance = property(lambda self: self.mean / torch.sigmoid(-self.logits))

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return torch.poisson(Gamma(self.total_count, torch.exp(-self.logits)).sample(sample_shape))

    def log_prob(self, value):
        likely = self.total_count * F.logsigmoid(-self.logits) + value * F.logsigmoid(self.logits)
        norm = -torch.lgamma(self.total_count + value) + torch.lgamma(1.0 + value) + torch.lgamma(self.total_count)
        return likely - norm.masked_fill(self.total_count + value == 0.0, 0.0)


class Binomial(_OfTrials):
    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        super().__init__(total_count, probs, logits)

    mean = property(lambda self: self.total_count * self.probs)
    variance = property(lambda self: self.total_count * self.probs * (1 - self.probs))

    def sample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            return torch.binomial(self.total_count.expand(shape), self.probs.expand(shape))

    def log_prob(self, value):
        logits, count = self.logits, self.total_count
        positive = (logits.clamp(min=0) + logits - logits.clamp(max=0)) / 2
        norm = count * positive + count * torch.log1p(torch.exp(-torch.abs(logits))) - torch.lgamma(count + 1)
        return value * logits - torch.lgamma(value + 1) - torch.lgamma(count - value + 1) - norm


class Geometric(_OfTrials):
    def __init__(self, probs=None, logits=None, validate_args=None):
        super().__init__(1, probs, logits)

    mean = property(lambda self: 1.0 / self.probs - 1.0)
    variance = property(lambda self: (1.0 / self.probs - 1.0) / self.probs)

    def sample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            drawn = self.probs.new(shape).uniform_(torch.finfo(self.probs.dtype).tiny, 1)
            return (drawn.log() / (-self.probs).log1p()).floor()

    def log_prob(self, value):
        value, probs = broadcast_all(value, self.probs)
        probs = probs.clone(memory_format=torch.contiguous_format).masked_fill_((probs == 1) & (value == 0), 0)
        return value * (-probs).log1p() + self.probs.log()

    def entropy(self):
        return F.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none") / self.probs


class Multinomial(Distribution):
    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        self.total_count, self._categorical = total_count, Categorical(probs, logits)
        super().__init__(self._categorical.batch_shape, self._categorical.param_shape[-1:])

    probs = property(lambda self: self._categorical.probs)
    logits = property(lambda self: self._categorical.logits)
    mean = property(lambda self: self.probs * self.total_count)
    variance = property(lambda self: self.total_count * self.probs * (1 - self.probs))

    def sample(self, sample_shape=()):
        """How often each was drawn, of all that were."""
        drawn = self._categorical.sample((self.total_count,) + tuple(sample_shape))
        drawn = drawn.permute(list(range(1, drawn.dim())) + [0])
        counts = drawn.new(self._extended_shape(sample_shape)).zero_()
        return counts.scatter_add_(-1, drawn, torch.ones_like(drawn)).type_as(self.probs)

    def log_prob(self, value):
        logits, value = broadcast_all(self.logits, value)
        logits = logits.clone(memory_format=torch.contiguous_format).masked_fill_((value == 0) & (logits == -math.inf), 0)
        return torch.lgamma(value.sum(-1) + 1) - torch.lgamma(value + 1).sum(-1) + (logits * value).sum(-1)
