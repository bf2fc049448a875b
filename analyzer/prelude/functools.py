"""partial, wraps, reduce, caches and orderings."""

import _run

WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__")
WRAPPER_UPDATES = ("__dict__",)


class partial:
    def __init__(self, func, /, *args, **keywords):
        known = _run.is_known(func)
        if known and not callable(func):
            raise TypeError("the first argument must be callable")
        if known and isinstance(func, partial):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self.func = func
        self.args = args
        self.keywords = keywords

    def __call__(self, /, *args, **keywords):
        return self.func(*self.args, *args, **{**self.keywords, **keywords})

    def __repr__(self):
        parts = [repr(self.func)]
        parts.extend(repr(argument) for argument in self.args)
        parts.extend(f"{name}={value!r}" for name, value in self.keywords.items())
        return f"functools.partial({', '.join(parts)})"


class partialmethod:
    def __init__(self, func, /, *args, **keywords):
        self.func = func
        self.args = args
        self.keywords = keywords

    def __get__(self, instance, owner=None):
        return partial(self.func, instance, *self.args, **self.keywords)


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    for name in assigned:
        if hasattr(wrapped, name):
            setattr(wrapper, name, getattr(wrapped, name))
    if hasattr(wrapped, "__dict__") and not isinstance(wrapped, type):
        for name, value in wrapped.__dict__.items():
            setattr(wrapper, name, value)
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    def decorate(wrapper):
        return update_wrapper(wrapper, wrapped, assigned, updated)

    return decorate


_nothing = object()


def reduce(function, iterable, initial=_nothing):
    iterator = iter(iterable)
    if initial is _nothing:
        try:
            value = next(iterator)
        except StopIteration:
            raise TypeError("reduce() of empty iterable with no initial value")
    else:
        value = initial
    for item in iterator:
        value = function(value, item)
    return value


class _CacheInfo(tuple):
    def __new__(cls, hits, misses, maxsize, currsize):
        made = tuple.__new__(cls, (hits, misses, maxsize, currsize))
        made.hits, made.misses, made.maxsize, made.currsize = hits, misses, maxsize, currsize
        return made

    def __repr__(self):
        return "CacheInfo(hits=%r, misses=%r, maxsize=%r, currsize=%r)" % tuple(self)


class _Cached:
    def __init__(self, function, maxsize=128):
        self._function = function
        self._maxsize = maxsize
        self.cache_clear()
        update_wrapper(self, function)

    def __call__(self, *args, **keywords):
        key = (args, tuple(keywords.items()))
        if key in self._results:
            self._hits += 1
            return self._results[key]
        self._misses += 1
        result = self._function(*args, **keywords)
        self._results[key] = result
        if self._maxsize is not None and len(self._results) > self._maxsize:
            del self._results[next(iter(self._results))]
        return result

    def __get__(self, instance, owner=None):
        return self if instance is None else partial(self, instance)

    def cache_clear(self):
        self._results = {}
        self._hits = self._misses = 0

    def cache_info(self):
        return _CacheInfo(self._hits, self._misses, self._maxsize, len(self._results))

    def cache_parameters(self):
        return {"maxsize": self._maxsize, "typed": False}


def lru_cache(maxsize=128, typed=False):
    if callable(maxsize):
        return _Cached(maxsize)
    return lambda function: _Cached(function, maxsize)


def cache(function):
    return _Cached(function, None)


class cached_property:
    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__

    def __set_name__(self, owner, name):
        self.attrname = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        value = self.func(instance)
        instance.__dict__[self.attrname] = value
        return value


def _defined(cls, name):
    return any(name in ancestor.__dict__ for ancestor in cls.__mro__ if ancestor is not object)


def total_ordering(cls):
    if _defined(cls, "__lt__"):
        cls.__gt__ = lambda self, other: not (self < other) and self != other
        cls.__le__ = lambda self, other: self < other or self == other
        cls.__ge__ = lambda self, other: not self < other
    elif _defined(cls, "__gt__"):
        cls.__lt__ = lambda self, other: not (self > other) and self != other
        cls.__ge__ = lambda self, other: self > other or self == other
        cls.__le__ = lambda self, other: not self > other
    elif _defined(cls, "__le__"):
        cls.__lt__ = lambda self, other: self <= other and self != other
        cls.__gt__ = lambda self, other: not self <= other
        cls.__ge__ = lambda self, other: not self <= other or self == other
    elif _defined(cls, "__ge__"):
        cls.__gt__ = lambda self, other: self >= other and self != other
        cls.__lt__ = lambda self, other: not self >= other
        cls.__le__ = lambda self, other: not self >= other or self == other
    else:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    return cls


class _Key:
    def __init__(self, value, compare):
        self.value = value
        self._compare = compare

    def __lt__(self, other):
        return self._compare(self.value, other.value) < 0


def cmp_to_key(compare):
    return lambda value: _Key(value, compare)


def singledispatch(function):
    implementations = {object: function}
    unread = []

    def dispatch(cls):
        for ancestor in cls.__mro__[:-1]:
            if ancestor in implementations:
                return implementations[ancestor]
        if unread:
            return _run.unknown(f"the annotation by which {unread[0].__name__} is registered is not read")
        return function

    def wrapper(*args, **keywords):
        return dispatch(type(args[0]))(*args, **keywords)

    def register(cls, implementation=None):
        if implementation is not None:
            implementations[cls] = implementation
            return implementation
        if isinstance(cls, type):
            return lambda given: register(cls, given)
        kinds = list(cls.__annotations__.values())
        if not kinds:
            unread.append(cls)
            return cls
        return register(kinds[0], cls)

    update_wrapper(wrapper, function)
    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = implementations
    return wrapper


class singledispatchmethod:
    def __init__(self, func):
        self.dispatcher = singledispatch(func)
        self.func = func

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, method)

    def __get__(self, instance, owner=None):
        def method(*args, **keywords):
            found = self.dispatcher.dispatch(type(args[0]))
            return found.__get__(instance, owner)(*args, **keywords)

        method.register = self.register
        return method
