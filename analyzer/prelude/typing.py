"""Type hints: they are evaluated and mean nothing."""

import collections.abc as _abc
from abc import ABCMeta

TYPE_CHECKING = False


class _Hint:
    """Subscripted, called and combined it stays a hint."""

    def __init__(self, name):
        self.__name__ = name
        self.__args__ = ()
        self.__origin__ = None

    def __getitem__(self, parameters):
        parameters = parameters if isinstance(parameters, tuple) else (parameters,)
        if self.__name__ == "Optional":
            return Union[parameters + (type(None),)]
        made = _Hint(self.__name__)
        made.__args__ = tuple(type(None) if each is None else each for each in parameters)
        if self.__name__ == "Union":
            made.__args__ = _flat(made.__args__)
        made.__origin__ = self
        return made

    def __eq__(self, other):
        if not isinstance(other, _Hint) or self.__name__ != other.__name__:
            return False
        return self is other or (self.__origin__ is not None and self.__args__ == other.__args__)

    def __hash__(self):
        return hash(self.__name__)

    def __mro_entries__(self, bases):
        return ()

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    @property
    def _accepted(self):
        """What isinstance() takes: of the hints those that say classes."""
        if self.__name__ != "Union":
            raise AttributeError("_accepted")
        return self.__args__

    def __call__(self, *args, **keywords):
        return self

    def __repr__(self):
        return f"typing.{self.__name__}"


def _flat(kinds):
    flat = []
    for each in kinds:
        flat.extend(each.__args__ if getattr(each, "__name__", "") == "Union" and isinstance(each, _Hint) else (each,))
    return tuple([each for index, each in enumerate(flat) if each not in flat[:index]])


Any = _Hint("Any")
Union = _Hint("Union")
Optional = _Hint("Optional")
Literal = _Hint("Literal")
Final = _Hint("Final")
ClassVar = _Hint("ClassVar")
Annotated = _Hint("Annotated")
NoReturn = _Hint("NoReturn")
Never = _Hint("Never")
Self = _Hint("Self")
LiteralString = _Hint("LiteralString")
TypeAlias = _Hint("TypeAlias")
TypeGuard = _Hint("TypeGuard")
Concatenate = _Hint("Concatenate")
Required = _Hint("Required")
NotRequired = _Hint("NotRequired")
Unpack = _Hint("Unpack")
AnyStr = _Hint("AnyStr")
Text = str

List = list
Dict = dict
Tuple = tuple
Set = set
FrozenSet = frozenset
Type = type
Callable = _abc.Callable
Iterable = _abc.Iterable
Iterator = _abc.Iterator
Generator = _abc.Generator
Sequence = _abc.Sequence
MutableSequence = _abc.MutableSequence
Mapping = _abc.Mapping
MutableMapping = _abc.MutableMapping
AbstractSet = _abc.Set
MutableSet = _abc.MutableSet
Collection = _abc.Collection
Container = _abc.Container
Hashable = _abc.Hashable
Sized = _abc.Sized
Reversible = _abc.Reversible
KeysView = _abc.KeysView
ValuesView = _abc.ValuesView
ItemsView = _abc.ItemsView
Awaitable = _abc.Awaitable
Coroutine = _abc.Coroutine
AsyncIterable = _abc.AsyncIterable
AsyncIterator = _abc.AsyncIterator
ByteString = _abc.ByteString


_OTHER_HINTS = frozenset(
    """Pattern Match IO TextIO BinaryIO SupportsFloat SupportsInt SupportsIndex SupportsAbs SupportsBytes SupportsRound
    SupportsComplex ForwardRef ContextManager AsyncContextManager AsyncGenerator MappingView ParamSpecArgs
    ParamSpecKwargs""".split()
)


def __getattr__(name):
    import collections

    if name in ("OrderedDict", "Counter", "ChainMap"):
        return getattr(collections, name)
    if name == "DefaultDict":
        return collections.defaultdict
    if name == "Deque":
        return collections.deque
    if name in _OTHER_HINTS:
        return _Hint(name)
    raise AttributeError(f"module 'typing' has no attribute '{name}'")


def TypeVar(name, *constraints, **keywords):
    return _Hint(name)


def ParamSpec(name, **keywords):
    hint = _Hint(name)
    hint.args = _Hint("args")
    hint.kwargs = _Hint("kwargs")
    return hint


