# Ready-made parametrizations (torch/nn/utils/parametrizations.py, 1.13 to 2.4).
import torch
import _vramlint
from torch.nn.functional import normalize
from torch.nn.modules.module import Module
from torch.nn.utils import parametrize


class _SpectralNorm(Module):
    def __init__(self, weight, n_power_iterations=1, dim=0, eps=1e-12):
        super().__init__()
        self.dim = dim if dim >= 0 else dim + weight.dim()
        self.eps = eps
        self.n_power_iterations = n_power_iterations
        if weight.dim() > 1:
            matrix = self._matrix(weight.detach())
            rows, columns = matrix.shape
            self.register_buffer("_u", normalize(matrix.new_empty(rows), dim=0, eps=eps))
            self.register_buffer("_v", normalize(matrix.new_empty(columns), dim=0, eps=eps))

    def _matrix(self, weight):
        if self.dim != 0:
            weight = weight.permute(self.dim, *(i for i in range(weight.dim()) if i != self.dim))
        return weight.flatten(1)

    @torch.no_grad()
    def _iterate(self, matrix):
        for _ in range(self.n_power_iterations):
            self._u.copy_(normalize(torch.mv(matrix, self._v), dim=0, eps=self.eps))
            self._v.copy_(normalize(torch.mv(matrix.t(), self._u), dim=0, eps=self.eps))

    def forward(self, weight):
        if weight.dim() == 1:
            return normalize(weight, dim=0, eps=self.eps)
        matrix = self._matrix(weight)
        if self.training:
            self._iterate(matrix)
        u, v = self._u.clone(), self._v.clone()
        return weight / torch.dot(u, torch.mv(matrix, v))

    def right_inverse(self, value):
        return value


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    weight = getattr(module, name)
    if dim is None:
        dim = 1 if type(module).__name__.startswith("ConvTranspose") else 0
    parametrize.register_parametrization(module, name, _SpectralNorm(weight, n_power_iterations, dim, eps))
    return module


class _WeightNorm(Module):
    def __init__(self, dim=0):
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g, weight_v):
        return _vramlint.op("_weight_norm", weight_v, weight_g, self.dim)

    def right_inverse(self, weight):
        shape = () if self.dim == -1 else [size if i == self.dim % weight.dim() else 1
                                           for i, size in enumerate(weight.shape)]
        return weight.new_empty(shape), weight


def weight_norm(module, name="weight", dim=0):
    parametrize.register_parametrization(module, name, _WeightNorm(dim), unsafe=True)
    return module


class _Orthogonal(Module):
    def forward(self, X):
        _vramlint.leave_open("the temporaries of an orthogonal parametrization are not modelled")
        return X.tril(-1) if X.dim() > 1 else X

    def right_inverse(self, Q):
        return Q.detach().clone()


def orthogonal(module, name="weight", orthogonal_map=None, *, use_trivialization=True):
    weight = getattr(module, name)
    if weight.dim() < 2:
        raise ValueError(f"Expected a matrix or batch of matrices. Got a tensor of {weight.dim()} dimensions.")
    if orthogonal_map not in (None, "matrix_exp", "cayley", "householder"):
        raise ValueError('orthogonal_map has to be one of "matrix_exp", "cayley", "householder". '
                         f"Got: {orthogonal_map}")
    parametrize.register_parametrization(module, name, _Orthogonal(), unsafe=True)
    return module
