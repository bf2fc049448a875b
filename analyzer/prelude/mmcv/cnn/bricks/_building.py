"""From a layer's config to its class, in the registry that the installed line looks in."""
import inspect

from mmcv._line import old


def checked(cfg):
    if not isinstance(cfg, dict):
        raise TypeError("cfg must be a dict")
    if "type" not in cfg:
        raise KeyError('the cfg dict must contain the key "type"')
    return cfg.copy()


def registry_of(kind):
    """The registry with this name in 1.x; MODELS in 2.x."""
    home = "mmcv.cnn.bricks.registry" if old else "mmengine.registry"
    return getattr(__import__(home, fromlist=["*"]), kind if old else "MODELS")


def layer_class(kind, layer_type, what):
    if inspect.isclass(layer_type) and not old:
        return layer_type
    if old:
        found = registry_of(kind).get(layer_type)
        if found is None:
            raise KeyError(f"Unrecognized {what} type {layer_type}")
        return found
    with registry_of(kind).switch_scope_and_registry(None) as registry:
        found = registry.get(layer_type)
        if found is None:
            raise KeyError(f"Cannot find {layer_type} in registry under scope name {registry.scope}")
    return found


def built(kind, cfg, default_args=None):
    return registry_of(kind).build(cfg, default_args=default_args)
