# timm 1.0: the layers that other projects build on. Its own networks are read from its source where it is installed.
__installed_first__ = True
__version__ = "1.0.9"


_made_here = {}  # what the program registers: the names of its models


def create_model(model_name, pretrained=False, pretrained_cfg=None, checkpoint_path="", scriptable=None, **options):
    if "bn_tf" in options:  # timm/models/factory.py, 0.3: of EfficientNets only
        options = {name: value for name, value in options.items() if name not in ("bn_tf", "bn_momentum", "bn_eps")}
    options = {name: value for name, value in options.items() if value is not None}
    if model_name in _made_here:
        return _made_here[model_name](pretrained=pretrained, **options)
    from _vramlint import unknown
    return unknown(f"timm.create_model({model_name!r}): the networks of timm are read from its source only; give its folder "
                   "with --site-packages")


def is_model(model_name):
    from _vramlint import unknown
    return True if model_name in _made_here else unknown("the networks of timm are read from its source only")


def list_models(*args, **options):
    from _vramlint import unknown
    return unknown("the networks of timm are read from its source only")


list_pretrained = list_modules = list_models


def model_entrypoint(model_name, module_filter=None):
    return _made_here[model_name] if model_name in _made_here else list_models()


def __getattr__(name):
    if name in ("data", "layers", "loss", "models", "optim", "scheduler", "utils"):
        return __import__("timm." + name, fromlist=["*"])
    if name.startswith("_"):
        raise AttributeError("module 'timm' has no attribute '" + name + "'")
    from _vramlint import unknown
    return unknown("timm." + name + " is not modelled; timm's own source is read where --python-path leads to it")
