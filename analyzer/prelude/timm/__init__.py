# timm 1.0: the layers that other projects build on. Its own networks are read from its source where it is installed.
__version__ = "1.0.9"


def create_model(model_name, pretrained=False, **options):
    from _vramlint import unknown
    return unknown(f"timm.create_model({model_name!r}): the networks of timm are read from its source only; give its folder "
                   "with --python-path")


def list_models(*args, **options):
    from _vramlint import unknown
    return unknown("the networks of timm are read from its source only")


list_pretrained = list_modules = is_model = model_entrypoint = list_models


def __getattr__(name):
    if name in ("layers", "models"):
        return __import__("timm." + name, fromlist=["*"])
    if name.startswith("_"):
        raise AttributeError("module 'timm' has no attribute '" + name + "'")
    from _vramlint import unknown
    return unknown("timm." + name + " is not modelled; timm's own source is read where --python-path leads to it")
