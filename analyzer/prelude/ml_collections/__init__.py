"""Settings with attributes."""
import copy

from munch import Munch


class ConfigDict(Munch):
    def __init__(self, initial_dictionary=None, type_safe=True, **options):
        super().__init__()
        for name, value in dict(initial_dictionary or {}).items():
            self[name] = ConfigDict(value) if type(value) is dict else value

    def to_dict(self):
        return {name: value.to_dict() if isinstance(value, ConfigDict) else value for name, value in self.items()}

    def copy_and_resolve_references(self):
        return copy.deepcopy(self)

    def lock(self):
        return self

    unlock = lock

    def unlocked(self):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        return None


class FrozenConfigDict(ConfigDict):
    pass


def config_dict(**options):
    return ConfigDict(options)
