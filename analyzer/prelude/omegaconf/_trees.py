import copy
import dataclasses
import re

import _run
import _vramlint
import vramlint_numbers
import yaml
from omegaconf import _references
from omegaconf.errors import ConfigAttributeError, ConfigKeyError, MissingMandatoryValue


def _checked(name, value):
    if _vramlint.is_known(value) and isinstance(value, str) and value == "???":
        raise MissingMandatoryValue(f"Missing mandatory value: {name}")
    return value


def _is_lenient():
    """Up to 2.0 an attribute that no key has is None."""
    return _run.wanted_release("omegaconf").split(".")[:2] in (["1", "4"], ["2", "0"])


class _Metadata:
    object_type = dict


def _is_reference(value):
    return _vramlint.is_known(value) and isinstance(value, str) and "${" in value


def _followed(node, text):
    """`${a.b}` from the outermost, `${.b}` from where it stands, one further out for each dot more."""
    found = re.fullmatch(r"\$\{(\.*)([^${}:]*)\}", text)
    if not found:
        return text
    dots, path = len(found.group(1)), found.group(2)
    while node._parent is not None and (dots == 0 or dots > 1):
        node, dots = node._parent, max(dots - 1, 0)
    for name in path.split("."):
        node = node[int(name)] if isinstance(node, ListConfig) else node[name]
    return node


def _held_by(parent, value):
    held = wrapped(value)
    if _vramlint.is_known(held) and isinstance(held, (DictConfig, ListConfig)):
        held.__dict__["_parent"] = parent
    return held


class _Node:
    """What every node has beside its items. Flags change nothing here."""

    def _get_parent(self):
        return self._parent

    def _set_parent(self, parent):
        self.__dict__["_parent"] = parent

    def _set_flag(self, flags, values):
        return self

    def _get_flag(self, flag):
        return None

    def _get_node_flag(self, flag):
        return None


class DictConfig(dict, _Node):
    """`_texts`: of entries that are references, what they were written as. `_open`: those that are followed when they are
    read, from where they stand."""

    _metadata = _Metadata()

    def __init__(self, content=None, **options):
        super().__init__()
        self.__dict__.update(_texts={}, _open=set(), _parent=None, _type=dict)
        if content:
            _fill(self, content, content)

    def __getitem__(self, key):
        if key not in self:
            raise ConfigKeyError(f"Missing key {key}")
        value = super().__getitem__(key)
        return _followed(self, value) if key in self._open else _checked(key, value)

    def __getattr__(self, name):
        if name in self:
            return self[name]
        if name.startswith("__") or not _is_lenient():
            raise ConfigAttributeError(f"Missing key {name}")
        return None

    def __setitem__(self, key, value):
        self._texts.pop(key, None)
        self._put(key, value)

    def _put(self, key, value):
        self._open.discard(key)
        if _is_reference(value):
            self._open.add(key)
        super().__setitem__(key, _held_by(self, value))

    def __setattr__(self, name, value):
        self[name] = value

    def __delattr__(self, name):
        del self[name]

    def get(self, key, default_value=None):
        found = self[key] if key in self._open else super().get(key)
        if not _vramlint.is_known(found):
            return found
        return default_value if found is None or isinstance(found, str) and found == "???" else found

    def items(self):
        return [(key, self[key]) for key in self] if self._open else super().items()

    def values(self):
        return [self[key] for key in self] if self._open else super().values()

    def pop(self, key, *default):
        self._texts.pop(key, None)
        value = self[key] if key in self._open else super().get(key)
        self._open.discard(key)
        taken = super().pop(key, *default)
        return taken if value is None else value

    def update(self, other=(), **more):
        for key, value in dict(other, **more).items():
            self[key] = value

    def copy(self):
        return copy.deepcopy(self)

    def __deepcopy__(self, memo):
        made = DictConfig()
        for key, value in super().items():
            made._put(key, copy.deepcopy(value, memo))
        made._texts.update(self._texts)
        made.__dict__.update(_parent=self._parent, _type=self._type)
        return made


