import copy
import importlib.util
import os

import _vramlint
import yaml

_VALID_TYPES = {tuple, list, str, int, float, bool, type(None)}


def _nodes(cls, tree):
    return cls(tree) if type(tree) is dict else tree


def _decoded(value):
    """What stands in a text: a number, a list; else the text."""
    if not isinstance(value, str):
        return value
    try:
        return _vramlint.evaluate(value, {"__builtins__": {}}) if value[:1] in "0123456789+-([{\"'TFN" else value
    except Exception:
        return value


def _as_before(new, old, name):
    if not _vramlint.is_known(new) or not _vramlint.is_known(old) or old is None or new is None:
        return new
    if type(new) is type(old):
        return new
    for one, other in ((tuple, list), (list, tuple)):
        if isinstance(old, one) and isinstance(new, other):
            return one(new)
    if isinstance(old, float) and isinstance(new, int):
        return float(new)
    if isinstance(old, dict) and isinstance(new, dict):
        return new
    raise ValueError(f"Type mismatch ({type(old)} vs. {type(new)}) with values ({old} vs. {new}) for config key: {name}")


def _over(tree, base):
    if not _vramlint.is_known(base):
        return base
    for key, value in tree.items():
        base[key] = _over(value, base[key]) if isinstance(value, dict) and isinstance(base.get(key), dict) else value
    return base


def _read(path):
    """A file of Python says it as `cfg`."""
    if os.path.splitext(path)[1] != ".py":
        with open(path) as file:
            return yaml.safe_load(file)
    spec = importlib.util.spec_from_file_location("yacs.config.override", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.cfg


class CfgNode(dict):
    IMMUTABLE = "__immutable__"
    DEPRECATED_KEYS = "__deprecated_keys__"
    RENAMED_KEYS = "__renamed_keys__"
    NEW_ALLOWED = "__new_allowed__"

    def __init__(self, init_dict=None, key_list=None, new_allowed=False):
        super().__init__()
        self.__dict__[CfgNode.IMMUTABLE] = False
        self.__dict__[CfgNode.NEW_ALLOWED] = new_allowed
        self.__dict__[CfgNode.DEPRECATED_KEYS] = set()
        self.__dict__[CfgNode.RENAMED_KEYS] = {}
        for key, value in (init_dict or {}).items():
            dict.__setitem__(self, key, _nodes(type(self), value))

    def __getattr__(self, name):
        if name in self:
            return self[name]
        raise AttributeError(name)

    def __setattr__(self, name, value):
        if self.is_frozen():
            raise AttributeError(f"Attempted to set {name} to {value}, but CfgNode is immutable")
        self[name] = value

    def freeze(self):
        self._immutable(True)

    def defrost(self):
        self._immutable(False)

    def is_frozen(self):
        return self.__dict__[CfgNode.IMMUTABLE]

    def _immutable(self, frozen):
        self.__dict__[CfgNode.IMMUTABLE] = frozen
        for value in self.values():
            if isinstance(value, CfgNode):
                value._immutable(frozen)

    def is_new_allowed(self):
        return self.__dict__[CfgNode.NEW_ALLOWED]

    def set_new_allowed(self, is_new_allowed):
        self.__dict__[CfgNode.NEW_ALLOWED] = is_new_allowed
        for value in self.values():
            if isinstance(value, CfgNode):
                value.set_new_allowed(is_new_allowed)

    def register_deprecated_key(self, key):
        self.__dict__[CfgNode.DEPRECATED_KEYS].add(key)

    def register_renamed_key(self, old_name, new_name, message=None):
        self.__dict__[CfgNode.RENAMED_KEYS][old_name] = (new_name, message)

    def key_is_deprecated(self, full_key):
        return full_key in self.__dict__[CfgNode.DEPRECATED_KEYS]

    def key_is_renamed(self, full_key):
        return full_key in self.__dict__[CfgNode.RENAMED_KEYS]

    def clone(self):
        return copy.deepcopy(self)

    def __deepcopy__(self, memo):
        made = type(self)(new_allowed=self.is_new_allowed())
        for name, value in self.__dict__.items():
            made.__dict__[name] = value
        for key, value in self.items():
            dict.__setitem__(made, key, copy.deepcopy(value, memo))
        return made

    def dump(self, **keywords):
        return yaml.dump(self)

    def merge_from_file(self, cfg_filename):
        self._merge(_read(cfg_filename), [])

    def merge_from_other_cfg(self, cfg_other):
        self._merge(cfg_other, [])

    def merge_from_list(self, cfg_list):
        assert len(cfg_list) % 2 == 0, f"Override list has odd length: {cfg_list}; it must be a list of pairs"
        for full_key, value in zip(cfg_list[0::2], cfg_list[1::2]):
            if self.key_is_deprecated(full_key):
                continue
            node, names = self, full_key.split(".")
            for name in names[:-1]:
                assert name in node, f"Non-existent key: {full_key}"
                node = node[name]
            assert names[-1] in node, f"Non-existent key: {full_key}"
            dict.__setitem__(node, names[-1], _as_before(_decoded(value), node[names[-1]], full_key))

    def _merge(self, other, path):
        if not _vramlint.is_known(other):
            for key in list(self):
                dict.__setitem__(self, key, other)
            return
        for key, value in (other or {}).items():
            full_key = ".".join(path + [str(key)])
            if key in self:
                if isinstance(self[key], CfgNode) and (isinstance(value, dict) or not _vramlint.is_known(value)):
                    self[key]._merge(value, path + [str(key)])
                else:
                    value = _as_before(_decoded(value), self[key], full_key)
                    dict.__setitem__(self, key, _nodes(type(self), value))
            elif self.is_new_allowed():
                dict.__setitem__(self, key, _nodes(type(self), value))
            elif not self.key_is_deprecated(full_key):
                raise KeyError(f"Non-existent config key: {full_key}")

    @classmethod
    def load_cfg(cls, cfg_file_obj_or_str):
        return cls(yaml.safe_load(cfg_file_obj_or_str))

    @classmethod
    def load_yaml_with_base(cls, filename, allow_unsafe=False):
        """fvcore's: a file begins with what its `_BASE_` says."""
        import os

        with open(filename) as file:
            tree = yaml.safe_load(file)
        if not _vramlint.is_known(tree) or "_BASE_" not in tree:
            return tree
        base = tree.pop("_BASE_")
        if base.startswith("~"):
            base = os.path.expanduser(base)
        if not base.startswith(("/", "http://", "https://")):
            base = os.path.join(os.path.dirname(filename), base)
        return _over(tree, cls.load_yaml_with_base(base, allow_unsafe))


load_cfg = CfgNode.load_cfg
