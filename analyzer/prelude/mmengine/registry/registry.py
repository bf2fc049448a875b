"""Registry of mmengine: looks in the default scope first, then here, then in the parents."""
from importlib import import_module

from mmengine.registry.default_scope import DefaultScope
from vramlint_openmmlab.checks import get_object_from_string
from vramlint_openmmlab.registering import Registering, calling_package


def _import_registry_of(scope):
    try:
        import_module(scope + ".registry")
    except (ImportError, AttributeError):
        pass


class _Switch:
    """The registry of the default scope, with that scope put over it for as long as the block runs."""

    def __init__(self, registry, scope):
        self.registry = registry
        self.overwriting = None if scope is None else DefaultScope.overwrite_default_scope(scope)

    def __enter__(self):
        if self.overwriting is not None:
            self.overwriting.__enter__()
        return self.registry._in_default_scope()

    def __exit__(self, *exception):
        if self.overwriting is not None:
            self.overwriting.__exit__(*exception)


class Registry(Registering):
    def __init__(self, name, build_func=None, parent=None, scope=None, locations=[]):
        super().__init__(name, calling_package() if scope is None else scope, parent)
        self._locations = locations
        self._imported = False
        if build_func is None:
            from mmengine.registry.build_functions import build_from_cfg
            build_func = build_from_cfg if parent is None else parent.build_func
        self.build_func = build_func

    @staticmethod
    def infer_scope():
        return calling_package()

    def switch_scope_and_registry(self, scope):
        return _Switch(self, scope)

    def _in_default_scope(self):
        current = DefaultScope.get_current_instance()
        if current is None:
            return self
        scope = current.scope_name
        if scope == self._scope:
            return self
        root = self._get_root_registry()
        found = root._search_child(scope)
        if found is None:
            _import_registry_of(scope)
            found = root._search_child(scope)
        return self if found is None else found

    def import_from_location(self):
        if self._imported:
            return
        self._imported = True
        for location in self._locations:
            import_module(location)

    def get(self, key):
        if not isinstance(key, str):
            raise TypeError(f"The key argument of `Registry.get` must be a str, got {type(key)}")
        self.import_from_location()
        scope, name = self.split_scope_key(key)
        if scope is None or scope == self._scope:
            found = self._own(name)
            parent = self.parent if scope is None else None
            while found is None and parent is not None:
                found = parent._own(name)
                parent = parent.parent
        else:
            found = self._in_scope(scope, name, key)
        return found if found is not None else get_object_from_string(key)

    def _in_scope(self, scope, name, key):
        _import_registry_of(scope)
        if scope in self._children:
            return self._children[scope].get(name)
        root = self._get_root_registry()
        if scope != root._scope and scope not in root._children:
            return None
        return root.get(key)
