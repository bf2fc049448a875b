"""dataclass and its relatives."""


import _run


class _Missing:
    def __repr__(self):
        return "<factory>"


MISSING = _Missing()
KW_ONLY = object()


class FrozenInstanceError(AttributeError):
    pass


class InitVar:
    """A parameter of __init__ that __post_init__ gets and no attribute keeps."""

    def __init__(self, type=None):
        self.type = type

    def __class_getitem__(cls, type):
        return InitVar(type)


class Field:
    def __init__(self, default, default_factory, init, repr, compare, kw_only, metadata):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.compare = compare
        self.kw_only = kw_only
        self.metadata = metadata or {}
        self.only_init = False


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None, kw_only=False):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    return Field(default, default_factory, init, repr, compare, kw_only, metadata)


def _is_class_variable(kind):
    if not _run.is_known(kind):  # of a package that is not at hand
        return False
    if isinstance(kind, str):
        return "ClassVar" in kind
    return getattr(kind, "__name__", "") == "ClassVar"


def _is_init_only(kind):
    if not _run.is_known(kind):
        return False
    return "InitVar" in kind if isinstance(kind, str) else kind is InitVar or isinstance(kind, InitVar)


def _collect(cls, keyword_only):
    found = {}
    for base in reversed(cls.__mro__):
        if base is not cls:
            for known in base.__dict__.get("__dataclass_fields__", {}).values():
                found[known.name] = known
    for name, kind in cls.__dict__.get("__annotations__", {}).items():
        if _is_class_variable(kind):
            continue
        if _run.is_known(kind) and kind is KW_ONLY:
            keyword_only = True
            continue
        given = cls.__dict__.get(name, MISSING)
        if isinstance(given, Field):
            made = given
            if made.default is MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, made.default)
        else:
            if isinstance(given, (list, dict, set)):
                raise ValueError(f"mutable default {type(given)} for field {name} is not allowed: use default_factory")
            made = field(default=given)
        made.name = name
        made.type = kind
        made.kw_only = made.kw_only or keyword_only
        made.only_init = _is_init_only(kind)
        found[name] = made
    return found


def _make_init(cls, fields_by_name, frozen):
    ordered = [f for f in fields_by_name.values() if f.init]
    positional = [f for f in ordered if not f.kw_only]
    previous = None
    for f in positional:
        has_default = f.default is not MISSING or f.default_factory is not MISSING
        if previous is not None and not has_default:
            raise TypeError(f"non-default argument '{f.name}' follows default argument")
        if has_default:
            previous = f

    def __init__(self, *args, **keywords):
        title = f"{cls.__name__}.__init__()"
        if len(args) > len(positional):
            raise TypeError(f"{title} takes {len(positional) + 1} positional arguments but {len(args) + 1} were given")
        keep = object.__setattr__ if frozen else setattr
        values = {}
        for f, value in zip(positional, args):
            values[f.name] = value
        for name, value in keywords.items():
            if name in values:
                raise TypeError(f"{title} got multiple values for argument '{name}'")
            if name not in fields_by_name or not fields_by_name[name].init:
                raise TypeError(f"{title} got an unexpected keyword argument '{name}'")
            values[name] = value
        missing, passed = [], []
        for f in fields_by_name.values():
            if f.only_init and (f.name in values or f.default is not MISSING):
                passed.append(values.get(f.name, f.default))
            elif f.name in values:
                keep(self, f.name, values[f.name])
            elif f.default_factory is not MISSING:
                keep(self, f.name, f.default_factory())
            elif f.default is not MISSING:
                keep(self, f.name, f.default)
            elif f.init:
                missing.append(f.name)
        if missing:
            plural = "s" if len(missing) > 1 else ""
            names = " and ".join(repr(name) for name in missing)
            raise TypeError(f"{title} missing {len(missing)} required positional argument{plural}: {names}")
        if hasattr(self, "__post_init__"):
            self.__post_init__(*passed)

    return __init__


def _compared(value):
    return tuple(getattr(value, f.name) for f in fields(value) if f.compare)


def _add_order(cls):
    def comparison(compare):
        def method(self, other):
            if type(other) is not type(self):
                return NotImplemented
            return compare(_compared(self), _compared(other))

        return method

    cls.__lt__ = comparison(lambda a, b: a < b)
    cls.__le__ = comparison(lambda a, b: a <= b)
    cls.__gt__ = comparison(lambda a, b: a > b)
    cls.__ge__ = comparison(lambda a, b: a >= b)


def _freeze(cls):
    def __setattr__(self, name, value):
        raise FrozenInstanceError(f"cannot assign to field '{name}'")

    def __delattr__(self, name):
        raise FrozenInstanceError(f"cannot delete field '{name}'")

    cls.__setattr__ = __setattr__
    cls.__delattr__ = __delattr__
    cls.__hash__ = lambda self: hash(_compared(self))


def _process(cls, init, repr, eq, order, frozen, kw_only):
    cls.__dataclass_fields__ = _collect(cls, kw_only)
    if "__match_args__" not in cls.__dict__:
        shown = [f.name for f in cls.__dataclass_fields__.values() if f.init and not f.kw_only]
        cls.__match_args__ = tuple(shown)
    if init and "__init__" not in cls.__dict__:
        cls.__init__ = _make_init(cls, cls.__dataclass_fields__, frozen)
    if repr and "__repr__" not in cls.__dict__:

        def __repr__(self):
            shown = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if f.repr)
            return f"{type(self).__qualname__}({shown})"

        cls.__repr__ = __repr__
    if eq and "__eq__" not in cls.__dict__:

        def __eq__(self, other):
            if type(other) is not type(self):
                return NotImplemented
            return _compared(self) == _compared(other)

        cls.__eq__ = __eq__
    if order:
        _add_order(cls)
    if frozen:
        _freeze(cls)
    return cls


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False, kw_only=False, slots=False, match_args=True):
    def decorate(given):
        return _process(given, init, repr, eq, order, frozen, kw_only)

    return decorate if cls is None else decorate(cls)


def fields(value):
    found = getattr(value, "__dataclass_fields__", None)
    if found is None:
        raise TypeError("must be called with a dataclass type or instance")
    return tuple(f for f in found.values() if not f.only_init)


def is_dataclass(value):
    return hasattr(value, "__dataclass_fields__")


def _plain(value, dict_factory):
    if is_dataclass(value) and not isinstance(value, type):
        return dict_factory([(f.name, _plain(getattr(value, f.name), dict_factory)) for f in fields(value)])
    if isinstance(value, list):
        return [_plain(item, dict_factory) for item in value]
    if isinstance(value, tuple):
        return tuple(_plain(item, dict_factory) for item in value)
    if isinstance(value, dict):
        return {key: _plain(item, dict_factory) for key, item in value.items()}
    return value


def asdict(value, *, dict_factory=dict):
    return _plain(value, dict_factory)


def astuple(value, *, tuple_factory=tuple):
    return tuple_factory([getattr(value, f.name) for f in fields(value)])


def replace(value, /, **changes):
    for f in fields(value):
        if f.init and f.name not in changes:
            changes[f.name] = getattr(value, f.name)
    return type(value)(**changes)


def make_dataclass(name, specification, *, bases=(), namespace=None, **options):
    names = dict(namespace or {})
    annotations = {}
    for item in specification:
        if isinstance(item, str):
            annotations[item] = object
        else:
            annotations[item[0]] = item[1]
            if len(item) > 2:
                names[item[0]] = item[2]
    names["__annotations__"] = annotations
    return dataclass(type(name, tuple(bases), names), **options)
