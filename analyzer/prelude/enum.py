"""Enumerations: a class whose body's assignments become its members."""

import _run


_DATA = (int, str, float, tuple)  # what a member may be as well: it then compares as that


class auto:
    """Made into its value when the class is made; until then what is combined with it waits as well."""

    def __init__(self, make=None):
        self.value = None
        self._make = make

    def __or__(self, other):
        return auto(lambda: _resolved(self) | _resolved(other))

    def __and__(self, other):
        return auto(lambda: _resolved(self) & _resolved(other))

    def __xor__(self, other):
        return auto(lambda: _resolved(self) ^ _resolved(other))

    def __add__(self, other):
        return auto(lambda: _resolved(self) + _resolved(other))

    def __ror__(self, other):
        return self | other


def _resolved(value):
    return value.value if isinstance(value, auto) else value


class nonmember:
    def __init__(self, value):
        self.value = value


class member:
    def __init__(self, value):
        self.value = value


def _is_descriptor(value):
    return isinstance(value, (property, classmethod, staticmethod)) or hasattr(value, "__get__")


def _is_member(name, value):
    if name.startswith("__") or name.startswith("_") and name.endswith("_"):
        return False
    if not _run.is_known(value):  # of a package that is not at hand
        return True
    if isinstance(value, nonmember):
        return False
    is_inner = isinstance(value, type) and value.__qualname__.endswith("." + name)
    return not _is_descriptor(value) and not is_inner


def _data_type(bases):
    for base in bases:
        for ancestor in base.__mro__:
            if ancestor in _DATA:
                return ancestor
    return None


class EnumMeta(type):
    def __new__(metacls, name, bases, namespace, **keywords):
        found = {key: value for key, value in namespace.items() if _is_member(key, value)}
        rest = {key: value for key, value in namespace.items() if key not in found}
        for key, value in rest.items():
            if isinstance(value, nonmember):
                rest[key] = value.value
        for base in bases:
            if getattr(base, "_member_names_", None):
                raise TypeError(f"<enum {name!r}> cannot extend {base!r}")
        own_new = rest.pop("__new__", None)
        cls = type.__new__(metacls, name, bases, rest)
        cls._member_map_ = {}
        cls._value2member_map_ = {}
        cls._member_names_ = []
        if own_new is not None:
            cls._make_ = own_new
        for key, value in found.items():
            cls._add_member_(key, value.value if isinstance(value, member) else value)
        return cls

    def _add_member_(cls, name, value):
        if not _run.is_known(value):
            made = (_data_type(cls.__bases__) or object).__new__(cls)
            made.__dict__.update(_value_=value, _name_=name)
            cls._member_names_.append(name)
            cls._member_map_[name] = made
            setattr(cls, name, made)
            return
        if isinstance(value, auto):
            if value.value is None:
                value.value = cls._next_value_(name, value._make)
            value = value.value
        elif isinstance(value, tuple):
            value = tuple(cls._next_value_(name, None) if isinstance(part, auto) else part for part in value)
        args = value if isinstance(value, tuple) else (value,)
        data = _data_type(cls.__bases__)
        maker = getattr(cls, "_make_", None)
        if maker is not None:
            made = maker(cls, *args)
        elif data is None:
            made = object.__new__(cls)
        elif data is tuple:
            made = tuple.__new__(cls, value)
        else:
            made = data.__new__(cls, *args)
        if "_value_" not in made.__dict__:
            made.__dict__["_value_"] = value
        for other in cls._member_map_.values():
            if _run.is_known(other._value_) and other._value_ == made._value_:
                cls._member_map_[name] = other
                setattr(cls, name, other)
                return
        made.__dict__["_name_"] = name
        if "__init__" in _user_names(cls):
            made.__init__(*args)
        cls._member_names_.append(name)
        cls._member_map_[name] = made
        try:
            cls._value2member_map_[made._value_] = made
        except TypeError:
            pass
        setattr(cls, name, made)

    def _next_value_(cls, name, make):
        if make is not None:
            return make()
        before = [member._value_ for member in cls._member_map_.values()]
        return cls._generate_next_value_(name, 1, len(cls._member_names_), before)

    def __call__(cls, value, *args, **keywords):
        if args or keywords:
            return _functional(cls, value, *args, **keywords)
        if not cls._member_map_ and isinstance(value, str) and not isinstance(value, cls):
            raise TypeError(f"{cls.__name__} has no members")
        return cls._lookup_(value)

    def _lookup_(cls, value):
        if isinstance(value, cls):
            return value
        for candidate in cls._member_map_.values():
            if _run.is_known(candidate._value_) and candidate._value_ == value:
                return candidate
        result = cls._missing_(value)
        if result is None:
            raise ValueError(f"{value!r} is not a valid {cls.__name__}")
        return result

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __iter__(cls):
        return iter([cls._member_map_[name] for name in cls._member_names_])

    def __reversed__(cls):
        return reversed([cls._member_map_[name] for name in cls._member_names_])

    def __len__(cls):
        return len(cls._member_names_)

    def __bool__(cls):
        return True

    def __dir__(cls):
        return ["__class__", "__doc__", "__members__", "__module__", *cls._member_names_]

    def __contains__(cls, value):
        if isinstance(value, cls):
            return True
        return any(candidate._value_ == value for candidate in cls._member_map_.values())

    @property
    def __members__(cls):
        return dict(cls._member_map_)

    def __repr__(cls):
        return f"<enum '{cls.__name__}'>"


