# Divergence between two distributions (torch/distributions/kl.py, 1.13 to 2.4).
import math

import torch.nn.functional as F
from torch.distributions.utils import _sum_rightmost

_registered = []


def register_kl(type_p, type_q):
    def decorate(function):
        _registered.insert(0, (type_p, type_q, function))
        return function
    return decorate


def _normal(p, q):
    ratio = (p.scale / q.scale).pow(2)
    distance = ((p.loc - q.loc) / q.scale).pow(2)
    return 0.5 * (ratio + distance - 1 - ratio.log())


def _laplace(p, q):
    ratio, distance = p.scale / q.scale, (p.loc - q.loc).abs()
    return -ratio.log() + distance / q.scale + ratio * (-distance / p.scale).exp() - 1


def _uniform(p, q):
    result = ((q.high - q.low) / (p.high - p.low)).log()
    result[(q.low > p.low) | (q.high < p.high)] = math.inf
    return result


def _categorical(p, q):
    terms = p.probs * (p.logits - q.logits)
    terms[(q.probs == 0).expand_as(terms)] = math.inf
    terms[(p.probs == 0).expand_as(terms)] = 0
    return terms.sum(-1)


def _bernoulli(p, q):
    ones = p.probs * (F.softplus(-q.logits) - F.softplus(-p.logits))
    ones[q.probs == 0] = math.inf
    ones[p.probs == 0] = 0
    zeros = (1 - p.probs) * (F.softplus(q.logits) - F.softplus(p.logits))
    zeros[q.probs == 1] = math.inf
    zeros[p.probs == 1] = 0
    return ones + zeros


def kl_divergence(p, q):
    from torch.distributions import (Bernoulli, Categorical, Independent, Laplace, LogNormal, Normal, OneHotCategorical,
                                     Uniform)
    for type_p, type_q, function in _registered:
        if isinstance(p, type_p) and isinstance(q, type_q):
            return function(p, q)
    if isinstance(p, Independent) and isinstance(q, Independent):
        if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
            raise NotImplementedError
        return _sum_rightmost(kl_divergence(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)
    if isinstance(p, OneHotCategorical) and isinstance(q, OneHotCategorical):
        return _categorical(p._categorical, q._categorical)
    if isinstance(p, LogNormal) and isinstance(q, LogNormal):
        return _normal(p.base_dist, q.base_dist)
    for kind, function in ((Normal, _normal), (Laplace, _laplace), (Uniform, _uniform), (Categorical, _categorical),
                           (Bernoulli, _bernoulli)):
        if isinstance(p, kind) and isinstance(q, kind):
            return function(p, q)
    raise NotImplementedError(f"No KL(p || q) is implemented for p type {type(p).__name__} and q type "
                              f"{type(q).__name__}")
