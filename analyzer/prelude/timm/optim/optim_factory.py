"""Which optimizer a name means, and its groups (timm/optim/_optim_factory.py, 1.0)."""
import torch
from torch import optim


def param_groups_weight_decay(model, weight_decay=1e-5, no_weight_decay_list=(), **options):
    decay, plain = [], []
    for name, parameter in model.named_parameters():
        if parameter.requires_grad:
            bare = parameter.ndim <= 1 or name.endswith(".bias") or name in no_weight_decay_list
            (plain if bare else decay).append(parameter)
    return [{"params": plain, "weight_decay": 0.0}, {"params": decay, "weight_decay": weight_decay}]


def add_weight_decay(model, weight_decay=1e-5, skip_list=()):
    return param_groups_weight_decay(model, weight_decay, skip_list)


def optimizer_kwargs(cfg):
    options = dict(opt=cfg.opt, lr=cfg.lr, weight_decay=cfg.weight_decay, momentum=getattr(cfg, "momentum", 0.9))
    for name, key in (("opt_eps", "eps"), ("opt_betas", "betas"), ("layer_decay", "layer_decay")):
        if getattr(cfg, name, None) is not None:
            options[key] = getattr(cfg, name)
    options.update(getattr(cfg, "opt_args", None) or {})
    return options


_MOMENTUM = {"sgd": True, "nesterov": True, "momentum": False}
_OF_TORCH = {"adam": "Adam", "adamw": "AdamW", "adamax": "Adamax", "nadam": "NAdam", "radam": "RAdam",
             "adadelta": "Adadelta", "adagrad": "Adagrad", "rmsprop": "RMSprop"}


def _optimizer(name, groups, lr, momentum, options):
    if lr is not None:
        options["lr"] = lr
    if name in _MOMENTUM:
        options.pop("eps", None), options.pop("betas", None)
        return optim.SGD(groups, momentum=momentum, nesterov=_MOMENTUM[name], **options)
    if name not in _OF_TORCH:
        from _vramlint import unknown
        return unknown(f"timm's optimizer {name!r} is not modelled; timm's own source is read where --python-path leads to it")
    if name == "rmsprop":
        options.update(alpha=0.9, momentum=momentum)
    return getattr(optim, _OF_TORCH[name])(groups, **options)


def create_optimizer_v2(model_or_params, opt="sgd", lr=None, weight_decay=0.0, momentum=0.9, foreach=None,
                        filter_bias_and_bn=True, layer_decay=None, param_group_fn=None, **options):
    groups = model_or_params
    if isinstance(model_or_params, torch.nn.Module):
        kept = model_or_params.no_weight_decay() if hasattr(model_or_params, "no_weight_decay") else ()
        if param_group_fn:
            groups = param_group_fn(model_or_params)
        elif layer_decay is not None:
            from _vramlint import unknown
            groups = unknown("timm's groups of parameters by layer are not modelled")
        elif weight_decay and filter_bias_and_bn:
            groups, weight_decay = param_groups_weight_decay(model_or_params, weight_decay, kept), 0.0
        else:
            groups = [p for p in model_or_params.parameters() if p.requires_grad]
    options["weight_decay"] = weight_decay
    if foreach is not None:
        options["foreach"] = foreach
    name = opt.lower()
    looks_ahead = name.startswith("lookahead")
    made = _optimizer(name.split("_")[-1] if looks_ahead else name, groups, lr, momentum, options)
    if looks_ahead:
        from timm.optim import Lookahead
        return Lookahead(made)
    return made


def create_optimizer(args, model, filter_bias_and_bn=True, **options):
    return create_optimizer_v2(model, **optimizer_kwargs(args), filter_bias_and_bn=filter_bias_and_bn, **options)
