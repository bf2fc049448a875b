import torch
from torch.distributions import Distribution, Independent
from torch.distributions.transforms import ComposeTransform, Transform
from torch.distributions.utils import _sum_rightmost


class TransformedDistribution(Distribution):
    """Values of one distribution, mapped (transformed_distribution.py, 2.4)."""

    def __init__(self, base_distribution, transforms, validate_args=None):
        self.transforms = [transforms] if isinstance(transforms, Transform) else list(transforms)
        whole = ComposeTransform(self.transforms)
        before = base_distribution.batch_shape + base_distribution.event_shape
        events, taken = len(base_distribution.event_shape), whole.domain.event_dim
        if len(before) < taken:
            raise ValueError(f"base_distribution needs to have shape with size at least {taken}, but got {tuple(before)}.")
        shape = tuple(whole.forward_shape(before))
        wide = tuple(whole.inverse_shape(shape))
        if tuple(before) != wide:
            base_distribution = base_distribution.expand(wide[:len(wide) - events])
        if taken > events:
            base_distribution = Independent(base_distribution, taken - events)
        self.base_dist = base_distribution
        cut = len(shape) - whole.codomain.event_dim - max(events - taken, 0)
        super().__init__(shape[:cut], shape[cut:])

    @property
    def has_rsample(self):
        return self.base_dist.has_rsample

    def _mapped(self, x):
        for transform in self.transforms:
            x = transform(x)
        return x

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return self._mapped(self.base_dist.sample(sample_shape))

    def rsample(self, sample_shape=()):
        return self._mapped(self.base_dist.rsample(sample_shape))

    def expand(self, batch_shape, _instance=None):
        return TransformedDistribution(self.base_dist.expand(batch_shape), self.transforms)

    def log_prob(self, value):
        events, result, y = len(self.event_shape), 0.0, value
        for transform in reversed(self.transforms):
            x = transform.inv(y)
            events += transform.domain.event_dim - transform.codomain.event_dim
            result = result - _sum_rightmost(transform.log_abs_det_jacobian(x, y), events - transform.domain.event_dim)
            y = x
        return result + _sum_rightmost(self.base_dist.log_prob(y), events - len(self.base_dist.event_shape))

    def cdf(self, value):
        for transform in reversed(self.transforms):
            value = transform.inv(value)
        return self.base_dist.cdf(value)

    def icdf(self, value):
        return self._mapped(self.base_dist.icdf(value))
