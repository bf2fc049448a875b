import torch
from torch.autograd import Function
from torch.distributions import Distribution
from torch.distributions.utils import broadcast_all


class _StandardGamma(Function):
    """Its gradient is computed of what was drawn (derivatives.yaml, _standard_gamma)."""

    @staticmethod
    def forward(ctx, concentration):
        drawn = torch.empty_like(concentration)
        ctx.save_for_backward(drawn, concentration)
        return drawn

    @staticmethod
    def backward(ctx, grad):
        drawn, _ = ctx.saved_tensors
        return grad * torch.empty_like(drawn)


class Gamma(Distribution):
    has_rsample = True
    _parts = ("concentration", "rate")

    def __init__(self, concentration, rate, validate_args=None):
        self.concentration, self.rate = broadcast_all(concentration, rate)
        super().__init__(self.concentration.size())

    mean = property(lambda self: self.concentration / self.rate)
    mode = property(lambda self: ((self.concentration - 1) / self.rate).clamp(min=0))
    variance = property(lambda self: self.concentration / self.rate.pow(2))

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        value = _StandardGamma.apply(self.concentration.expand(shape)) / self.rate.expand(shape)
        value.detach().clamp_(min=torch.finfo(value.dtype).tiny)
        return value

    def log_prob(self, value):
        value = torch.as_tensor(value, dtype=self.rate.dtype, device=self.rate.device)
        known = torch.xlogy(self.concentration, self.rate) + torch.xlogy(self.concentration - 1, value)
        return known - self.rate * value - torch.lgamma(self.concentration)

    def entropy(self):
        known = self.concentration - torch.log(self.rate) + torch.lgamma(self.concentration)
        return known + (1.0 - self.concentration) * torch.digamma(self.concentration)


class Chi2(Gamma):
    def __init__(self, df, validate_args=None):
        super().__init__(0.5 * df, 0.5)

    df = property(lambda self: self.concentration * 2)
