"""Mappings, lists and texts that hold another one: made to be inherited from."""

import _vramlint

from . import abc


class ChainMap(abc.MutableMapping):
    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __getitem__(self, key):
        if not _vramlint.is_known(*self.maps):
            return self._merged()[key]
        for mapping in self.maps:
            if key in mapping:
                return mapping[key]
        raise KeyError(key)

    def _merged(self):
        merged = {}
        for mapping in reversed(self.maps):
            merged.update(mapping)
        return merged

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        del self.maps[0][key]

    def __iter__(self):
        return iter(self._merged())

    def __len__(self):
        return len(list(iter(self)))

    def __contains__(self, key):
        return any(key in mapping for mapping in self.maps)

    def __bool__(self):
        return any(self.maps)

    def new_child(self, m=None, **keywords):
        first = {} if m is None else m
        first.update(keywords)
        return self.__class__(first, *self.maps)

    @property
    def parents(self):
        return self.__class__(*self.maps[1:])

    def copy(self):
        return self.__class__(self.maps[0].copy(), *self.maps[1:])

    def __repr__(self):
        return f"{self.__class__.__name__}({', '.join(repr(mapping) for mapping in self.maps)})"


class UserDict(abc.MutableMapping):
    def __init__(self, initial=None, **keywords):
        self.data = {}
        if initial is not None:
            self.update(initial)
        self.update(keywords)

    def __getitem__(self, key):
        if key in self.data:
            return self.data[key]
        if hasattr(self.__class__, "__missing__"):
            return self.__class__.__missing__(self, key)
        raise KeyError(key)

    def __setitem__(self, key, value):
        self.data[key] = value

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __len__(self):
        return len(self.data)

    def __contains__(self, key):
        return key in self.data

    def copy(self):
        return self.__class__(self.data)

    def __or__(self, other):
        return self.__class__({**self.data, **dict(other)})

    def __repr__(self):
        return repr(self.data)


def _data(value):
    return value.data if isinstance(value, (UserList, UserString)) else value


class UserList(abc.MutableSequence):
    def __init__(self, initlist=None):
        self.data = [] if initlist is None else list(_data(initlist))

    def __getitem__(self, index):
        found = self.data[index]
        return self.__class__(found) if isinstance(index, slice) else found

    def __setitem__(self, index, value):
        self.data[index] = value

    def __delitem__(self, index):
        del self.data[index]

    def __len__(self):
        return len(self.data)

    def __contains__(self, value):
        return value in self.data

    def __eq__(self, other):
        return self.data == _data(other)

    def __lt__(self, other):
        return self.data < _data(other)

    def __add__(self, other):
        return self.__class__(self.data + list(_data(other)))

    def __radd__(self, other):
        return self.__class__(list(other) + self.data)

    def __mul__(self, count):
        return self.__class__(self.data * count)

    def append(self, value):
        self.data.append(value)

    def insert(self, index, value):
        self.data.insert(index, value)

    def copy(self):
        return self.__class__(self)

    def reverse(self):
        self.data.reverse()

    def sort(self, /, *args, **keywords):
        self.data.sort(*args, **keywords)

    def __repr__(self):
        return repr(self.data)


class UserString(abc.Sequence):
    def __init__(self, seq):
        self.data = str(_data(seq))

    def __str__(self):
        return self.data

    def __repr__(self):
        return repr(self.data)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index):
        return self.__class__(self.data[index])

    def __contains__(self, part):
        return _data(part) in self.data

    def __eq__(self, other):
        return self.data == _data(other)

    def __hash__(self):
        return hash(self.data)

    def __add__(self, other):
        return self.__class__(self.data + str(_data(other)))

    def __getattr__(self, name):
        return getattr(self.data, name)
