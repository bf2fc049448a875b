"""Registry of mmcv 1.x: looks here for a name without scope, and in the child of that scope for one with it."""
import inspect

from mmcv._line import require_old
from vramlint_openmmlab.registering import Registering, calling_package, check_build, merged, refuse_borrowed

require_old(__name__)


def build_from_cfg(cfg, registry, default_args=None):
    check_build(cfg, registry, default_args)
    args = merged(cfg, default_args)
    kind = args.pop("type")
    if isinstance(kind, str):
        made = registry.get(kind)
        if made is None:
            refuse_borrowed(kind, registry.scope)
            raise KeyError(f"{kind} is not in the {registry.name} registry")
    elif inspect.isclass(kind) or inspect.isfunction(kind):
        made = kind
    else:
        raise TypeError(f"type must be a str or valid type, but got {type(kind)}")
    return made(**args)


class Registry(Registering):
    def __init__(self, name, build_func=None, parent=None, scope=None):
        super().__init__(name, calling_package() if scope is None else scope, parent)
        if build_func is None:
            build_func = build_from_cfg if parent is None else parent.build_func
        self.build_func = build_func

    @staticmethod
    def infer_scope():
        return calling_package()

    def get(self, key):
        scope, name = self.split_scope_key(key)
        if scope is None or scope == self._scope:
            return self._own(name)
        if scope in self._children:
            return self._children[scope].get(name)
        root = self._get_root_registry()
        return None if root is self else root.get(key)
