"""Which modules become a unit of their own, and the walk that wraps them (torch/distributed/fsdp/wrap.py, 2.4)."""
from torch import nn


def always_wrap_policy(*args, **kwargs):
    return True


def lambda_auto_wrap_policy(module, recurse, nonwrapped_numel, lambda_fn):
    return True if recurse else lambda_fn(module)


def _module_wrap_policy(module, recurse, nonwrapped_numel, module_classes):
    return True if recurse else isinstance(module, tuple(module_classes))


def transformer_auto_wrap_policy(module, recurse, nonwrapped_numel, transformer_layer_cls):
    return _module_wrap_policy(module, recurse, nonwrapped_numel, transformer_layer_cls)


def _or_policy(module, recurse, nonwrapped_numel, policies):
    return any([policy(module=module, recurse=recurse, nonwrapped_numel=nonwrapped_numel) for policy in policies])


def size_based_auto_wrap_policy(module, recurse, nonwrapped_numel, min_num_params=int(1e8),
                                force_leaf_modules=None, exclude_wrap_modules=None):
    leaves = force_leaf_modules or {nn.MultiheadAttention}
    left_out = exclude_wrap_modules or {nn.ModuleList, nn.ModuleDict}
    is_large = nonwrapped_numel >= min_num_params
    if recurse:
        return is_large and not isinstance(module, tuple(leaves))
    return is_large and not isinstance(module, tuple(left_out))


class _Policy:
    pass


class ModuleWrapPolicy(_Policy):
    def __init__(self, module_classes):
        self._module_classes = set(module_classes)

    def __call__(self, module, recurse, *args, **kwargs):
        return _module_wrap_policy(module, recurse, -1, self._module_classes)


class CustomPolicy(_Policy):
    def __init__(self, lambda_fn):
        self._lambda_fn = lambda_fn


def _size(parameters, ignored):
    return sum(parameter.numel() for parameter in parameters if parameter not in ignored)


def _recursive_wrap(module, auto_wrap_policy, wrapper_cls, ignored_modules, ignored_params, only_wrap_children=False,
                    **options):
    size = _size(module.parameters(), ignored_params)
    if not auto_wrap_policy(module=module, recurse=True, nonwrapped_numel=size):
        return module, 0
    wrapped = 0
    for name, child in module.named_children():
        if child in ignored_modules:
            continue
        made, below = _recursive_wrap(child, auto_wrap_policy, wrapper_cls, ignored_modules, ignored_params, **options)
        setattr(module, name, made)
        wrapped += below
    rest = size - wrapped
    if only_wrap_children or not auto_wrap_policy(module=module, recurse=False, nonwrapped_numel=rest):
        return module, wrapped
    return wrapper_cls(module, **options), size
