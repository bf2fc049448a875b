import math

import torch
from torch.distributions import Distribution
from torch.distributions.gamma import Chi2
from torch.distributions.utils import broadcast_all


class StudentT(Distribution):
    has_rsample = True
    _parts = ("df", "loc", "scale")

    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        self.df, self.loc, self.scale = broadcast_all(df, loc, scale)
        self._chi2 = Chi2(self.df)
        super().__init__(self.df.size())

    mode = property(lambda self: self.loc)

    @property
    def mean(self):
        return self.loc.clone(memory_format=torch.contiguous_format).masked_fill_(self.df <= 1, math.nan)

    @property
    def variance(self):
        """Where it is known is by the elements: as if everywhere."""
        return self.scale.pow(2) * self.df / (self.df - 2)

    def expand(self, batch_shape, _instance=None):
        new = super().expand(batch_shape)
        new._chi2 = self._chi2.expand(batch_shape)
        return new

    def rsample(self, sample_shape=()):
        noise = torch.empty(self._extended_shape(sample_shape), dtype=self.df.dtype, device=self.df.device).normal_()
        return self.loc + self.scale * (noise * torch.rsqrt(self._chi2.rsample(sample_shape) / self.df))

    def log_prob(self, value):
        y = (value - self.loc) / self.scale
        scales = self.scale.log() + 0.5 * self.df.log() + 0.5 * math.log(math.pi)
        terms = scales + torch.lgamma(0.5 * self.df) - torch.lgamma(0.5 * (self.df + 1.0))
        return -0.5 * (self.df + 1.0) * torch.log1p(y**2.0 / self.df) - terms

    def entropy(self):
        half = 0.5 * (self.df + 1)
        beta = torch.lgamma(0.5 * self.df) + math.lgamma(0.5) - torch.lgamma(half)
        return self.scale.log() + half * (torch.digamma(half) - torch.digamma(0.5 * self.df)) + 0.5 * self.df.log() + beta
