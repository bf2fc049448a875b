"""Names of the kinds of object that have no other name."""


class SimpleNamespace:
    def __init__(self, /, **keywords):
        self.__dict__.update(keywords)

    def __repr__(self):
        inner = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"namespace({inner})"

    def __eq__(self, other):
        return isinstance(other, SimpleNamespace) and self.__dict__ == other.__dict__


def _function():
    yield


class _Class:
    def method(self):
        return None


FunctionType = type(_function)
LambdaType = FunctionType
MethodType = type(_Class().method)
BuiltinFunctionType = type(len)
BuiltinMethodType = BuiltinFunctionType
GeneratorType = type(_function())
NoneType = type(None)
EllipsisType = type(...)


def _module_type():
    import abc

    return type(abc)


ModuleType = _module_type()


class MappingProxyType(dict):
    def __setitem__(self, key, value):
        raise TypeError("'mappingproxy' object does not support item assignment")


class GenericAlias:
    """`list[str]`: in all else it is what it is made of."""

    def __init__(self, origin, args):
        self.__dict__["__origin__"] = origin
        self.__dict__["__args__"] = args if isinstance(args, tuple) else (args,)
        self.__dict__["__parameters__"] = ()

    def __call__(self, *args, **options):
        return self.__origin__(*args, **options)

    def __mro_entries__(self, bases):
        return (self.__origin__,)

    def __getattr__(self, name):
        return getattr(self.__origin__, name)

    def __getitem__(self, parameters):
        return self

    def __eq__(self, other):
        return isinstance(other, GenericAlias) and (self.__origin__, self.__args__) == (other.__origin__, other.__args__)

    def __hash__(self):
        return hash(self.__origin__)

    def __or__(self, other):
        return UnionType((self, other))

    def __ror__(self, other):
        return UnionType((other, self))

    @property
    def _accepted(self):
        return (self.__origin__,)

    def __repr__(self):
        return f"{self.__origin__.__name__}[{', '.join([getattr(each, '__name__', repr(each)) for each in self.__args__])}]"


class UnionType:
    """`int | None`."""

    def __init__(self, args):
        flat = []
        for each in args:
            flat.extend(each.__args__ if isinstance(each, UnionType) else (type(None) if each is None else each,))
        self.__args__ = tuple([each for index, each in enumerate(flat) if each not in flat[:index]])

    @property
    def _accepted(self):
        return self.__args__

    def __or__(self, other):
        return UnionType((self, other))

    def __ror__(self, other):
        return UnionType((other, self))

    def __eq__(self, other):
        return isinstance(other, UnionType) and set(self.__args__) == set(other.__args__)

    def __hash__(self):
        return hash(frozenset(self.__args__))

    def __repr__(self):
        return " | ".join(["None" if each is type(None) else getattr(each, "__name__", repr(each)) for each in self.__args__])


class CodeType:
    pass


class TracebackType:
    pass


class DynamicClassAttribute(property):
    pass


def new_class(name, bases=(), kwds=None, exec_body=None):
    namespace = {}
    if exec_body is not None:
        exec_body(namespace)
    return type(name, tuple(bases), namespace)


from vramlint_frames import Frame as FrameType  # noqa: E402
