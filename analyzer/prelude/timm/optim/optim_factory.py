"""timm/optim/optim_factory.py: optimizers by name, and parameters that decay or not."""
import torch


def param_groups_weight_decay(model, weight_decay=1e-5, no_weight_decay_list=()):
    decays, others = [], []
    for name, parameter in model.named_parameters():
        if parameter.requires_grad:
            is_other = parameter.ndim <= 1 or name.endswith(".bias") or name in no_weight_decay_list
            (others if is_other else decays).append(parameter)
    return [{"params": others, "weight_decay": 0.0}, {"params": decays, "weight_decay": weight_decay}]


def add_weight_decay(model, weight_decay=1e-5, skip_list=()):
    return param_groups_weight_decay(model, weight_decay, skip_list)


def optimizer_kwargs(cfg):
    kwargs = {"opt": cfg.opt, "lr": cfg.lr, "weight_decay": cfg.weight_decay, "momentum": getattr(cfg, "momentum", 0.9)}
    if getattr(cfg, "opt_eps", None) is not None:
        kwargs["eps"] = cfg.opt_eps
    if getattr(cfg, "opt_betas", None) is not None:
        kwargs["betas"] = cfg.opt_betas
    return kwargs


def create_optimizer(args, model, filter_bias_and_bn=True):
    return create_optimizer_v2(model, filter_bias_and_bn=filter_bias_and_bn, **optimizer_kwargs(args))


def create_optimizer_v2(model_or_params, opt="sgd", lr=None, weight_decay=0.0, momentum=0.9, filter_bias_and_bn=True,
                        **options):
    parameters = model_or_params
    if isinstance(model_or_params, torch.nn.Module):
        listed = model_or_params.no_weight_decay() if hasattr(model_or_params, "no_weight_decay") else ()
        if weight_decay and filter_bias_and_bn:
            parameters, weight_decay = param_groups_weight_decay(model_or_params, weight_decay, listed), 0.0
        else:
            parameters = model_or_params.parameters()
    name = opt.lower().split("_")[-1]
    given = {"weight_decay": weight_decay} if lr is None else {"lr": lr, "weight_decay": weight_decay}
    adaptive = {key: value for key, value in options.items() if key in ("eps", "betas")}
    if name in ("sgd", "nesterov"):
        return torch.optim.SGD(parameters, momentum=momentum, nesterov=True, **given)
    if name == "momentum":
        return torch.optim.SGD(parameters, momentum=momentum, nesterov=False, **given)
    if name in ("adam", "adamw", "nadam", "radam", "adamax"):
        kinds = {"adam": torch.optim.Adam, "adamw": torch.optim.AdamW, "nadam": torch.optim.NAdam, "radam": torch.optim.RAdam,
                 "adamax": torch.optim.Adamax}
        return kinds[name](parameters, **given, **adaptive)
    if name == "rmsprop":
        return torch.optim.RMSprop(parameters, alpha=0.9, momentum=momentum, **given)
    from _vramlint import unknown
    return unknown(f"the optimizer {opt!r} of timm is not modelled; timm's own source is read where --python-path leads to it")(
        parameters)
