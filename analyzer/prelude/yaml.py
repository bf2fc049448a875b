"""Reading YAML. Values read from a file keep their place in it."""

import _reader
import _run

__version__ = "6.0"


class YAMLError(Exception):
    pass


class MarkedYAMLError(YAMLError):
    pass


class _Loader:
    @classmethod
    def add_constructor(cls, tag, constructor):
        return None

    @classmethod
    def add_implicit_resolver(cls, tag, regexp, first=None):
        return None


class BaseLoader(_Loader):
    pass


class SafeLoader(_Loader):
    pass


class FullLoader(SafeLoader):
    pass


class Loader(SafeLoader):
    pass


class UnsafeLoader(SafeLoader):
    pass


CLoader = Loader
CSafeLoader = SafeLoader
CFullLoader = FullLoader


class Dumper:
    pass


SafeDumper = CDumper = CSafeDumper = Dumper


def load(stream, Loader=None):
    return _reader.yaml(stream, MarkedYAMLError, False)


def safe_load(stream):
    return _reader.yaml(stream, MarkedYAMLError, False)


def load_all(stream, Loader=None):
    return iter(_reader.yaml(stream, MarkedYAMLError, True))


safe_load_all = load_all
full_load = unsafe_load = safe_load


def dump(data, stream=None, **keywords):
    text = _run.unknown("the text that yaml.dump makes is not modelled")
    return text if stream is None else None


safe_dump = dump


class scanner:
    ScannerError = MarkedYAMLError


class parser:
    ParserError = MarkedYAMLError


def add_constructor(tag, constructor, Loader=None):
    return None