class ListConfig(list, _Node):
    def __init__(self, content=(), **options):
        super().__init__()
        self.__dict__["_parent"] = None
        for item in content:
            self.append(item)

    def append(self, item):
        super().append(_held_by(self, item))

    def __deepcopy__(self, memo):
        made = ListConfig([copy.deepcopy(item, memo) for item in self])
        made.__dict__["_parent"] = self._parent
        return made


def wrapped(value):
    if not _vramlint.is_known(value) or isinstance(value, (DictConfig, ListConfig)):
        return value
    if isinstance(value, dict):
        return _fill(DictConfig(), value, value)
    if type(value) in (list, tuple):
        return ListConfig(value)
    return value


def _fill(made, plain, resolved):
    made.__dict__["_type"] = getattr(plain, "of", made._type)
    for key, value in resolved.items():
        text = plain.get(key)
        if _vramlint.is_known(value) and isinstance(value, dict) and not isinstance(value, DictConfig):
            value = _fill(DictConfig(), text if isinstance(text, dict) else value, value)
        made._put(key, value)
        if _is_reference(text):
            made._texts[key] = text
    return made


def _plain(value, resolve=True):
    if not _vramlint.is_known(value):
        return value
    if isinstance(value, dict):
        texts = {} if resolve or not isinstance(value, DictConfig) else value._texts
        made = {key: texts[key] if key in texts else _plain(item, resolve) for key, item in value.items()}
        return made if resolve else _typed_as(value, made)
    return [_plain(item, resolve) for item in value] if isinstance(value, (list, tuple)) else value


def _untyped(tree):
    if isinstance(tree, dict) and _vramlint.is_known(tree):
        return {key: _untyped(item) for key, item in tree.items()}
    return [_untyped(item) for item in tree] if type(tree) is list else tree


def _typed_as(value, tree):
    if not isinstance(value, DictConfig) or value._type is dict:
        return tree
    tree = _OfClass(tree)
    tree.of = value._type
    return tree


def _object(value):
    if not _vramlint.is_known(value):
        return value
    if isinstance(value, dict):
        items = {key: _object(item) for key, item in value.items()}
        is_typed = isinstance(value, DictConfig) and dataclasses.is_dataclass(value._type)
        return value._type(**items) if is_typed else items
    return [_object(item) for item in value] if isinstance(value, (list, tuple)) else value


def _made(tree):
    if not _vramlint.is_known(tree):
        return tree
    resolved = _references.References(tree).of(tree)
    return _fill(DictConfig(), tree, resolved) if isinstance(tree, dict) else ListConfig(resolved)


class _OfClass(dict):
    """A tree that the fields of a class `of` make."""


def _merged(one, other):
    if not _vramlint.is_known(one) or not _vramlint.is_known(other):
        return other if _vramlint.is_known(one) else one
    if not isinstance(one, dict) or not isinstance(other, dict):
        return one if isinstance(other, str) and other == "???" else other  # what is missing leaves what is there
    result = _OfClass(one)
    result.of = getattr(other, "of", getattr(one, "of", dict))
    for key, value in other.items():
        result[key] = _merged(result[key], value) if key in result else value
    return result


def _of_class(obj):
    made = obj() if isinstance(obj, type) else obj
    tree = _OfClass({field.name: _entry(getattr(made, field.name)) for field in dataclasses.fields(obj)})
    tree.of = type(made)
    return tree


def _entry(value):
    return _of_class(value) if _vramlint.is_known(value) and dataclasses.is_dataclass(value) else _plain(value, False)


def _tree_of(obj):
    if _vramlint.is_known(obj) and dataclasses.is_dataclass(obj):
        return _of_class(obj)
    if isinstance(obj, str):
        return vramlint_numbers.read(yaml.safe_load(obj)) or {}
    return _plain({} if obj is None else obj, False)


