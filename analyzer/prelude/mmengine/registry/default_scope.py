"""The scope in which names without one are looked up first."""
from contextlib import contextmanager

from mmengine.utils.manager import ManagerMixin


class DefaultScope(ManagerMixin):
    def __init__(self, name, scope_name):
        super().__init__(name)
        assert isinstance(scope_name, str), f"scope_name should be a string, but got {scope_name}"
        self._scope_name = scope_name

    @property
    def scope_name(self):
        return self._scope_name

    @classmethod
    def get_current_instance(cls):
        return list(cls._instance_dict.values())[-1] if cls._instance_dict else None

    @classmethod
    @contextmanager
    def overwrite_default_scope(cls, scope_name):
        if scope_name is None:
            yield
            return
        name = f"overwrite-{scope_name}-{len(cls._instance_dict)}"
        cls.get_instance(name, scope_name=scope_name)
        try:
            yield
        finally:
            cls._instance_dict.pop(name)
