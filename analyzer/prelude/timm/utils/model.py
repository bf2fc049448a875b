from timm.utils.model_ema import ModelEma


def unwrap_model(model):
    if isinstance(model, ModelEma):
        return unwrap_model(model.ema)
    return unwrap_model(model.module) if hasattr(model, "module") else model


def get_state_dict(model, unwrap_fn=unwrap_model):
    return unwrap_fn(model).state_dict()


def _require(root_module, submodules, grads):
    names = [submodules] if isinstance(submodules, str) else submodules
    for module in [root_module.get_submodule(name) for name in names] or [root_module]:
        for parameter in module.parameters():
            parameter.requires_grad_(grads)


def freeze(root_module, submodules=(), include_bn_running_stats=True, mode="freeze"):
    _require(root_module, submodules, False)


def unfreeze(root_module, submodules=(), include_bn_running_stats=True, mode="unfreeze"):
    _require(root_module, submodules, True)
