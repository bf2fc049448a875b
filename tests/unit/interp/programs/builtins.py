print("hello", 1, 2.5, [1, 'a'], {'k': (1,)}, {1,2}, None, True, ...)
class A:
    def __init__(self, x): self.x = x
    @property
    def y(self): return self.x * 2
    @y.setter
    def y(self, v): self.x = v
    def __repr__(self): return f"A({self.x!r})"
a = A(3); a.y = 9
print(a, a.y, [a])
print("%-8.3g|%03i|%s" % (1.5, 7, 'x'), "{:>{w}.2f} {0!r}".format if 0 else "{:>{w}.2f}".format(3.14159, w=10))
print(sorted([3,1,2], reverse=True), list(zip('ab', [1,2])), dict(a=1, **{'b': 2}), sum([1,2.5]), max(3, 9, key=lambda v: -v))
try:
    int("abc")
except ValueError as e:
    print("caught", e, repr(e), type(e).__name__)
print(1e16, 1e-5, 0.1+0.2, float('inf'), -0.0, 1e22, 123456789.0, round(2.5), round(3.14159, 2), 7//-2, -7 % 3, 2**10, 2**-1)
print({}.items(), sorted({'a':1}.keys() | {'b'}), list(map(str, range(3))), [*reversed([1,2])])
d = {}
d.setdefault('x', []).append(1); print(d, d.get('q'), d.pop('x'), d)
print('a,b,c'.split(','), ' x '.strip(), 'abc'.center(10, '*'), 'Hello'.swapcase(), 'é'.upper(), len('é'), 'x'.join('abc'))
print(f"{1234567.891:,.2f} {255:#x} {0.25:.1%} {'a':*^5} {True!s:>6} {1e-7:g} {3:05d}")
print(isinstance(True, int), isinstance(3, (str, float)), type(3), type(a), int, ValueError('x', 2))