def _part_of(config):
    """A part of another config refers to what stands around it there."""
    is_part = isinstance(config, (DictConfig, ListConfig)) and config._parent is not None
    return _plain(config) if is_part else _tree_of(config)


def _said(words):
    tree = {}
    for word in words:
        name, _, text = word.partition("=")
        names, node = name.split("."), tree
        for part in names[:-1]:
            node = node.setdefault(part, {})
        node[names[-1]] = vramlint_numbers.read(yaml.safe_load(text)) if text else None
    return tree


class OmegaConf:
    @staticmethod
    def create(obj=None, parent=None, flags=None):
        return _made(_part_of(obj) if _vramlint.is_known(obj) else _tree_of(obj))

    structured = create

    @staticmethod
    def load(file_):
        if isinstance(file_, str) or hasattr(file_, "__fspath__"):
            with open(file_) as file:
                return _made(vramlint_numbers.read(yaml.safe_load(file)) or {})
        return _made(vramlint_numbers.read(yaml.safe_load(file_)) or {})

    @staticmethod
    def merge(*configs):
        tree = {}
        for config in configs:
            tree = _merged(tree, _part_of(config) if _vramlint.is_known(config) else config)
        return _made(tree)

    unsafe_merge = merge

    @staticmethod
    def from_cli(args_list=None):
        import sys

        return _made(_said(sys.argv[1:] if args_list is None else args_list))

    @staticmethod
    def from_dotlist(dotlist):
        return _made(_said(dotlist))

    @staticmethod
    def to_container(cfg, *, resolve=False, throw_on_missing=False, enum_to_str=False, structured_config_mode=None):
        return _untyped(_plain(cfg, resolve))

    @staticmethod
    def to_object(cfg):
        return _object(cfg)

    @staticmethod
    def to_yaml(cfg, *, resolve=False, sort_keys=False):
        return yaml.dump(_plain(cfg))

    @staticmethod
    def save(config, f, resolve=False):
        return None

    @staticmethod
    def select(cfg, key, *, default=None, throw_on_resolution_failure=True, throw_on_missing=False):
        for name in key.split("."):
            if not isinstance(cfg, dict) or name not in cfg:
                return default
            cfg = cfg[name]
        return cfg

    @staticmethod
    def update(cfg, key, value=None, *, merge=True, force_add=False):
        names = key.split(".")
        for name in names[:-1]:
            if name not in cfg:
                cfg[name] = {}
            cfg = cfg[name]
        cfg[names[-1]] = value

    @staticmethod
    def get_type(obj, key=None):
        value = obj if key is None else obj.get(key)
        if value is None or isinstance(value, DictConfig):
            return value if value is None else value._type
        return list if isinstance(value, ListConfig) else type(value)

    @staticmethod
    def is_config(obj):
        return isinstance(obj, (DictConfig, ListConfig))

    @staticmethod
    def is_dict(obj):
        return isinstance(obj, DictConfig)

    @staticmethod
    def is_list(obj):
        return isinstance(obj, ListConfig)

    @staticmethod
    def is_missing(cfg, key):
        return isinstance(cfg, dict) and key in cfg and cfg.get(key) is None and dict.__getitem__(cfg, key) is not None

    @staticmethod
    def register_new_resolver(name, resolver, *, replace=False, use_cache=False):
        _references.resolvers[name] = resolver

    register_resolver = register_new_resolver

    @staticmethod
    def has_resolver(name):
        return name in _references.resolvers

    @staticmethod
    def clear_resolvers():
        _references.resolvers.clear()

    @staticmethod
    def resolve(cfg):
        return None

    @staticmethod
    def set_struct(conf, value):
        return None

    set_readonly = set_struct

    @staticmethod
    def is_struct(conf):
        return False

    is_readonly = is_struct
