import torch
from torch.nn.functional import normalize
from torch.nn.utils._norms import once, removed


def _matrix(weight, dim):
    if dim != 0:
        weight = weight.permute([dim] + [i for i in range(weight.dim()) if i != dim])
    return weight.reshape(weight.size(0), -1)


class SpectralNorm:
    # A power iteration without gradients, then the weight over its largest singular value (spectral_norm.py, 1.13).
    def __init__(self, name, n_power_iterations, dim, eps):
        self.name = name
        self.n_power_iterations = n_power_iterations
        self.dim = dim
        self.eps = eps

    def __call__(self, module, inputs):
        object.__setattr__(module, self.name, self.compute_weight(module, module.training))

    def compute_weight(self, module, do_power_iteration):
        weight = getattr(module, self.name + "_orig")
        u, v = getattr(module, self.name + "_u"), getattr(module, self.name + "_v")
        matrix = _matrix(weight, self.dim)
        if do_power_iteration:
            with torch.no_grad():
                for _ in range(self.n_power_iterations):
                    v = normalize(torch.mv(matrix.t(), u), dim=0, eps=self.eps)
                    u = normalize(torch.mv(matrix, v), dim=0, eps=self.eps)
                if self.n_power_iterations > 0:
                    u, v = u.clone(), v.clone()
        sigma = torch.dot(u, torch.mv(matrix, v))
        return weight / sigma


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    if dim is None:
        dim = 1 if type(module).__name__.startswith("ConvTranspose") else 0
    if n_power_iterations <= 0:
        raise ValueError(f"Expected n_power_iterations to be positive, but got n_power_iterations={n_power_iterations}")
    once(module, name, SpectralNorm, "spectral_norm")
    hook = SpectralNorm(name, n_power_iterations, dim, eps)
    weight = module._parameters[name]
    delattr(module, name)
    module.register_parameter(name + "_orig", weight)
    rows, columns = _matrix(weight.detach(), dim).shape
    object.__setattr__(module, name, weight.detach())
    module.register_buffer(name + "_u", weight.new_empty(rows))
    module.register_buffer(name + "_v", weight.new_empty(columns))
    module.register_forward_pre_hook(hook)
    return module


def remove_spectral_norm(module, name="weight"):
    return removed(module, name, SpectralNorm, ("_orig", "_u", "_v"), False)
