from timm.optim.optim_factory import create_optimizer, create_optimizer_v2, optimizer_kwargs, param_groups_weight_decay
from torch.optim import SGD, Adadelta, Adagrad, Adam, Adamax, AdamW, NAdam, RAdam, RMSprop


def __getattr__(name):
    if name.startswith("_"):
        raise AttributeError("module 'timm.optim' has no attribute '" + name + "'")
    from _vramlint import unknown
    return unknown("timm.optim." + name + " is not modelled; timm's own source is read where --python-path leads to it")
