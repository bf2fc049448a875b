"""JSON. Values read from a file keep their place in it."""

import _reader
import _run


class JSONDecodeError(ValueError):
    pass


class JSONEncoder:
    def __init__(self, *, indent=None, separators=None, sort_keys=False, default=None, ensure_ascii=True, **keywords):
        self.indent = indent
        self.separators = separators
        self.sort_keys = sort_keys
        self.ensure_ascii = ensure_ascii
        if default is not None:
            self.default = default

    def default(self, value):
        raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")

    def encode(self, o):
        item_separator, key_separator = self.separators or ("," if self.indent is not None else ", ", ": ")
        return _write(o, self.indent, 0, item_separator, key_separator, self.sort_keys, self.default, self.ensure_ascii)

    def iterencode(self, o, _one_shot=False):
        return iter([self.encode(o)])


class JSONDecoder:
    def __init__(self, **keywords):
        self._keywords = keywords

    def decode(self, s):
        return loads(s, **self._keywords)


def _hooked(value, hook, pairs_hook):
    if isinstance(value, list):
        return [_hooked(item, hook, pairs_hook) for item in value]
    if not isinstance(value, dict):
        return value
    pairs = [(key, _hooked(item, hook, pairs_hook)) for key, item in value.items()]
    return pairs_hook(pairs) if pairs_hook is not None else hook(dict(pairs))


def loads(s, *, object_hook=None, object_pairs_hook=None, cls=None, **keywords):
    if cls is not None and cls is not JSONDecoder:
        return cls(object_hook=object_hook, object_pairs_hook=object_pairs_hook, **keywords).decode(s)
    value = _reader.json(s, JSONDecodeError)
    if object_hook is None and object_pairs_hook is None:
        return value
    return _hooked(value, object_hook, object_pairs_hook)


def load(fp, **keywords):
    return loads(fp, **keywords)


def _key(key):
    if not _run.is_known(key) or isinstance(key, str):
        return key
    if key is None or isinstance(key, (bool, int, float)):
        return dumps(key)
    raise TypeError(f"keys must be str, int, float, bool or None, not {type(key).__name__}")


def _number(value):
    if value != value:
        return "NaN"
    if value in (float("inf"), -float("inf")):
        return "Infinity" if value > 0 else "-Infinity"
    return float.__repr__(value)


def _write(value, indent, level, item_separator, key_separator, sort_keys, default, ascii):
    if not _run.is_known(value):
        return str(value)
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, str):
        return _reader.quoted(value, ascii)
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        return _number(value)

    def inner(item):
        return _write(item, indent, level + 1, item_separator, key_separator, sort_keys, default, ascii)

    if isinstance(value, dict):
        pairs = [(_key(key), item) for key, item in value.items()]
        if sort_keys:
            pairs = sorted(pairs, key=lambda pair: pair[0])
        parts = [_reader.quoted(key, ascii) + key_separator + inner(item) for key, item in pairs]
        opening, closing = "{", "}"
    elif isinstance(value, (list, tuple)):
        parts = [inner(item) for item in value]
        opening, closing = "[", "]"
    elif default is not None:
        return inner(default(value))
    else:
        raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")
    if not parts:
        return opening + closing
    if indent is None:
        return opening + item_separator.join(parts) + closing
    step = indent if isinstance(indent, str) else " " * indent
    gap = "\n" + step * (level + 1)
    return opening + gap + (item_separator.rstrip() + gap).join(parts) + "\n" + step * level + closing


def dumps(obj, *, cls=None, **keywords):
    return (cls or JSONEncoder)(**keywords).encode(obj)


def dump(obj, fp, **keywords):
    fp.write(dumps(obj, **keywords))
