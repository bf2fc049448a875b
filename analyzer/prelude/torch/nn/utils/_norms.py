"""What the norms of weights that are forward hooks share."""


def once(module, name, kind, what):
    if any([isinstance(hook, kind) and hook.name == name for hook in module._forward_pre_hooks.values()]):
        raise RuntimeError(f"Cannot register two {what} hooks on the same parameter {name}")


def removed(module, name, kind, parts, *arguments):
    for key, hook in list(module._forward_pre_hooks.items()):
        if isinstance(hook, kind) and hook.name == name:
            weight = hook.compute_weight(module, *arguments)
            for part in parts:
                delattr(module, name + part)
            module.__dict__.pop(name, None)
            from torch.nn.parameter import Parameter
            module.register_parameter(name, Parameter(weight.detach()))
            del module._forward_pre_hooks[key]
            return module
    raise ValueError(f"no such norm of '{name}' found in {module}")