EnumType = EnumMeta


def _user_names(cls):
    names = set()
    for ancestor in cls.__mro__:
        if ancestor.__name__ in ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"):
            break
        names.update(ancestor.__dict__)
    return names


def _functional(cls, name, names, start=1, **keywords):
    if isinstance(names, str):
        names = names.replace(",", " ").split()
    if isinstance(names, dict):
        pairs = list(names.items())
    else:
        pairs = [pair if isinstance(pair, (tuple, list)) else (pair, i + start) for i, pair in enumerate(names)]
    return EnumMeta(name, (cls,), dict(pairs))


class Enum(metaclass=EnumMeta):
    def _generate_next_value_(name, start, count, last_values):
        return max(last_values) + 1 if last_values else start

    @classmethod
    def _missing_(cls, value):
        return None

    @property
    def name(self):
        return self._name_

    @property
    def value(self):
        return self._value_

    def __repr__(self):
        return f"<{self.__class__.__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        return f"{self.__class__.__name__}.{self._name_}"

    def __format__(self, spec):
        return format(str(self), spec)

    def __eq__(self, other):
        return self is other or (isinstance(self, _DATA) and _same_value(self, other))

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self._value_ if isinstance(self, _DATA) else self._name_)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


def _same_value(self, other):
    return self._value_ == (other._value_ if isinstance(other, Enum) else other)


class IntEnum(int, Enum):
    def __eq__(self, other):
        return _same_value(self, other)

    def __ne__(self, other):
        return not _same_value(self, other)

    def __hash__(self):
        return hash(self._value_)

    def __str__(self):
        return str(self._value_)

    def __format__(self, spec):
        return format(self._value_, spec)


class StrEnum(str, Enum):
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()

    def __eq__(self, other):
        return _same_value(self, other)

    def __ne__(self, other):
        return not _same_value(self, other)

    def __hash__(self):
        return hash(self._value_)

    def __str__(self):
        return self._value_

    def __format__(self, spec):
        return format(self._value_, spec)


def _single_bits(cls):
    return [m for m in cls._member_map_.values() if m._value_ > 0 and m._value_ & (m._value_ - 1) == 0]


class Flag(Enum):
    def _generate_next_value_(name, start, count, last_values):
        value = 1
        while last_values and value <= max(last_values):  # the next power of two
            value = 2 * value
        return value

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            return None
        every = sum(m._value_ for m in _single_bits(cls))
        if value < 0:
            value = every & value
        names = [m._name_ for m in _single_bits(cls) if m._value_ & value]
        if value & ~every:
            if not issubclass(cls, int):
                raise ValueError(f"{value!r} is not a valid {cls.__name__}")
            names.append(str(value & ~every))
        made = int.__new__(cls, value) if issubclass(cls, int) else object.__new__(cls)
        made.__dict__["_value_"] = value
        made.__dict__["_name_"] = "|".join(names) if names else None
        return made

    def __repr__(self):
        shown = "" if self._name_ is None else f".{self._name_}"
        return f"<{self.__class__.__name__}{shown}: {self._value_!r}>"

    def __str__(self):
        shown = f"({self._value_})" if self._name_ is None else f".{self._name_}"
        return self.__class__.__name__ + shown

    def __iter__(self):
        return iter([m for m in _single_bits(self.__class__) if m._value_ & self._value_])

    def __len__(self):
        return len(list(iter(self)))

    def __eq__(self, other):
        return isinstance(other, Flag) and self._value_ == other._value_

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self._value_)

    def _combined_(self, other, combine):
        if not isinstance(other, (self.__class__, int) if isinstance(self, int) else self.__class__):
            return NotImplemented
        return self.__class__(combine(self._value_, other._value_ if isinstance(other, Enum) else other))

    def __or__(self, other):
        return self._combined_(other, lambda a, b: a | b)

    def __and__(self, other):
        return self._combined_(other, lambda a, b: a & b)

    def __xor__(self, other):
        return self._combined_(other, lambda a, b: a ^ b)

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def __invert__(self):
        every = 0
        for m in self.__class__:
            every |= m._value_
        return self.__class__(every & ~self._value_)

    def __contains__(self, other):
        return other._value_ & self._value_ == other._value_

    def __bool__(self):
        return self._value_ != 0


class IntFlag(int, Flag):
    def __eq__(self, other):
        return _same_value(self, other)

    def __ne__(self, other):
        return not _same_value(self, other)

    def __hash__(self):
        return hash(self._value_)

    def __str__(self):
        return str(self._value_)

    def __format__(self, spec):
        return format(self._value_, spec)

    __repr__, __bool__ = Flag.__repr__, Flag.__bool__
    __or__, __and__, __xor__, __invert__ = Flag.__or__, Flag.__and__, Flag.__xor__, Flag.__invert__
    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__


def unique(cls):
    for name, found in cls.__members__.items():
        if name != found.name:
            raise ValueError(f"duplicate values found in {cls!r}: {name} -> {found.name}")
    return cls


def verify(*checks):
    return unique if UNIQUE in checks else lambda cls: cls


ReprEnum = Enum
UNIQUE, CONTINUOUS, NAMED_FLAGS = "one name per value", "no missing values", "multi-flag aliases"
STRICT, CONFORM, EJECT, KEEP = "strict", "conform", "eject", "keep"


def global_enum(cls):
    return cls
