class Meta(type):
    def __new__(m, n, b, ns, **k):
        c = super().__new__(m, n, b, ns); c.tag = n.lower(); return c
    def __call__(cls, *a, **k):
        o = super().__call__(*a, **k); o.made = True; return o
class A(metaclass=Meta):
    def __init__(self, x): self.x = x
class B(A): pass
b = B(3); print(b.x, b.made, B.tag, type(B).__name__, isinstance(B, Meta))
class ConfigDict(dict):
    def __getattr__(self, n):
        try: return self[n]
        except KeyError: raise AttributeError(n)
    def __setattr__(self, n, v): self[n] = v
    def __missing__(self, k): raise KeyError(k)
c = ConfigDict(a=1, b=ConfigDict(c=2)); c.d = 5
print(c.a, c.b.c, c['d'], c, hasattr(c, 'zz'), getattr(c, 'q', 7), {**c}, dict(c))
import copy
d = copy.deepcopy(c); d.b.c = 9; print(c.b.c, type(d).__name__, d)
try: c.nope
except AttributeError as e: print('AE', e)
class L(list):
    def __init__(self, n): super().__init__(range(n)); self.n = n
    def total(self): return sum(self)
l = L(4); l.append(10); print(l, l.total(), len(l), l[1:], l.n, isinstance(l, list), l == [0,1,2,3,10])
class T(tuple):
    def __new__(cls, *a): return super().__new__(cls, a)
t = T(1, 2); print(t, t[0], len(t), isinstance(t, tuple), t + (3,))
class S(str):
    def shout(self): return self.upper() + '!'
s = S('abc'); print(s, s.shout(), s + 'd', len(s), {s: 1}['abc'], s == 'abc', f"{s:>5}")
class I(int):
    def __add__(self, o): return I(int(self) + int(o) + 100)
print(I(3) + 4, I(3) * 2, I(5) > 3, [10, 20, 30][I(1)], range(I(3)))
class E(Exception):
    def __init__(self, a, b): super().__init__(f'{a}-{b}'); self.a = a
try: raise E(1, 2)
except E as e: print(e, e.args, e.a, repr(e))
class E2(ValueError): pass
try:
    try: raise E2('x')
    except ValueError as e: raise RuntimeError('outer') from e
except RuntimeError as e: print(e, repr(e.__cause__))
class V:
    def __init__(s, v): s.v = v
    def __eq__(s, o): return isinstance(o, V) and s.v == o.v
    def __hash__(s): return hash(s.v)
    def __lt__(s, o): return s.v < o.v
    def __bool__(s): return s.v != 0
    def __len__(s): return 3
    def __iter__(s): yield from range(s.v)
    def __contains__(s, x): return x == 42
    def __getitem__(s, i): return i
    def __call__(s, *a, **k): return a, k
    def __enter__(s): return s
    def __exit__(s, *a): return True
    def __radd__(s, o): return ('radd', o)
    def __neg__(s): return V(-s.v)
    def __repr__(s): return f'V({s.v})'
    def __int__(s): return s.v
    def __float__(s): return float(s.v)
    def __index__(s): return s.v
    def __round__(s, n=None): return ('round', n)
    def __abs__(s): return V(abs(s.v))
    def __reversed__(s): return iter('rev')
    def __format__(s, spec): return f'fmt:{spec}'
print(V(1) == V(1), {V(1): 'a'}[V(1)], V(1) in {V(1), V(2)}, sorted([V(2), V(1)]), bool(V(0)), len(V(1)), list(V(3)), 42 in V(1), V(1)['k', 2:3], V(1)(1, a=2), 5 + V(1), -V(2), int(V(3)), float(V(3)), [0,1,2][V(2)], round(V(1), 2), abs(V(-2)), list(reversed(V(1))), f'{V(1):x}', max(V(1), V(5)), {V(1), V(1)})
with V(1): raise ValueError
def gen():
    x = yield 1
    print('got', x)
    yield 2
g = gen(); print(next(g), g.send('hi'))
print(list(x * y for x in range(3) for y in range(2) if x != y), {k: v for k, v in zip('ab', range(2))}, [[j for j in range(i)] for i in range(3)])
def outer():
    n = 0
    def inc():
        nonlocal n; n += 1; return n
    return inc
f = outer(); f(); print(f())
def kw(a, /, b, *args, c=3, **kwargs): return a, b, args, c, kwargs
print(kw(1, 2, 3, c=4, d=5), kw(*[1, 2], **{'c': 9}))
for bad in [lambda: kw(), lambda: kw(1, 2, a=3) if 0 else kw(1), lambda: outer(1)]:
    try: print(bad())
    except TypeError as e: print(e)
print(type('X', (A,), {'y': 5})(1).y, A.__mro__[-1], B.__bases__, A.__name__, b.__class__, A.__init__.__name__, b.__dict__)
class P:
    @property
    def v(self): return self._v
    @v.setter
    def v(self, x): self._v = x
    @v.deleter
    def v(self): del self._v
    @staticmethod
    def s(x): return x
    @classmethod
    def c(cls, x): return cls.__name__, x
p = P(); p.v = 3; print(p.v, p.s(1), P.s(2), p.c(3), P.c(4)); del p.v; print(hasattr(p, 'v'))
try: P().v
except AttributeError as e: print(e)
class Q:
    def __init_subclass__(cls, tag=None, **k): super().__init_subclass__(**k); cls.tag = tag
class R(Q, tag='hey'): pass
print(R.tag)
class Desc:
    def __set_name__(self, o, n): self.n = n
    def __get__(self, i, o): return self if i is None else i.__dict__.get(self.n, 'unset')
    def __set__(self, i, v): i.__dict__[self.n] = v * 2
class U: d = Desc()
u = U(); print(u.d); u.d = 4; print(u.d)
print([1, 2, 3][-1], (lambda *a, k=1: (a, k))(1, 2, k=3), 1 if [] else 2, not 3, 3 and 4, 0 or 'x', 1 < 2 < 3, 1 < 3 < 2, None is None, 2 ** 3 ** 2, -2 ** 2, 7 % 3, -7 // 2, 1 << 4, 6 & 3, 6 | 1, 6 ^ 2, ~5)
import sys
print(sys.version_info >= (3, 7), sys.version_info[:2] > (3, 6), sys.version_info.major)
i = 0
while True:
    i += 1
    if i == 3: continue
    if i > 5: break
else: print('no')
for k in range(2): pass
else: print('else', i, k)
try: x = 1 / 0
except (ValueError, ZeroDivisionError) as e: print(e)
else: print('no')
finally: print('fin')
a, (bb, *cc), dd = 1, (2, 3, 4), 5; print(a, bb, cc, dd)
x = y = []; x.append(1); print(y); del x
try: x
except NameError as e: print(e)
assert True, 'no'
try: assert 1 == 2, 'message'
except AssertionError as e: print('assert', e)
print(*[1, 2], *(3,), sep='-', end='!\n')
if (n := 5) > 3: print(n)
print(__name__, [c for c in 'abc' if c != 'b'], 'abc' 'def', r'\n', b'x', 0x1F, 0b11, 0o17, 1_000, 1e3, 'a\tb', '\u00e9')


# A property that raises AttributeError leaves the name to __getattr__.
class Hidden:
    @property
    def child(self):
        return self.absent

    @property
    def wrong(self):
        return 1 / 0

    def __getattr__(self, name):
        if name == "child":
            return "found"
        raise AttributeError(f"no {name}")


print(Hidden().child, hasattr(Hidden(), "absent"))
try:
    Hidden().wrong
except ZeroDivisionError as error:
    print("wrong:", error)
