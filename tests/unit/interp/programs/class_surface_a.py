def show(text):
    try:
        print(text, '=>', repr(eval(text)))
    except Exception as error:
        print(text, '=> raises', type(error).__name__)


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


class Ops:
    def __init__(self, v): self.v = v
    def __add__(self, o): return Ops(self.v + (o.v if isinstance(o, Ops) else o))
    __radd__ = __add__
    def __sub__(self, o): return 'sub'
    def __rsub__(self, o): return 'rsub'
    def __mul__(self, o): return NotImplemented
    def __matmul__(self, o): return 'mm'
    def __neg__(self): return Ops(-self.v)
    def __iadd__(self, o):
        self.v += 100
        return self
    def __eq__(self, o): return isinstance(o, Ops) and self.v == o.v
    def __hash__(self): return hash(self.v)
    def __lt__(self, o): return self.v < o.v
    def __repr__(self): return f'Ops({self.v})'
    def __bool__(self): return self.v != 0
    def __len__(self): return 5
    def __getitem__(self, i): return i
    def __setitem__(self, i, v): self.v = (i, v)
    def __delitem__(self, i): self.v = ('del', i)
    def __contains__(self, i): return i == self.v
    def __call__(self, *a, **k): return (a, k)
    def __iter__(self): return iter([1, 2])
    def __int__(self): return 7
    def __float__(self): return 7.5
    def __index__(self): return 2
    def __abs__(self): return 'abs'
    def __round__(self, n=None): return ('round', n)
    def __format__(self, spec): return 'fmt:' + spec
    def __str__(self): return 'str'
    def __reversed__(self): return iter('rev')
    def __enter__(self): return 'entered'
    def __exit__(self, *a): return True
    def __divmod__(self, o): return 'divmod'
    def __pow__(self, o): return 'pow'
    def __and__(self, o): return 'and'
    def __invert__(self): return 'inv'
    def __truediv__(self, o): return 'div'
    def __floordiv__(self, o): return 'fdiv'
    def __mod__(self, o): return 'mod'
    def __lshift__(self, o): return 'lsh'


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


class WithMeta(metaclass=Meta, tag='t'):
    pass


class Reg:
    subs = []
    def __init_subclass__(cls, name=None, **kw):
        super().__init_subclass__(**kw)
        Reg.subs.append((cls.__name__, name))
    def __class_getitem__(cls, item):
        return (cls.__name__, item)


class Sub1(Reg, name='one'): pass


class Desc:
    def __set_name__(self, owner, name): self.name = name
    def __get__(self, obj, owner=None):
        return self if obj is None else obj.__dict__.get('_' + self.name, 'unset')
    def __set__(self, obj, v): obj.__dict__['_' + self.name] = v * 2


class HasDesc:
    field = Desc()


class Single:
    inst = None
    def __new__(cls, *a, **k):
        if cls.inst is None:
            cls.inst = super().__new__(cls)
        return cls.inst


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


class Err(ValueError):
    def __init__(self, msg, code=0):
        super().__init__(msg)
        self.code = code


class Outer:
    class Inner:
        def v(self): return 'inner'
    table = {k: v for k, v in [('a', 1)]}
    items = [i * 2 for i in range(3)]
    name = 'n'
    up = name.upper()
    def __private(self): return 'p'
    def use(self): return self.__private()


def props():
    b = Base()
    b.prop = 5
    a = b.prop
    del b.prop
    return a, b.x, Base.prop.fget is not None, isinstance(Base.prop, property)


class Ro:
    @property
    def v(self): return 1


def readonly():
    Ro().v = 3


def inplace():
    a = b = Ops(1)
    a += 1
    a[3] = 4
    c = a.v
    del a[5]
    return a is b, c, a.v


def desc():
    h = HasDesc()
    a = h.field
    h.field = 3
    return a, h.field, isinstance(HasDesc.field, Desc), HasDesc.field.name, h.__dict__


def subs():
    l = ListSub()
    l.append(1)
    d = DictSub()
    d['a'] = 1
    d.update(b=5)
    return l, d, l + [2], type(l[:]).__name__, isinstance(l, list), ListSub((3, 1)), sorted(ListSub([2, 1])), l == [10]


show('Both().who()')
show('[c.__name__ for c in Both.__mro__]')
show('Both().kind')
show('Both.make(5).x')
show('Base.st(2)')
show('Both().st(3)')
show('Both.__bases__[0].__name__')
show('Both.__name__')
show('Both.__qualname__')
show('Both.mro()[1].__name__')
show('Both.__module__')
show('props()')
show('readonly()')
show('Ops(1) + Ops(2)')
show('Ops(1) + 5')
show('5 + Ops(1)')
show('Ops(1) - 1')
show('1 - Ops(1)')
show('Ops(1) @ 2')
show('-Ops(3)')
show('Ops(1) == Ops(1)')
show('Ops(1) != Ops(2)')
show('Ops(1) < Ops(2)')
show('Ops(1) > Ops(2)')
show('bool(Ops(0))')
show('len(Ops(1))')
show('Ops(1)[1:2]')
show('Ops(1)[1, ...]')
show("Ops(1)['a']")
show('3 in Ops(3)')
show('Ops(1)(1, k=2)')
show('list(Ops(1))')
show('int(Ops(1))')
show('float(Ops(1))')
show('[10, 20, 30][Ops(1)]')
show('abs(Ops(1))')
show('round(Ops(1))')
show('round(Ops(1), 2)')
show("f'{Ops(1):x}'")
show('str(Ops(1))')
show("f'{Ops(1)!r}'")
show('list(reversed(Ops(1)))')
show('Ops(1) ** 2')
show('Ops(1) & 1')
show('~Ops(1)')
show('Ops(1) / 2')
show('Ops(1) // 2')
show('Ops(1) % 2')
show('Ops(1) << 1')
show('Ops(1) * 2')
show('sum([Ops(1), Ops(2)])')
show('max([Ops(1), Ops(3)])')
show('sorted([Ops(2), Ops(1)])')
show("{Ops(1): 'a'}[Ops(1)]")
show('Ops(1) in [Ops(1)]')
show('[Ops(1)].index(Ops(1))')
show('range(Ops(1))')
show('inplace()')
show('WithMeta.tag')
show('WithMeta().called')
show('type(WithMeta).__name__')
show('WithMeta[3]')
show('len(WithMeta)')
show('isinstance(WithMeta, Meta)')
show('Reg.subs')
show('Reg[5]')
show('desc()')
show('Single() is Single()')
show('IntSub(3).double()')
show('IntSub(3) + 1')
show('isinstance(IntSub(2), int)')
show("StrSub('a').shout()")
show("StrSub('a') + 'b'")
show("len(StrSub('ab'))")
show('ListSub([1, 2]).total()')
show('TupSub(1, 2).first')
show('TupSub(1, 2)')
show('type(IntSub(1) + 1).__name__')
show("type(StrSub('a').upper()).__name__")
show("{StrSub('k'): 1}['k']")
show("f'{IntSub(4):03d}'")
show('subs()')
show("Err('m', 3).code")
show("str(Err('m'))")
show("Err('a').args")
show("repr(Err('a'))")
show("isinstance(Err('a'), Exception)")
show('issubclass(Err, ValueError)')
show("str(KeyError('k'))")
show('str(ValueError())')
show('str(ValueError(1, 2))')
show("repr(KeyError('k'))")
show("str(Exception('a', 'b'))")
show('Outer.Inner().v()')
