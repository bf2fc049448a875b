"""Reading YAML 1.2."""

import _reader
from yaml import (  # noqa: F401
    BaseLoader, CDumper, CLoader, CSafeDumper, CSafeLoader, Dumper, Loader, MarkedYAMLError, SafeDumper, SafeLoader,
    YAMLError, add_constructor, dump, parser, resolver, safe_dump, scanner,
)

__version__ = "0.17.21"
RoundTripLoader = UnsafeLoader = SafeLoader
RoundTripDumper = SafeDumper


def load(stream, Loader=None, version=None, preserve_quotes=None):
    return _reader.yaml(stream, MarkedYAMLError, False, _is_newer(version))


def load_all(stream, Loader=None, version=None, preserve_quotes=None):
    return iter(_reader.yaml(stream, MarkedYAMLError, True, _is_newer(version)))


def _is_newer(version):
    return version not in ("1.1", (1, 1), [1, 1])


def safe_load(stream, version=None):
    return load(stream, SafeLoader, version)


def safe_load_all(stream, version=None):
    return load_all(stream, SafeLoader, version)


round_trip_load, round_trip_load_all, round_trip_dump = safe_load, safe_load_all, dump


class YAML:
    def __init__(self, *, typ=None, pure=False, output=None, plug_ins=None):
        self.typ = typ
        self.version = None

    def load(self, stream):
        return load(_opened(stream), version=self.version)

    def load_all(self, stream):
        return load_all(_opened(stream), version=self.version)

    def dump(self, data, stream=None, *, transform=None):
        return None

    def register_class(self, cls):
        return cls


def _opened(stream):
    return stream.open() if hasattr(stream, "joinpath") else stream


class comments:
    CommentedMap = dict
    CommentedSeq = list
