"""OrderedDict, defaultdict, Counter, deque, namedtuple and their relatives."""

from . import abc
from ._counting import Counter
from ._wrapping import ChainMap, UserDict, UserList, UserString


class OrderedDict(dict):
    def move_to_end(self, key, last=True):
        value = self.pop(key)
        if last:
            self[key] = value
            return
        rest = list(self.items())
        self.clear()
        self[key] = value
        for other, item in rest:
            self[other] = item

    def popitem(self, last=True):
        if not self:
            raise KeyError("dictionary is empty")
        key = list(self.keys())[-1 if last else 0]
        return key, self.pop(key)

    def copy(self):
        return self.__class__(self)

    def __repr__(self):
        name = self.__class__.__name__
        if not self:
            return f"{name}()"
        return f"{name}({list(self.items())!r})"

    def __reversed__(self):
        return reversed(list(self.keys()))

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return list(self.items()) == list(other.items())
        return dict.__eq__(self, other)

    def __ne__(self, other):
        return not self == other

    def __or__(self, other):
        made = self.copy()
        made.update(other)
        return made

    def __ror__(self, other):
        made = self.__class__(other)
        made.update(self)
        return made

    @classmethod
    def fromkeys(cls, iterable, value=None):
        return cls((key, value) for key in iterable)


class defaultdict(dict):
    def __init__(self, default_factory=None, *args, **keywords):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        self.default_factory = default_factory
        dict.__init__(self, *args, **keywords)

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self.default_factory()
        self[key] = value
        return value

    def copy(self):
        return type(self)(self.default_factory, self)

    def __or__(self, other):
        made = self.copy()
        made.update(other)
        return made

    def __repr__(self):
        return f"defaultdict({self.default_factory!r}, {dict(self)!r})"


class deque:
    def __init__(self, iterable=(), maxlen=None):
        self.maxlen = maxlen
        self._items = []
        self.extend(iterable)

    def append(self, value):
        self._items.append(value)
        while self.maxlen is not None and len(self._items) > self.maxlen:
            self._items.pop(0)

    def appendleft(self, value):
        self._items.insert(0, value)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            self._items.pop()

    def extend(self, values):
        for value in list(values):
            self.append(value)

    def extendleft(self, values):
        for value in list(values):
            self.appendleft(value)

    def pop(self):
        if not self._items:
            raise IndexError("pop from an empty deque")
        return self._items.pop()

    def popleft(self):
        if not self._items:
            raise IndexError("pop from an empty deque")
        return self._items.pop(0)

    def clear(self):
        self._items.clear()

    def rotate(self, n=1):
        if self._items:
            n = n % len(self._items)
            self._items = self._items[-n:] + self._items[:-n]

    def reverse(self):
        self._items.reverse()

    def count(self, value):
        return self._items.count(value)

    def index(self, value):
        return self._items.index(value)

    def remove(self, value):
        self._items.remove(value)

    def insert(self, index, value):
        if self.maxlen is not None and len(self._items) >= self.maxlen:
            raise IndexError("deque already at its maximum size")
        self._items.insert(index, value)

    def copy(self):
        return deque(self._items, self.maxlen)

    __copy__ = copy

    def __add__(self, other):
        if not isinstance(other, deque):
            raise TypeError(f'can only concatenate deque (not "{type(other).__name__}") to deque')
        return deque(self._items + other._items, self.maxlen)

    def __iadd__(self, values):
        self.extend(values)
        return self

    def __mul__(self, count):
        return deque(self._items * count, self.maxlen)

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __reversed__(self):
        return reversed(self._items)

    def __contains__(self, value):
        return value in self._items

    def __getitem__(self, index):
        return self._items[index]

    def __setitem__(self, index, value):
        self._items[index] = value

    def __delitem__(self, index):
        del self._items[index]

    def __eq__(self, other):
        return isinstance(other, deque) and self._items == other._items

    def __repr__(self):
        if self.maxlen is None:
            return f"deque({self._items!r})"
        return f"deque({self._items!r}, maxlen={self.maxlen})"


def _field_reader(index):
    def read(self):
        return tuple.__getitem__(self, index)

    return property(read)


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    fields = tuple(str(name) for name in field_names)
    given = () if defaults is None else tuple(defaults)
    if len(given) > len(fields):
        raise TypeError("Got more default values than field names")
    optional = dict(zip(fields[len(fields) - len(given):], given))

    def __new__(cls, *args, **keywords):
        if len(args) > len(fields):
            raise TypeError(
                f"{typename}.__new__() takes {len(fields) + 1} positional arguments but {len(args) + 1} were given"
            )
        values = list(args)
        for name in fields[len(args):]:
            if name in keywords:
                values.append(keywords.pop(name))
            elif name in optional:
                values.append(optional[name])
            else:
                raise TypeError(f"{typename}.__new__() missing 1 required positional argument: '{name}'")
        if keywords:
            name = list(keywords)[0]
            raise TypeError(f"{typename}.__new__() got an unexpected keyword argument '{name}'")
        return tuple.__new__(cls, values)

    def _make(cls, iterable):
        return cls(*iterable)

    def _asdict(self):
        return dict(zip(fields, self))

    def _replace(self, **changes):
        return self.__class__(*[changes.pop(name) if name in changes else value for name, value in zip(fields, self)])

    def __repr__(self):
        inner = ", ".join(f"{name}={value!r}" for name, value in zip(fields, self))
        return f"{self.__class__.__name__}({inner})"

    namespace = {
        "__new__": __new__,
        "__repr__": __repr__,
        "_make": classmethod(_make),
        "_asdict": _asdict,
        "_replace": _replace,
        "_fields": fields,
        "__match_args__": fields,
        "_field_defaults": optional,
        "__module__": module or "__main__",
    }
    for index, name in enumerate(fields):
        namespace[name] = _field_reader(index)
    return type(typename, (tuple,), namespace)


_ABSTRACT = ("Awaitable", "Callable", "Collection", "Container", "Generator", "Hashable", "ItemsView", "Iterable", "Iterator",
             "KeysView", "Mapping", "MappingView", "MutableMapping", "MutableSequence", "MutableSet", "Reversible", "Sequence",
             "Set", "Sized", "ValuesView")


def __getattr__(name):
    """Python 3.9 and before have those of collections.abc here, too; PyTorch 1.10 and before are for no later one."""
    import _run

    if name not in _ABSTRACT:
        raise AttributeError(f"module 'collections' has no attribute '{name}'")
    import _vramlint

    return _run.unknown(f"collections.{name} is there up to Python 3.9") if _vramlint.torch_at_least(1, 11) else getattr(abc, name)
