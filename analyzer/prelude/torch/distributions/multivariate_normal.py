import math

import torch
from torch.distributions import Distribution


def _batch_mv(matrices, vectors):
    return torch.matmul(matrices, vectors.unsqueeze(-1)).squeeze(-1)


def _batch_mahalanobis(factors, values):
    """Of values (..., n) for lower factors (n, n) or (..., n, n): every value is a column of a system that is solved."""
    n = values.size(-1)
    if factors.dim() > 2:
        factors = factors.expand(values.shape[values.dim() - factors.dim() + 1:] + (n,))
    factors = factors.reshape(-1, n, n)
    columns = values.reshape(-1, factors.size(0), n).permute(1, 2, 0)
    squares = torch.linalg.solve_triangular(factors, columns, upper=False).pow(2).sum(-2)
    return squares.t().reshape(values.shape[:-1])


class MultivariateNormal(Distribution):
    has_rsample = True

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        given = [each for each in (covariance_matrix, precision_matrix, scale_tril) if each is not None]
        if len(given) != 1:
            raise ValueError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        if given[0].dim() < 2:
            raise ValueError("the matrix must be at least two-dimensional, with optional leading batch dimensions")
        if precision_matrix is not None:
            covariance_matrix = torch.linalg.inv(precision_matrix)
        batch_shape = torch.broadcast_shapes(given[0].shape[:-2], loc.shape[:-1])
        self._unbroadcasted_scale_tril = scale_tril if scale_tril is not None else torch.linalg.cholesky(covariance_matrix)
        self.loc = loc.expand(batch_shape + loc.shape[-1:])
        super().__init__(batch_shape, loc.shape[-1:])

    mean = property(lambda self: self.loc)
    mode = property(lambda self: self.loc)

    def _whole(self, matrix):
        return matrix.expand(self._batch_shape + self._event_shape + self._event_shape)

    @property
    def scale_tril(self):
        return self._whole(self._unbroadcasted_scale_tril)

    @property
    def covariance_matrix(self):
        return self._whole(torch.matmul(self._unbroadcasted_scale_tril, self._unbroadcasted_scale_tril.mT))

    @property
    def precision_matrix(self):
        return self._whole(torch.cholesky_inverse(self._unbroadcasted_scale_tril))

    @property
    def variance(self):
        return self._unbroadcasted_scale_tril.pow(2).sum(-1).expand(self._batch_shape + self._event_shape)

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        noise = torch.empty(shape, dtype=self.loc.dtype, device=self.loc.device).normal_()
        return self.loc + _batch_mv(self._unbroadcasted_scale_tril, noise)

    def _half_log_det(self):
        return self._unbroadcasted_scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)

    def log_prob(self, value):
        distance = _batch_mahalanobis(self._unbroadcasted_scale_tril, value - self.loc)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + distance) - self._half_log_det()

    def entropy(self):
        entropy = 0.5 * self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + self._half_log_det()
        return entropy.expand(self._batch_shape)
