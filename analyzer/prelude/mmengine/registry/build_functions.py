"""From a config dict to what it names."""
import inspect

from mmengine.utils.manager import ManagerMixin
from vramlint_openmmlab.registering import check_build, merged, refuse_borrowed


def _class_of(kind, registry):
    if isinstance(kind, str):
        found = registry.get(kind)
        if found is None:
            refuse_borrowed(kind, registry.scope)
            raise KeyError(f"{kind} is not in the {registry.scope}::{registry.name} registry. Please check whether the value "
                           f"of `{kind}` is correct or it was registered as expected.")
        return found
    if callable(kind):
        return kind
    raise TypeError(f"type must be a str or valid type, but got {type(kind)}")


def build_from_cfg(cfg, registry, default_args=None):
    check_build(cfg, registry, default_args)
    args = merged(cfg, default_args)
    with registry.switch_scope_and_registry(args.pop("_scope_", None)) as registry:
        made = _class_of(args.pop("type"), registry)
        if inspect.isclass(made) and issubclass(made, ManagerMixin):
            return made.get_instance(**args)
        return made(**args)


def build_model_from_cfg(cfg, registry, default_args=None):
    if isinstance(cfg, list):
        from mmengine.model import Sequential
        return Sequential(*[build_from_cfg(each, registry, default_args) for each in cfg])
    return build_from_cfg(cfg, registry, default_args)


def build_runner_from_cfg(cfg, registry):
    assert isinstance(cfg, dict), f"cfg should be a dict, ConfigDict or Config, but got {type(cfg)}"
    args = cfg.copy()
    with registry.switch_scope_and_registry(args.pop("_scope_", None)) as registry:
        return _class_of(args.get("runner_type", "Runner"), registry).from_cfg(args)


build_optimizer_from_cfg = build_from_cfg


def build_scheduler_from_cfg(cfg, registry, default_args=None):
    args = merged(cfg, default_args)
    with registry.switch_scope_and_registry(args.pop("_scope_", None)) as registry:
        if args.pop("convert_to_iter_based", False):
            assert "epoch_length" in args and args.get("by_epoch", True), (
                "Only epoch-based parameter scheduler can be converted to iter-based, and `epoch_length` should be set")
            return _class_of(args.pop("type"), registry).build_iter_from_epoch(**args)
        args.pop("epoch_length", None)
        return build_from_cfg(args, registry)
