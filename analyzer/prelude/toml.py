"""toml 0.10: files are named, too."""
import _reader
from tomllib import TOMLDecodeError as TomlDecodeError

__version__ = "0.10.2"


def load(f, _dict=dict, decoder=None):
    if isinstance(f, (list, tuple)):
        joined = _dict()
        for each in f:
            joined.update(load(each, _dict))
        return joined
    if hasattr(f, "read"):
        return _reader.toml(f, TomlDecodeError)
    with open(f, "rb") as file:
        return _reader.toml(file, TomlDecodeError)


def loads(s, _dict=dict, decoder=None):
    return _reader.toml(s, TomlDecodeError)


def dumps(o, encoder=None):
    import _run
    return _run.unknown("the text that toml.dumps makes is not modelled")


def dump(o, f, encoder=None):
    return None
