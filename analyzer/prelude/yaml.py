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
    @classmethod
    def add_representer(cls, data_type, representer):
        return None

    @classmethod
    def add_multi_representer(cls, data_type, representer):
        return None


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


class resolver:
    class BaseResolver:
        DEFAULT_SCALAR_TAG = "tag:yaml.org,2002:str"
        DEFAULT_SEQUENCE_TAG = "tag:yaml.org,2002:seq"
        DEFAULT_MAPPING_TAG = "tag:yaml.org,2002:map"

    class Resolver(BaseResolver):
        pass


class scanner:
    ScannerError = MarkedYAMLError


class parser:
    ParserError = MarkedYAMLError


def add_constructor(tag, constructor, Loader=None):
    return None
