"""From the config of an optim wrapper to it. Rates of single parameters hold no memory: one group has them all."""
import torch
from mmengine.optim.optimizer.optimizer_wrapper import OptimWrapper
from mmengine.registry import OPTIM_WRAPPERS, OPTIMIZERS


class DefaultOptimWrapperConstructor:
    def __init__(self, optim_wrapper_cfg, paramwise_cfg=None):
        if not isinstance(optim_wrapper_cfg, dict):
            raise TypeError(f"optimizer_cfg should be a dict, but got {type(optim_wrapper_cfg)}")
        assert "optimizer" in optim_wrapper_cfg, '`optim_wrapper_cfg` must contain "optimizer" config'
        self.optim_wrapper_cfg = optim_wrapper_cfg.copy()
        self.optimizer_cfg = self.optim_wrapper_cfg.pop("optimizer")
        self.paramwise_cfg = {} if paramwise_cfg is None else paramwise_cfg
        self.base_lr = self.optimizer_cfg.get("lr", None)
        self.base_wd = self.optimizer_cfg.get("weight_decay", None)

    def __call__(self, model):
        if hasattr(model, "module"):
            model = model.module
        options = self.optimizer_cfg.copy()
        kind = options.pop("type")
        registered = OPTIMIZERS.get(kind) if isinstance(kind, str) else kind
        if registered is None:
            registered = getattr(torch.optim, kind)
        options.setdefault("params", model.parameters())
        return OPTIM_WRAPPERS.build(dict({"type": "OptimWrapper"}, **self.optim_wrapper_cfg),
                                    default_args=dict(optimizer=registered(**options)))


def build_optim_wrapper(model, cfg):
    options = cfg.copy()
    constructor = options.pop("constructor", "DefaultOptimWrapperConstructor")
    paramwise = options.pop("paramwise_cfg", None)
    if constructor != "DefaultOptimWrapperConstructor":
        from mmengine.registry import OPTIM_WRAPPER_CONSTRUCTORS
        return OPTIM_WRAPPER_CONSTRUCTORS.build(
            dict(type=constructor, optim_wrapper_cfg=options, paramwise_cfg=paramwise))(model)
    return DefaultOptimWrapperConstructor(options, paramwise)(model)
