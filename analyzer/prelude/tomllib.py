"""Reading TOML. Values read from a file keep their place in it."""
import _reader


class TOMLDecodeError(ValueError):
    pass


def loads(s, /, *, parse_float=float):
    return _reader.toml(s, TOMLDecodeError)


def load(fp, /, *, parse_float=float):
    return _reader.toml(fp, TOMLDecodeError)
