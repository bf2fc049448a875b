import torch
from torch.distributions import Distribution
from torch.distributions.dirichlet import Dirichlet
from torch.distributions.utils import broadcast_all


class Beta(Distribution):
    """PyTorch draws it as a Dirichlet distribution over two shares, of which the first is the number (beta.py)."""

    has_rsample = True

    def __init__(self, concentration1, concentration0, validate_args=None):
        both = [torch.as_tensor(each, dtype=torch.float32) if isinstance(each, (int, float)) else each
                for each in broadcast_all(concentration1, concentration0)]
        self._dirichlet = Dirichlet(torch.stack(both, -1))
        super().__init__(self._dirichlet.batch_shape)

    concentration1 = property(lambda self: self._dirichlet.concentration[..., 0])
    concentration0 = property(lambda self: self._dirichlet.concentration[..., 1])
    mean = property(lambda self: self.concentration1 / (self.concentration1 + self.concentration0))

    @property
    def variance(self):
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total.pow(2) * (total + 1))

    def expand(self, batch_shape, _instance=None):
        return Beta(self.concentration1.expand(batch_shape), self.concentration0.expand(batch_shape))

    def rsample(self, sample_shape=()):
        return self._dirichlet.rsample(sample_shape).select(-1, 0)

    def log_prob(self, value):
        return self._dirichlet.log_prob(torch.stack([value, 1.0 - value], -1))

    def entropy(self):
        return self._dirichlet.entropy()
