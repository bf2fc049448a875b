import _vramlint
from torch.nn.parameter import Parameter
from torch.nn.utils._norms import once, removed


class WeightNorm:
    def __init__(self, name, dim):
        self.name = name
        self.dim = -1 if dim is None else dim

    def compute_weight(self, module):
        return _vramlint.op("_weight_norm", getattr(module, self.name + "_v"), getattr(module, self.name + "_g"), self.dim)

    def __call__(self, module, inputs):
        object.__setattr__(module, self.name, self.compute_weight(module))


def weight_norm(module, name="weight", dim=0):
    once(module, name, WeightNorm, "weight_norm")
    hook = WeightNorm(name, dim)
    weight = module._parameters[name]
    delattr(module, name)
    shape = () if hook.dim == -1 else [size if i == hook.dim else 1 for i, size in enumerate(weight.shape)]
    module.register_parameter(name + "_g", Parameter(weight.new_empty(shape)))
    module.register_parameter(name + "_v", Parameter(weight.detach()))
    object.__setattr__(module, name, weight.detach())
    module.register_forward_pre_hook(hook)
    return module


def remove_weight_norm(module, name="weight"):
    return removed(module, name, WeightNorm, ("_g", "_v"))
