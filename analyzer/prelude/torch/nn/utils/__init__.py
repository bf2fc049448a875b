from torch.nn.utils import parametrizations, parametrize, rnn

_parts = {"prune": "prune", "stateless": "stateless", "fusion": "fusion", "fuse_conv_bn_eval": "fusion",
          "fuse_conv_bn_weights": "fusion", "fuse_linear_bn_eval": "fusion", "fuse_linear_bn_weights": "fusion"}


def __getattr__(name):
    if name not in _parts:
        raise AttributeError("module 'torch.nn.utils' has no attribute '" + name + "'")
    part = __import__("torch.nn.utils." + _parts[name], fromlist=["*"])
    return part if _parts[name] == name else getattr(part, name)


def _listed(parameters):
    return [parameters] if hasattr(parameters, "requires_grad") else list(parameters)


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    import _vramlint
    _vramlint.clip_gradients(_listed(parameters), False)
    return _vramlint.unknown("the norm of the gradients is not known before the program runs")


clip_grad_norm = clip_grad_norm_


def clip_grad_value_(parameters, clip_value, foreach=None):
    import _vramlint
    _vramlint.clip_gradients(_listed(parameters), True)


def parameters_to_vector(parameters):
    import torch
    return torch.cat([parameter.view(-1) for parameter in parameters])


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
        import torch
        from torch.nn.functional import normalize
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


def _once(module, name, kind, what):
    if any([isinstance(hook, kind) and hook.name == name for hook in module._forward_pre_hooks.values()]):
        raise RuntimeError(f"Cannot register two {what} hooks on the same parameter {name}")


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    if dim is None:
        dim = 1 if type(module).__name__.startswith("ConvTranspose") else 0
    if n_power_iterations <= 0:
        raise ValueError(f"Expected n_power_iterations to be positive, but got n_power_iterations={n_power_iterations}")
    _once(module, name, SpectralNorm, "spectral_norm")
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


class WeightNorm:
    def __init__(self, name, dim):
        self.name = name
        self.dim = -1 if dim is None else dim

    def compute_weight(self, module):
        import _vramlint
        return _vramlint.op("_weight_norm", getattr(module, self.name + "_v"), getattr(module, self.name + "_g"), self.dim)

    def __call__(self, module, inputs):
        object.__setattr__(module, self.name, self.compute_weight(module))


def weight_norm(module, name="weight", dim=0):
    import torch
    from torch.nn.parameter import Parameter
    _once(module, name, WeightNorm, "weight_norm")
    hook = WeightNorm(name, dim)
    weight = module._parameters[name]
    delattr(module, name)
    shape = () if hook.dim == -1 else [size if i == hook.dim else 1 for i, size in enumerate(weight.shape)]
    module.register_parameter(name + "_g", Parameter(weight.new_empty(shape)))
    module.register_parameter(name + "_v", Parameter(weight.detach()))
    object.__setattr__(module, name, weight.detach())
    module.register_forward_pre_hook(hook)
    return module


def _removed(module, name, kinds, parts):
    for key, hook in list(module._forward_pre_hooks.items()):
        if isinstance(hook, kinds) and hook.name == name:
            weight = hook.compute_weight(module, False) if kinds is SpectralNorm else hook.compute_weight(module)
            for part in parts:
                delattr(module, name + part)
            module.__dict__.pop(name, None)
            from torch.nn.parameter import Parameter
            module.register_parameter(name, Parameter(weight.detach()))
            del module._forward_pre_hooks[key]
            return module
    raise ValueError(f"no such norm of '{name}' found in {module}")


def remove_spectral_norm(module, name="weight"):
    return _removed(module, name, SpectralNorm, ("_orig", "_u", "_v"))


def remove_weight_norm(module, name="weight"):
    return _removed(module, name, WeightNorm, ("_g", "_v"))


def skip_init(module_cls, *args, **kwargs):
    from torch.nn.modules.module import Module
    if not issubclass(module_cls, Module):
        raise RuntimeError(f"Expected a Module; got {module_cls}")
    return module_cls(*args, **kwargs)


def convert_conv2d_weight_memory_format(module, memory_format):
    return module


def vector_to_parameters(vec, parameters):
    import torch
    if not isinstance(vec, torch.Tensor):
        raise TypeError(f"expected torch.Tensor, but got: {type(vec).__name__}")
    at = 0
    for parameter in parameters:
        parameter.data = vec[at:at + parameter.numel()].view_as(parameter).data
        at = at + parameter.numel()
