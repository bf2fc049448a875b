"""The operators as functions."""

abs = abs


def add(a, b):
    return a + b


def sub(a, b):
    return a - b


def mul(a, b):
    return a * b


def truediv(a, b):
    return a / b


def floordiv(a, b):
    return a // b


def mod(a, b):
    return a % b


def pow(a, b):
    return a**b


def matmul(a, b):
    return a @ b


def neg(a):
    return -a


def pos(a):
    return +a


def invert(a):
    return ~a


inv = invert


def not_(a):
    return not a


def truth(a):
    return bool(a)


def and_(a, b):
    return a & b


def or_(a, b):
    return a | b


def xor(a, b):
    return a ^ b


def lshift(a, b):
    return a << b


def rshift(a, b):
    return a >> b


def eq(a, b):
    return a == b


def ne(a, b):
    return a != b


def lt(a, b):
    return a < b


def le(a, b):
    return a <= b


def gt(a, b):
    return a > b


def ge(a, b):
    return a >= b


def is_(a, b):
    return a is b


def is_not(a, b):
    return a is not b


def contains(a, b):
    return b in a


def getitem(a, b):
    return a[b]


def setitem(a, b, c):
    a[b] = c


def delitem(a, b):
    del a[b]


def index(a):
    if not hasattr(a, "__index__"):
        raise TypeError(f"'{type(a).__name__}' object cannot be interpreted as an integer")
    return a.__index__()


def concat(a, b):
    return a + b


def iadd(a, b):
    a += b
    return a


def isub(a, b):
    a -= b
    return a


def imul(a, b):
    a *= b
    return a


def itruediv(a, b):
    a /= b
    return a


def ifloordiv(a, b):
    a //= b
    return a


def imod(a, b):
    a %= b
    return a


def ipow(a, b):
    a **= b
    return a


def imatmul(a, b):
    a @= b
    return a


def iand(a, b):
    a &= b
    return a


def ior(a, b):
    a |= b
    return a


def ixor(a, b):
    a ^= b
    return a


def ilshift(a, b):
    a <<= b
    return a


def irshift(a, b):
    a >>= b
    return a


iconcat = iadd


def countOf(a, b):
    return sum(1 for item in a if item is b or item == b)


def indexOf(a, b):
    for place, item in enumerate(a):
        if item is b or item == b:
            return place
    raise ValueError("sequence.index(x): x not in sequence")


def length_hint(obj, default=0):
    return len(obj) if hasattr(obj, "__len__") else default


def call(obj, /, *args, **kwargs):
    return obj(*args, **kwargs)


def itemgetter(*items):
    if len(items) == 1:
        return lambda value: value[items[0]]
    return lambda value: tuple(value[item] for item in items)


def _reach(value, path):
    for name in path.split("."):
        value = getattr(value, name)
    return value


def attrgetter(*names):
    if len(names) == 1:
        return lambda value: _reach(value, names[0])
    return lambda value: tuple(_reach(value, name) for name in names)


def methodcaller(name, /, *args, **keywords):
    return lambda value: getattr(value, name)(*args, **keywords)
