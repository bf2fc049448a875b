"""Config objects. Config files themselves are read by the analyser, not by the program under analysis."""
import _vramlint
from vramlint_openmmlab.config_dict import ConfigDict

# What the analyser has read itself, by path: set where a whole training program is followed.
_known = {}


def _import_as_asked(values):
    # `custom_imports`: mmcv/utils/config.py 1.7, mmengine/config/config.py 0.10.
    from vramlint_openmmlab.checks import import_modules_from_strings

    asked = values.get("custom_imports")
    if isinstance(asked, dict):
        import_modules_from_strings(**asked)


def _merged(own, base):
    """A dict goes into one that a base has under the same key, unless it says `_delete_`."""
    for key, value in own.items():
        if isinstance(value, dict):
            value = dict(value)
            alone = value.pop("_delete_", False)
            earlier = base.get(key)
            value = _merged(value, {} if alone or not isinstance(earlier, dict) else earlier)
        base[key] = value
    return base


# What a config says is its base: one text or several.
_BASE = r"^_base_\s*=\s*(\[[^\]]*\]|\([^)]*\)|'[^']*'|\"[^\"]*\")"


def _read(filename, depth=0):
    """What a config in Python says, those that it names as its base first; None where it cannot be read here: it is not
    there, or takes its base by import."""
    import os
    import re
    import types

    if depth > 16 or not os.path.isfile(filename):
        return None
    with open(filename) as file:
        text = file.read()
    if not _vramlint.is_known(text) or "read_base" in text:
        return None
    said, values = {}, {}
    named = re.search(_BASE, text, re.M)
    bases = eval(named.group(1)) if named else []
    for base in [bases] if isinstance(bases, str) else bases:
        inherited = _read(os.path.join(os.path.dirname(filename), base), depth + 1)
        if inherited is None:
            return None
        values.update(inherited)
    if named:
        text = text[:named.start()] + re.sub(r"\{\{\s*(_base_\.[\w.]+)\s*\}\}", r"\1", text[named.end():])
        said["_base_"] = ConfigDict(values)
    exec(text, said)
    said.pop("_base_", None)
    own = {key: value for key, value in said.items()
           if not key.startswith("__") and not isinstance(value, (types.ModuleType, types.FunctionType))}
    return _merged(own, values)


class Config:
    def __init__(self, cfg_dict=None, cfg_text=None, filename=None, **options):
        if cfg_dict is not None and not isinstance(cfg_dict, dict):
            raise TypeError(f"cfg_dict must be a dict, but got {type(cfg_dict)}")
        own = super().__setattr__
        own("_cfg_dict", cfg_dict if isinstance(cfg_dict, ConfigDict) else ConfigDict(cfg_dict or {}))
        own("_filename", filename)
        own("_text", cfg_text or "")

    @staticmethod
    def fromfile(filename, *args, **options):
        import os

        known = _known.get(os.path.abspath(filename))
        if known is not None:
            _import_as_asked(known._cfg_dict)
            return known
        values = _read(filename) if str(filename).endswith(".py") else None
        if values is None:
            return _vramlint.unknown(f"the config file {filename} is not read by the program under analysis")
        _import_as_asked(values)
        return Config(values, filename=filename)

    @staticmethod
    def fromstring(cfg_str, file_format):
        return _vramlint.unknown("a config given as text is not read")

    filename = property(lambda self: self._filename)
    text = property(lambda self: self._text)
    pretty_text = property(lambda self: repr(self._cfg_dict))

    def __getattr__(self, name):
        return getattr(self._cfg_dict, name)

    def __setattr__(self, name, value):
        self._cfg_dict[name] = value

    def __getitem__(self, name):
        return self._cfg_dict[name]

    def __setitem__(self, name, value):
        self._cfg_dict[name] = value

    def __delitem__(self, name):
        del self._cfg_dict[name]

    def __contains__(self, name):
        return name in self._cfg_dict

    def __iter__(self):
        return iter(self._cfg_dict)

    def __len__(self):
        return len(self._cfg_dict)

    def __repr__(self):
        return f"Config (path: {self._filename}): {self._cfg_dict!r}"

    def copy(self):
        return Config(self._cfg_dict.copy(), self._text, self._filename)

    __copy__ = copy

    def to_dict(self):
        return self._cfg_dict.to_dict()

    def dump(self, file=None):
        return None

    def merge_from_dict(self, options, allow_list_keys=True):
        for path, value in (options or {}).items():
            parts = path.split(".")
            at = self._cfg_dict
            for part in parts[:-1]:
                if isinstance(at, list) and part.isdigit():
                    at = at[int(part)]
                else:
                    at = at.setdefault(part, ConfigDict())
            if isinstance(at, list) and parts[-1].isdigit():
                at[int(parts[-1])] = value
            elif isinstance(value, dict) and isinstance(at.get(parts[-1]), dict):
                at[parts[-1]].update(value)
            else:
                at[parts[-1]] = value


class DictAction:
    """An action of argparse: key=value pairs that override a config."""


class _ReadBase:
    def __enter__(self):
        return None

    def __exit__(self, *exception):
        return None


def read_base():
    return _ReadBase()
