# Pruning: a parameter is its original times a mask, made again before each forward (torch/nn/utils/prune.py, 1.13).
# Which elements a mask keeps is known in the run only.
from numbers import Number

import torch
from torch.nn.parameter import Parameter


class BasePruningMethod:
    PRUNING_TYPE = "unstructured"
    _tensor_name = None

    def __call__(self, module, inputs):
        setattr(module, self._tensor_name, self.apply_mask(module))

    def compute_mask(self, t, default_mask):
        return torch.empty_like(default_mask)

    def apply_mask(self, module):
        original = getattr(module, self._tensor_name + "_orig")
        return getattr(module, self._tensor_name + "_mask").to(dtype=original.dtype) * original

    @classmethod
    def apply(cls, module, name, *args, importance_scores=None, **kwargs):
        method = cls(*args, **kwargs)
        method._tensor_name = name
        original = getattr(module, name + "_orig", None)
        if original is None:
            original = module._parameters[name]
            del module._parameters[name]
            module.register_parameter(name + "_orig", original)
            mask = torch.ones_like(original)
        else:
            mask = getattr(module, name + "_mask")
        _check_size(getattr(method, "amount", 0), original)
        scores = original.detach() if importance_scores is None else importance_scores
        module.register_buffer(name + "_mask", method.compute_mask(scores, mask))
        for key, hook in list(module._forward_pre_hooks.items()):
            if isinstance(hook, BasePruningMethod) and hook._tensor_name == name:
                del module._forward_pre_hooks[key]
        setattr(module, name, method.apply_mask(module))
        module.register_forward_pre_hook(method)
        return method

    def prune(self, t, default_mask=None, importance_scores=None):
        mask = torch.ones_like(t) if default_mask is None else default_mask
        return t * self.compute_mask(t if importance_scores is None else importance_scores, mask)

    def remove(self, module):
        name = self._tensor_name
        value = self.apply_mask(module)
        original = module._parameters.pop(name + "_orig")
        del module._buffers[name + "_mask"]
        module.__dict__.pop(name, None)
        module.register_parameter(name, Parameter(value.detach(), requires_grad=original.requires_grad))


class Identity(BasePruningMethod):
    def compute_mask(self, t, default_mask):
        return default_mask


class _Amount(BasePruningMethod):
    def __init__(self, amount):
        if not isinstance(amount, Number):
            raise TypeError(f"Invalid type for amount: {amount}. Must be int or float.")
        if amount < 0 or isinstance(amount, float) and amount > 1.0:
            raise ValueError(f"amount={amount} should either be a float in the range [0, 1] or a non-negative integer")
        self.amount = amount


class RandomUnstructured(_Amount):
    pass


class L1Unstructured(_Amount):
    pass


class RandomStructured(_Amount):
    PRUNING_TYPE = "structured"

    def __init__(self, amount, dim=-1):
        super().__init__(amount)
        self.dim = dim


class LnStructured(_Amount):
    PRUNING_TYPE = "structured"

    def __init__(self, amount, n, dim=-1):
        super().__init__(amount)
        self.n = n
        self.dim = dim


class CustomFromMask(BasePruningMethod):
    PRUNING_TYPE = "global"

    def __init__(self, mask):
        self.mask = mask

    def compute_mask(self, t, default_mask):
        return default_mask * self.mask.to(dtype=default_mask.dtype)


def _check_size(amount, original):
    if isinstance(amount, int) and amount > original.numel():
        raise ValueError(f"amount={amount} should be smaller than the number of parameters to prune={original.numel()}")


def identity(module, name):
    Identity.apply(module, name)
    return module


def random_unstructured(module, name, amount):
    RandomUnstructured.apply(module, name, amount)
    return module


def l1_unstructured(module, name, amount, importance_scores=None):
    L1Unstructured.apply(module, name, amount, importance_scores=importance_scores)
    return module


def random_structured(module, name, amount, dim):
    RandomStructured.apply(module, name, amount, dim)
    return module


def ln_structured(module, name, amount, n, dim, importance_scores=None):
    LnStructured.apply(module, name, amount, n, dim, importance_scores=importance_scores)
    return module


def custom_from_mask(module, name, mask):
    CustomFromMask.apply(module, name, mask)
    return module


def global_unstructured(parameters, pruning_method, importance_scores=None, **kwargs):
    if not isinstance(parameters, (list, tuple)):
        raise TypeError("global_unstructured(): parameters is not an Iterable")
    for module, name in parameters:
        pruning_method.apply(module, name, **kwargs)


def _hooks_of(module):
    return [(key, hook) for key, hook in module._forward_pre_hooks.items() if isinstance(hook, BasePruningMethod)]


def is_pruned(module):
    return any([len(_hooks_of(part)) > 0 for part in module.modules()])


def remove(module, name):
    for key, hook in _hooks_of(module):
        if hook._tensor_name == name:
            hook.remove(module)
            del module._forward_pre_hooks[key]
            return module
    raise ValueError(f"Parameter '{name}' of module {module} has to be pruned before pruning can be removed")
