import functools
import inspect
import types


def sample(a, /, b, c=3, *rest, d, e=5, **more):
    """says"""
    local = a + b
    return local


code = sample.__code__
print(code.co_name, code.co_varnames, code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)
print("c" in code.co_varnames, code.co_varnames.index("c"), bool(code.co_flags & 4), bool(code.co_flags & 8))
print(sample.__defaults__, sample.__kwdefaults__, sample.__closure__, inspect.iscode(code), code == sample.__code__)


def outer(n):
    def inner(x=1):
        return x + n

    return inner


inner = outer(10)
print(inner.__code__.co_freevars, inner.__closure__[0].cell_contents, inner.__kwdefaults__)


def copied(f):
    made = types.FunctionType(f.__code__, f.__globals__, name=f.__name__, argdefs=f.__defaults__, closure=f.__closure__)
    made = functools.update_wrapper(made, f)
    made.__kwdefaults__ = f.__kwdefaults__
    return made


other = copied(inner)
other.note = "only here"
print(other(), other(5), other is inner, hasattr(inner, "note"), other.__name__, other.__wrapped__ is inner)
renamed = types.FunctionType(sample.__code__, globals(), "renamed", sample.__defaults__)
print(renamed.__name__, sample.__name__)


class A:
    @classmethod
    def make(cls):
        "doc"
        return cls.__name__


class B(A):
    pass


again = copied(A.make)
again.__doc__ = "another"
B.make = classmethod(again)
print(B.make(), A.make(), B.make.__doc__, A.make.__doc__)
print(isinstance(lambda: 0, types.FunctionType), (lambda: 0).__code__.co_name)
try:
    types.FunctionType(3, {})
except TypeError as error:
    print("TypeError")
