import torch
from torch.distributions import Distribution
from torch.distributions.gamma import _StandardGamma


class _Dirichlet(_StandardGamma):
    @staticmethod
    def backward(ctx, grad):
        """Of the sum of the concentrations and of the gradient times what was drawn (dirichlet.py, 2.4)."""
        drawn, concentration = ctx.saved_tensors
        total = concentration.sum(-1, True).expand_as(concentration)
        derivative = torch.empty_like(total.contiguous())
        return derivative * (grad - (drawn * grad).sum(-1, True))


class Dirichlet(Distribution):
    has_rsample = True

    def __init__(self, concentration, validate_args=None):
        if concentration.dim() < 1:
            raise ValueError("`concentration` parameter must be at least one-dimensional.")
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:])

    mean = property(lambda self: self.concentration / self.concentration.sum(-1, True))

    @property
    def variance(self):
        total = self.concentration.sum(-1, True)
        return self.concentration * (total - self.concentration) / (total.pow(2) * (total + 1))

    def expand(self, batch_shape, _instance=None):
        return Dirichlet(self.concentration.expand(tuple(batch_shape) + tuple(self.event_shape)))

    def rsample(self, sample_shape=()):
        return _Dirichlet.apply(self.concentration.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        known = torch.xlogy(self.concentration - 1.0, value).sum(-1) + torch.lgamma(self.concentration.sum(-1))
        return known - torch.lgamma(self.concentration).sum(-1)

    def entropy(self):
        count, total = self.concentration.size(-1), self.concentration.sum(-1)
        known = torch.lgamma(self.concentration).sum(-1) - torch.lgamma(total) - (count - total) * torch.digamma(total)
        return known - ((self.concentration - 1.0) * torch.digamma(self.concentration)).sum(-1)
