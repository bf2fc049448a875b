"""JSON. Values read from a file keep their place in it."""

import _reader


class JSONDecodeError(ValueError):
    pass


class JSONEncoder:
    def __init__(self, **keywords):
        pass

    def default(self, value):
        raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")

    def encode(self, value):
        return dumps(value)


class JSONDecoder:
    def decode(self, text):
        return loads(text)


def loads(text, **keywords):
    return _reader.json(text, JSONDecodeError)


def load(file, **keywords):
    return _reader.json(file, JSONDecodeError)


def _key(key):
    if isinstance(key, str):
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


def dumps(value, *, indent=None, separators=None, sort_keys=False, default=None, ensure_ascii=True, cls=None, **keywords):
    item_separator, key_separator = separators or (", ", ": ")
    if cls is not None:
        default = cls().default
    return _write(value, indent, 0, item_separator, key_separator, sort_keys, default, ensure_ascii)


def dump(value, file, **keywords):
    file.write(dumps(value, **keywords))
