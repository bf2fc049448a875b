from mmcv.cnn.bricks._building import checked, layer_class


def build_padding_layer(cfg, *args, **kwargs):
    options = checked(cfg)
    return layer_class("PADDING_LAYERS", options.pop("type"), "padding")(*args, **kwargs, **options)
