"""Classes whose instances are known by name."""


class ManagerMeta(type):
    def __init__(cls, *args):
        cls._instance_dict = {}


class ManagerMixin(metaclass=ManagerMeta):
    def __init__(self, name="", **kwargs):
        assert isinstance(name, str) and name, "name argument must be an non-empty string."
        self._instance_name = name

    @property
    def instance_name(self):
        return self._instance_name

    @classmethod
    def get_instance(cls, name, **kwargs):
        assert isinstance(name, str), f"type of name should be str, but got {type(name)}"
        if name not in cls._instance_dict:
            cls._instance_dict[name] = cls(name=name, **kwargs)
        return cls._instance_dict[name]

    @classmethod
    def get_current_instance(cls):
        if not cls._instance_dict:
            raise RuntimeError(f"Before calling {cls.__name__}.get_current_instance(), you should call get_instance(name=xxx) "
                               "at least once.")
        return list(cls._instance_dict.values())[-1]

    @classmethod
    def check_instance_created(cls, name):
        return name in cls._instance_dict
