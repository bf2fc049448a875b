import inspect

from mmcv.cnn.bricks._building import checked, layer_class
from torch import nn
from vramlint_openmmlab.bases import SyncBatchNorm, _BatchNorm, _InstanceNorm, is_norm

_spoken = (("batch", "bn"), ("group", "gn"), ("layer", "ln"), ("instance", "in"))


def infer_abbr(class_type):
    if not inspect.isclass(class_type):
        raise TypeError(f"class_type must be a type, but got {type(class_type)}")
    if hasattr(class_type, "_abbr_"):
        return class_type._abbr_
    for base, short in ((_InstanceNorm, "in"), (_BatchNorm, "bn"), (nn.GroupNorm, "gn"), (nn.LayerNorm, "ln")):
        if issubclass(class_type, base):
            return short
    name = class_type.__name__.lower()
    for word, short in _spoken:
        if word in name:
            return short
    return "norm_layer"


def build_norm_layer(cfg, num_features, postfix=""):
    options = checked(cfg)
    kind = options.pop("type")
    norm_class = layer_class("NORM_LAYERS", kind, "norm")
    assert isinstance(postfix, (int, str))
    name = infer_abbr(norm_class) + str(postfix)
    requires_grad = options.pop("requires_grad", True)
    options.setdefault("eps", 1e-5)
    if norm_class is nn.GroupNorm:
        assert "num_groups" in options
        layer = norm_class(num_channels=num_features, **options)
    else:
        layer = norm_class(num_features, **options)
    for param in layer.parameters():
        param.requires_grad = requires_grad
    return name, layer
