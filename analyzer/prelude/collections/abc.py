"""The container classes that isinstance() is asked about: by the methods they must have, or by registration."""

from abc import ABCMeta


_views = (type({}.keys()), type({}.values()), type({}.items()))
_functions = (type, type(len), type(lambda: 0), type("".join), type(ABCMeta("_", (), {}).__call__), staticmethod)


def _holds(cls, name):
    """Whether objects of the class have it; what the class has of its own class is not theirs."""
    for base in cls.__mro__:
        if name in base.__dict__:
            return base.__dict__[name] is not None
    return cls.__module__ == "builtins" and not hasattr(type, name) and getattr(cls, name, None) is not None


def _has(*names, also=()):
    def accepts(cls):
        return all(_holds(cls, name) for name in names) or issubclass(cls, also)

    return accepts


def _is_one_of(*classes):
    def accepts(cls):
        return issubclass(cls, classes)

    return accepts


def _is_hashable(cls):
    for base in cls.__mro__:
        if base in (list, dict, set, slice, *_views[::2]):
            return False
        if base.__module__ != "builtins" and "__hash__" in base.__dict__:
            return base.__dict__["__hash__"] is not None
        if base.__module__ != "builtins" and "__eq__" in base.__dict__:
            return False
    return True


class Hashable(metaclass=ABCMeta):
    _accepts = _is_hashable


class Callable(metaclass=ABCMeta):
    _accepts = _has("__call__", also=_functions)


class Iterable(metaclass=ABCMeta):
    _accepts = _has("__iter__", also=_views)


class Iterator(Iterable):
    _accepts = _has("__next__", "__iter__")

    def __iter__(self):
        return self


class Generator(Iterator):
    _accepts = _has("send", "throw")


class Reversible(Iterable):
    _accepts = _has("__reversed__", "__iter__", also=(*_views, list, tuple, dict, range, str, bytes))


class Sized(metaclass=ABCMeta):
    _accepts = _has("__len__", also=_views)


class Container(metaclass=ABCMeta):
    _accepts = _has("__contains__", also=_views[::2])


class Collection(Sized, Iterable, Container):
    _accepts = _has("__len__", "__iter__", "__contains__", also=_views)


class Sequence(Collection):
    _accepts = _is_one_of(list, tuple, str, range, bytes)

    def __iter__(self):
        for index in range(len(self)):
            yield self[index]

    def __contains__(self, value):
        for item in self:
            if item is value or item == value:
                return True
        return False

    def __reversed__(self):
        for index in range(len(self) - 1, -1, -1):
            yield self[index]

    def index(self, value, start=0, stop=None):
        for place in range(start, len(self) if stop is None else stop):
            if self[place] == value:
                return place
        raise ValueError

    def count(self, value):
        return sum(1 for item in self if item == value)


class MutableSequence(Sequence):
    _accepts = _is_one_of(list)

    def append(self, value):
        self.insert(len(self), value)

    def extend(self, values):
        for value in values:
            self.append(value)

    def pop(self, index=-1):
        value = self[index]
        del self[index]
        return value

    def remove(self, value):
        del self[self.index(value)]

    def clear(self):
        while len(self) > 0:
            self.pop()

    def reverse(self):
        for place in range(len(self) // 2):
            self[place], self[-1 - place] = self[-1 - place], self[place]

    def __iadd__(self, values):
        self.extend(values)
        return self


class Set(Collection):
    _accepts = _is_one_of(set, frozenset, *_views[::2])

    @classmethod
    def _from_iterable(cls, values):
        return cls(values)

    def __le__(self, other):
        return all(value in other for value in self)

    def __ge__(self, other):
        return all(value in self for value in other)

    def __lt__(self, other):
        return len(self) < len(other) and self <= other

    def __gt__(self, other):
        return len(self) > len(other) and self >= other

    def __eq__(self, other):
        return isinstance(other, (Set, set, frozenset)) and len(self) == len(other) and self <= other

    def __and__(self, other):
        return self._from_iterable([value for value in self if value in other])

    def __or__(self, other):
        return self._from_iterable(list(self) + [value for value in other if value not in self])

    def __sub__(self, other):
        return self._from_iterable([value for value in self if value not in other])

    def __xor__(self, other):
        return (self - other) | self._from_iterable([value for value in other if value not in self])

    def isdisjoint(self, other):
        return not any(value in self for value in other)


class MutableSet(Set):
    _accepts = _is_one_of(set)

    def remove(self, value):
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def pop(self):
        for value in self:
            self.discard(value)
            return value
        raise KeyError

    def clear(self):
        for value in list(self):
            self.discard(value)

    def __ior__(self, values):
        for value in values:
            self.add(value)
        return self

    def __isub__(self, values):
        for value in list(values):
            self.discard(value)
        return self

    def __iand__(self, values):
        for value in list(self):
            if value not in values:
                self.discard(value)
        return self


class Mapping(Collection):
    _accepts = _is_one_of(dict)

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return [key for key in self]

    def items(self):
        return [(key, self[key]) for key in self]

    def values(self):
        return [self[key] for key in self]

    def __eq__(self, other):
        if not isinstance(other, (dict, Mapping)):
            return False
        return dict(self.items()) == dict(other.items())


class MutableMapping(Mapping):
    _accepts = _is_one_of(dict)
    _missing = object()

    def pop(self, key, default=_missing):
        try:
            value = self[key]
        except KeyError:
            if default is self._missing:
                raise
            return default
        del self[key]
        return value

    def popitem(self):
        for key in self:
            return key, self.pop(key)
        raise KeyError

    def setdefault(self, key, default=None):
        if key in self:
            return self[key]
        self[key] = default
        return default

    def update(self, other=(), **keywords):
        if hasattr(other, "keys"):
            for key in other.keys():
                self[key] = other[key]
        else:
            for key, value in other:
                self[key] = value
        for key, value in keywords.items():
            self[key] = value

    def clear(self):
        for key in list(self.keys()):
            del self[key]


class MappingView(Sized):
    pass


class KeysView(MappingView):
    pass


class ItemsView(MappingView):
    pass


class ValuesView(MappingView):
    pass


class ByteString(Sequence):
    _accepts = _is_one_of(bytes)


class Awaitable(metaclass=ABCMeta):
    pass


class Coroutine(Awaitable):
    pass


class AsyncIterable(metaclass=ABCMeta):
    pass


class AsyncIterator(AsyncIterable):
    pass
