def show(text):
    try:
        print(text, '=>', repr(eval(text)))
    except Exception as error:
        print(text, '=> raises', type(error).__name__)


import sys


class Base:
    kind = 'base'
    def __init__(self, x=1):
        self.x = x
    def who(self):
        return 'Base'
    @classmethod
    def make(cls, *a):
        return cls(*a)
    @staticmethod
    def st(a):
        return a * 2
    @property
    def prop(self):
        return self.x
    @prop.setter
    def prop(self, v):
        self.x = v
    @prop.deleter
    def prop(self):
        self.x = None


class Left(Base):
    def who(self):
        return 'Left>' + super().who()


class Right(Base):
    kind = 'right'
    def who(self):
        return 'Right>' + super().who()


class Both(Left, Right):
    def who(self):
        return 'Both>' + super(Both, self).who()


class Meta(type):
    def __new__(mcs, name, bases, ns, **kw):
        cls = super().__new__(mcs, name, bases, ns)
        cls.tag = kw.get('tag', 'none')
        return cls
    def __init__(cls, name, bases, ns, **kw):
        super().__init__(name, bases, ns)
    def __call__(cls, *a, **k):
        obj = super().__call__(*a, **k)
        obj.called = True
        return obj
    def __getitem__(cls, i):
        return i
    def __len__(cls):
        return 9


class IntSub(int):
    def double(self): return self * 2


class StrSub(str):
    def shout(self): return self.upper() + '!'


class ListSub(list):
    def total(self): return sum(self)
    def append(self, v): super().append(v * 10)


class TupSub(tuple):
    def __new__(cls, a, b): return super().__new__(cls, (a, b))
    @property
    def first(self): return self[0]


class DictSub(dict):
    def __setitem__(self, k, v): super().__setitem__(k, v + 1)


class Outer:
    class Inner:
        def v(self): return 'inner'
    table = {k: v for k, v in [('a', 1)]}
    items = [i * 2 for i in range(3)]
    name = 'n'
    up = name.upper()
    def __private(self): return 'p'
    def use(self): return self.__private()


def attrs():
    def f(): pass
    f.x = 1
    setattr(f, 'y', 2)
    b = Base()
    setattr(b, 'z', 5)
    b.__dict__['w'] = 6
    b.__class__ = Left
    delattr(b, 'z')
    Base.extra = 7
    r = f.x, f.y, f.__dict__, b.w, b.who(), b.extra
    del Base.extra
    return r, hasattr(b, 'extra'), hasattr(b, 'z')


def monkey():
    b = Base()
    b.who = lambda: 'patched'
    import types
    c = Base(9)
    c.get = types.MethodType(lambda self: self.x, c)
    d = Base.who.__get__(c)
    old = Base.st
    Base.who2 = lambda self: self.x
    return b.who(), c.get(), d(), Base(4).who2(), Base.who(c)


class Abc1:
    def f(self): raise NotImplementedError
    def g(self): raise NotImplementedError('msg')


def mro_error():
    class X(Base, Left): pass


class Eq:
    def __eq__(self, o): return True


class Cmp:
    def __init__(self, v): self.v = v
    def __gt__(self, o): return self.v > o.v


class LenOnly:
    def __len__(self): return 0


class GetOnly:
    def __getitem__(self, i):
        if i > 2: raise IndexError
        return i * 10


class It:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n <= 0: raise StopIteration
        self.n -= 1
        return self.n


show('Outer.table')
show('Outer.items')
show('Outer.up')
show('Outer().use()')
show('Outer.Inner.__qualname__')
show('Outer()._Outer__private()')
show('Outer().__private()')
show("type('T', (Base,), {'y': 3, 'm': lambda self: self.y})(2).m()")
show("type('T', (Base,), {'y': 3})(2).x")
show('type(3)(4)')
show("type('x')('y')")
show('Base().__class__.__name__')
show('type(Base()) is Base')
show("Base.__dict__['kind']")
show('vars(Base(3))')
show('Base.__init__.__name__')
show('Base().who.__name__')
show('Base().who.__self__.x')
show('Base().who.__func__ is Base.who')
show('isinstance(Both(), (int, Right))')
show('issubclass(Both, Base)')
show('issubclass(Both, (int, Left))')
show('isinstance(Both, type)')
show('issubclass(int, object)')
show('isinstance(3, object)')
show('callable(Both)')
show("hasattr(Both, 'who')")
show("getattr(Both(), 'nope', None)")
show('dir(Base(1))[-1]')
show("'who' in dir(Base)")
show('Base.__doc__')
show('Base().__doc__')
show('show.__doc__')
show('show.__name__')
show('show.__module__')
show('show.__defaults__')
show('(lambda a, b=3: 0).__defaults__')
show('(lambda: 0).__name__')
show('Base.who.__qualname__')
show('show.__annotations__')
show('attrs()')
show('monkey()')
show('Abc1().f()')
show('Base().nothing')
show('Base(1, 2)')
show('Base.who()')
show('object().x')
show('object() == object()')
show('repr(object())[:7]')
show('type(object()).__name__')
show('object.__name__')
show('isinstance(object(), object)')
show('Base(x=2).x')
show("Base(**{'x': 3}).x")
show('Base(*[4]).x')
show('(Base)(5).x')
show('[Base, Left][1](6).x')
show("{'b': Base}['b'](7).x")
show('(lambda c: c(8))(Base).x')
show("getattr(sys.modules[__name__], 'Base')(9).x")
show("globals()['Base'](10).x")
show("eval('Base')(11).x")
show('mro_error()')
show('hash(Eq())')
show('Eq() == 3')
show('Eq() != 3')
show('3 == Eq()')
show('Eq() in [1]')
show('[Eq()] == [5]')
show('Cmp(1) < Cmp(2)')
show('Cmp(3) > Cmp(2)')
show('max(Cmp(1), Cmp(2)).v')
show('Cmp(1) <= Cmp(2)')
show('bool(LenOnly())')
show('list(GetOnly())')
show('20 in GetOnly()')
show('tuple(GetOnly())')
show('[a for a in GetOnly()]')
show('sum(GetOnly())')
show('max(GetOnly())')
show('dict(enumerate(GetOnly()))')
show('len(GetOnly())')
show('list(It(3))')
show('sum(It(4))')
show('next(It(2))')
show('tuple(It(0))')
show('max(It(3))')
show('[*It(2)]')
show('sorted(It(3))')
show("dict(zip('ab', It(2)))")
show('1 in It(3)')
show('list(zip(It(2), It(3)))')
show("''.join(str(x) for x in It(3))")
