import torch
from torch.distributions import Distribution, broadcast_all


class Beta(Distribution):
    """PyTorch draws it as a Dirichlet distribution over two shares, of which the first is the number (beta.py)."""

    has_rsample = True

    def __init__(self, concentration1, concentration0, validate_args=None):
        self._concentration = torch.stack([torch.as_tensor(each, dtype=torch.float32) if isinstance(each, (int, float)) else each
                                           for each in broadcast_all(concentration1, concentration0)], -1)
        super().__init__(self._concentration.size()[:-1])

    concentration1 = property(lambda self: self._concentration[..., 0])
    concentration0 = property(lambda self: self._concentration[..., 1])
    mean = property(lambda self: self.concentration1 / self._concentration.sum(-1))

    @property
    def variance(self):
        total = self._concentration.sum(-1)
        return self.concentration1 * self.concentration0 / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape=()):
        shares = self._concentration.expand(self._extended_shape(sample_shape) + (2,))
        return torch.empty_like(shares).select(-1, 0)
