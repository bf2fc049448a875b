from timm import _made_here, create_model, is_model, list_models, model_entrypoint


def register_model(function):
    _made_here[function.__name__] = function
    return function


def __getattr__(name):
    if name in ("layers", "swin_transformer_v2", "registry", "vision_transformer"):
        return __import__("timm.models." + name, fromlist=["*"])
    if name.startswith("_"):
        raise AttributeError("module 'timm.models' has no attribute '" + name + "'")
    from _vramlint import unknown
    return unknown("timm.models." + name + " is not modelled; timm's own source is read where --python-path leads to it")
