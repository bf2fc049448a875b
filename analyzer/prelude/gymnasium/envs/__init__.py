"""Which environments there are: the packages' own and those that a program registers."""
import importlib

from gymnasium import _known

registry = {}


class _Registered:
    def __init__(self, id, entry_point, max_episode_steps, kwargs):
        self.id, self.entry_point, self.max_episode_steps, self.kwargs = id, entry_point, max_episode_steps, kwargs or {}


def register(id, entry_point=None, reward_threshold=None, nondeterministic=False, max_episode_steps=None, kwargs=None,
             **options):
    registry[id] = _Registered(id, entry_point, max_episode_steps, kwargs)


def spec(id):
    return registry[id] if id in registry else _known.Described(id, None, None, False).spec


def pprint_registry(*args, **options):
    return None


def made(id, is_old, options):
    found = registry.get(id) if isinstance(id, str) else None
    if found is None:
        return _known.made(id, is_old, options)
    entry = found.entry_point
    if isinstance(entry, str):
        module, _, name = entry.partition(":")
        entry = getattr(importlib.import_module(module), name)
    return entry(**{**found.kwargs, **options})