TypeVarTuple = TypeVar


def NewType(name, base):
    return base


class Generic:
    @classmethod
    def __class_getitem__(cls, parameters):
        return cls


class _ProtocolMeta(ABCMeta):
    def __instancecheck__(cls, instance):
        if ABCMeta.__instancecheck__(cls, instance):
            return True
        names = [name for name in cls.__dict__ if not name.startswith("__") and name not in ("_registered", "_accepts")]
        return bool(names) and all(hasattr(instance, name) for name in names)


class Protocol(metaclass=_ProtocolMeta):
    @classmethod
    def __class_getitem__(cls, parameters):
        return cls


def runtime_checkable(cls):
    return cls


def cast(kind, value):
    return value


def overload(function):
    return function


def final(value):
    return value


def dataclass_transform(**keywords):
    return lambda value: value


def is_typeddict(kind):
    return isinstance(kind, _TypedDictMeta)


def assert_never(value):
    raise AssertionError(f"Expected code to be unreachable, but got: {value!r}")


def override(value):
    return value


def no_type_check(value):
    return value


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    import inspect

    if inspect.isfunction(obj) or inspect.ismethod(obj):
        found = inspect.signature(obj).parameters.items()
        return {name: one.annotation for name, one in found if one.annotation is not inspect.Parameter.empty}
    if not isinstance(obj, type):
        names = getattr(obj, "__globals__", None) or getattr(obj, "__dict__", {})
        return _hints_of(getattr(obj, "__annotations__", {}), globalns or names, localns)
    import sys

    hints = {}
    for one in reversed(obj.__mro__):  # those of the classes that it is derived from, too
        names = getattr(sys.modules.get(one.__module__), "__dict__", {})
        hints.update(_hints_of(one.__dict__.get("__annotations__", {}), globalns or names, localns or one.__dict__))
    return hints


def _hints_of(annotations, names, own):
    """What is written as text is what it says there."""
    hints = {}
    for name, kind in annotations.items():
        if isinstance(kind, str):
            kind = eval(kind, dict(names), dict(own or {}))
        hints[name] = type(None) if kind is None else kind
    return hints


def get_origin(kind):
    import types

    if isinstance(kind, types.UnionType):
        return types.UnionType
    return getattr(kind, "__origin__", None)


def get_args(kind):
    return getattr(kind, "__args__", ())


def assert_type(value, kind):
    return value


def reveal_type(value):
    return value


class _NamedTupleMeta(type):
    def __new__(metacls, name, bases, namespace, **keywords):
        if "_is_root" in namespace:
            return type.__new__(metacls, name, bases, namespace)
        from collections import namedtuple

        fields = list(namespace.get("__annotations__", {}))
        defaults = [namespace[field] for field in fields if field in namespace]
        made = namedtuple(name, fields, defaults=defaults)
        for key, value in namespace.items():
            if key not in fields and key not in ("__qualname__", "__dict__"):
                setattr(made, key, value)
        return made

    def __call__(cls, name, fields=(), **keywords):
        from collections import namedtuple

        return namedtuple(name, [field for field, kind in fields] + list(keywords))


class NamedTuple(metaclass=_NamedTupleMeta):
    _is_root = True


class _TypedDictMeta(type):
    """The fields of the bases are the class's as well (CPython's typing.py, 3.12)."""

    def __new__(metacls, name, bases, namespace, total=True, **keywords):
        fields, required = {}, set()
        for base in bases:
            fields.update(getattr(base, "__annotations__", {}))
            required.update(getattr(base, "__required_keys__", ()))
        own = namespace.get("__annotations__", {})
        fields.update(own)
        required.update([field for field in own if total])
        namespace.update(__annotations__=fields, __total__=total, __required_keys__=frozenset(required),
                         __optional_keys__=frozenset([field for field in fields if field not in required]))
        return type.__new__(metacls, name, (dict,), namespace)

    def __call__(cls, *args, **given):
        if "_is_root" not in cls.__dict__:
            return dict(*args, **given)
        total = given.pop("total", True)
        return _TypedDictMeta(args[0], (), {"__annotations__": dict(args[1] if len(args) > 1 else given)}, total=total)


class TypedDict(metaclass=_TypedDictMeta):
    _is_root = True
