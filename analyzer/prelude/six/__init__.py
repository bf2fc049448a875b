"""six: what Python 3 has of it."""
PY2, PY3 = False, True
string_types = (str,)
integer_types = (int,)
class_types = (type,)
text_type, binary_type = str, bytes


def iteritems(mapping, **options):
    return iter(mapping.items(**options))


def iterkeys(mapping, **options):
    return iter(mapping.keys(**options))


def itervalues(mapping, **options):
    return iter(mapping.values(**options))


def with_metaclass(meta, *bases):
    return meta("temporary_class", bases, {})


def add_metaclass(metaclass):
    def make(cls):
        body = {name: value for name, value in cls.__dict__.items() if name not in ("__dict__", "__weakref__")}
        return metaclass(cls.__name__, cls.__bases__, body)

    return make
