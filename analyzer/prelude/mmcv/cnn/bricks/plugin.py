import inspect
import re

from mmcv.cnn.bricks._building import checked, layer_class


def infer_abbr(class_type):
    if not inspect.isclass(class_type):
        raise TypeError(f"class_type must be a type, but got {type(class_type)}")
    if hasattr(class_type, "_abbr_"):
        return class_type._abbr_
    words = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", class_type.__name__)
    return re.sub(r"([a-z\d])([A-Z])", r"\1_\2", words).replace("-", "_").lower()


def build_plugin_layer(cfg, postfix="", **kwargs):
    options = checked(cfg)
    layer = layer_class("PLUGIN_LAYERS", options.pop("type"), "plugin")
    assert isinstance(postfix, (int, str))
    return infer_abbr(layer) + str(postfix), layer(**kwargs, **options)
