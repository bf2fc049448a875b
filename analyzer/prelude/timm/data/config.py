from timm.data.constants import DEFAULT_CROP_PCT, IMAGENET_DEFAULT_MEAN, IMAGENET_DEFAULT_STD


def _input_size(args, defaults):
    channels = next((args[name] for name in ("in_chans", "chans") if args.get(name) is not None), 3)
    if args.get("input_size") is not None:
        return tuple(args["input_size"])
    if args.get("img_size") is not None:
        return channels, args["img_size"], args["img_size"]
    return defaults.get("input_size") or (channels, 224, 224)


def resolve_data_config(args=None, pretrained_cfg=None, model=None, use_test_size=False, verbose=False, default_cfg=None):
    args = args or {}
    defaults = pretrained_cfg or default_cfg or getattr(model, "pretrained_cfg", None) or getattr(model, "default_cfg", None)
    defaults = defaults or {}
    size = _input_size(args, defaults)
    config = {"input_size": size}
    for name, otherwise in (("interpolation", "bicubic"), ("mean", IMAGENET_DEFAULT_MEAN), ("std", IMAGENET_DEFAULT_STD),
                            ("crop_pct", DEFAULT_CROP_PCT)):
        config[name] = args.get(name) or defaults.get(name) or otherwise
    for name in ("mean", "std"):
        config[name] = tuple(config[name]) * size[0] if len(config[name]) == 1 else tuple(config[name])
    return config


def resolve_model_data_config(model, args=None, pretrained_cfg=None, use_test_size=False, verbose=False):
    return resolve_data_config(args, pretrained_cfg, model, use_test_size, verbose)
