from mmcv.cnn.bricks._building import checked, layer_class


def build_conv_layer(cfg, *args, **kwargs):
    options = {"type": "Conv2d"} if cfg is None else checked(cfg)
    return layer_class("CONV_LAYERS", options.pop("type"), "layer")(*args, **kwargs, **options)
