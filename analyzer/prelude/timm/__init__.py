# timm 1.0: the layers that other projects build on. Its own networks are read from its source where it is installed.
__version__ = "1.0.9"


_makers = {}  # networks of the program's own, by the names that register_model() is given


def create_model(model_name, pretrained=False, pretrained_cfg=None, checkpoint_path="", scriptable=None, exportable=None,
                 no_jit=None, **options):
    from _vramlint import unknown
    if model_name in _makers:
        return _makers[model_name](pretrained=pretrained, **{key: value for key, value in options.items() if value is not None})
    return unknown(f"timm.create_model({model_name!r}): the networks of timm are read from its source only; give its folder "
                   "with --python-path")


def list_models(*args, **options):
    from _vramlint import unknown
    return unknown("the networks of timm are read from its source only")


list_pretrained = list_modules = is_model = model_entrypoint = list_models


def __getattr__(name):
    if name in ("data", "layers", "loss", "models", "optim", "scheduler", "utils"):
        return __import__("timm." + name, fromlist=["*"])
    if name.startswith("_"):
        raise AttributeError("module 'timm' has no attribute '" + name + "'")
    from _vramlint import unknown
    return unknown("timm." + name + " is not modelled; timm's own source is read where --python-path leads to it")
