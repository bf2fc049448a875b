"""Optimizers by name. Rates of single parameters hold no memory: the default constructor's groups are one here."""
import copy

import torch
from mmcv.utils.registry import Registry, build_from_cfg

OPTIMIZERS = Registry("optimizer", scope="mmcv")
OPTIMIZERS.later({name: f"torch.optim:{name}" for name in dir(torch.optim)
                  if isinstance(getattr(torch.optim, name), type) and not name.startswith("_") and name != "Optimizer"})
OPTIMIZER_BUILDERS = Registry("optimizer builder", scope="mmcv")


@OPTIMIZER_BUILDERS.register_module()
class DefaultOptimizerConstructor:
    def __init__(self, optimizer_cfg, paramwise_cfg=None):
        if not isinstance(optimizer_cfg, dict):
            raise TypeError(f"optimizer_cfg should be a dict, but got {type(optimizer_cfg)}")
        self.optimizer_cfg = optimizer_cfg
        self.paramwise_cfg = {} if paramwise_cfg is None else paramwise_cfg
        self.base_lr = optimizer_cfg.get("lr", None)
        self.base_wd = optimizer_cfg.get("weight_decay", None)

    def add_params(self, params, module, prefix="", is_dcn_module=None):
        for param in module.parameters():
            params.append({"params": [param]})

    def __call__(self, model):
        if hasattr(model, "module"):
            model = model.module
        options = self.optimizer_cfg.copy()
        options["params"] = model.parameters()
        if self.paramwise_cfg and type(self).add_params is not DefaultOptimizerConstructor.add_params:
            options["params"] = []
            self.add_params(options["params"], model)
        return build_from_cfg(options, OPTIMIZERS)


def build_optimizer_constructor(cfg):
    return build_from_cfg(cfg, OPTIMIZER_BUILDERS)


def build_optimizer(model, cfg):
    options = copy.deepcopy(cfg)
    kind = options.pop("constructor", "DefaultOptimizerConstructor")
    paramwise = options.pop("paramwise_cfg", None)
    return build_optimizer_constructor(dict(type=kind, optimizer_cfg=options, paramwise_cfg=paramwise))(model)
