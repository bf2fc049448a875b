"""The container classes that isinstance() is asked about: by the methods they must have, or by registration."""

from abc import ABCMeta


def _has(*names):
    def accepts(cls):
        return all(getattr(cls, name, None) is not None for name in names)

    return accepts


def _is_one_of(*classes):
    def accepts(cls):
        return issubclass(cls, classes)

    return accepts


def _is_hashable(cls):
    return not issubclass(cls, (list, dict, set))


class Hashable(metaclass=ABCMeta):
    _accepts = _is_hashable


class Callable(metaclass=ABCMeta):
    _accepts = _has("__call__")


class Iterable(metaclass=ABCMeta):
    _accepts = _has("__iter__")


class Iterator(Iterable):
    _accepts = _has("__next__", "__iter__")

    def __iter__(self):
        return self


class Generator(Iterator):
    _accepts = _has("send", "throw")


class Reversible(Iterable):
    _accepts = _has("__reversed__", "__iter__")


class Sized(metaclass=ABCMeta):
    _accepts = _has("__len__")


class Container(metaclass=ABCMeta):
    _accepts = _has("__contains__")


class Collection(Sized, Iterable, Container):
    _accepts = _has("__len__", "__iter__", "__contains__")


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

    def index(self, value):
        for place in range(len(self)):
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

    def __iadd__(self, values):
        self.extend(values)
        return self


class Set(Collection):
    _accepts = _is_one_of(set, frozenset)


class MutableSet(Set):
    _accepts = _is_one_of(set)


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
