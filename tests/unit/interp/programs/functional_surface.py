def show(text):
    try:
        print(text, '=>', repr(eval(text)))
    except Exception as error:
        print(text, '=> raises', type(error).__name__)


import itertools, operator, math, copy
from functools import partial, reduce, wraps, lru_cache, cached_property, total_ordering, partialmethod, singledispatch, singledispatchmethod, cmp_to_key, cache, update_wrapper
from itertools import *


def f(a, b=2, *c, d=4, **e):
    "doc of f"
    return a, b, c, d, e


def deco(g):
    @wraps(g)
    def inner(*a, **k):
        return g(*a, **k)
    return inner


@deco
def wrapped(x):
    "doc"
    return x


calls = []


@lru_cache(maxsize=None)
def once(x, y=1):
    calls.append(x)
    return x + y


@lru_cache
def bare(x):
    return x * 2


@cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


class Holder:
    def __init__(self):
        self.count = 0
    @cached_property
    def value(self):
        self.count += 1
        return self.count
    @lru_cache(maxsize=8)
    def method(self, x):
        self.count += 1
        return x + self.count
    def base(self, a, b):
        return a, b
    five = partialmethod(base, 5)
    named = partialmethod(base, b=7)


@singledispatch
def kind(x):
    return 'other'


@kind.register(int)
def _(x):
    return 'int'


@kind.register(list)
def _(x):
    return 'list'


class Disp:
    @singledispatchmethod
    def go(self, x):
        return 'other'
    @go.register(str)
    def _(self, x):
        return 'str'


@total_ordering
class V:
    def __init__(self, v):
        self.v = v
    def __eq__(self, o):
        return self.v == o.v
    def __lt__(self, o):
        return self.v < o.v


def holder():
    h = Holder()
    a = h.value, h.value
    del h.value
    return a, h.value, h.__dict__


def lru_method():
    h = Holder()
    return h.method(1), h.method(1), h.method(2)


def setdel():
    d = {}
    operator.setitem(d, 'a', 1)
    operator.setitem(d, 'b', 2)
    operator.delitem(d, 'a')
    return d


class Deep:
    def __init__(self, x):
        self.x = x
        self.me = self


class Own:
    def __deepcopy__(self, memo):
        return 'mine'
    def __copy__(self):
        return 'copied'


def deep():
    d = Deep([1])
    e = copy.deepcopy(d)
    e.x.append(2)
    s = copy.copy(d)
    return d.x, e.x, e.me is e, s.x is d.x, type(e).__name__, s is d


def shared():
    a = [1]
    b = copy.deepcopy([a, a])
    b[0].append(2)
    return b, a


show('partial(f, 1)(5)')
show('partial(f, 1, d=9)()')
show('partial(f, b=3)(1)')
show('partial(partial(f, 1), 2)(3)')
show('partial(f, 1).args')
show('partial(f, d=1).keywords')
show('partial(f).func is f')
show("partial(int, base=2)('101')")
show('list(map(partial(pow, 2), [1, 2, 3]))')
show('partial(3)')
show('isinstance(partial(f), partial)')
show('type(partial(f)).__name__')
show('callable(partial(f))')
show('partial(dict, a=1)(b=2)')
show('partial(Holder)().count')
show('partial(f)()')
show('reduce(lambda a, b: a + b, [1, 2, 3])')
show('reduce(operator.mul, [1, 2, 3], 10)')
show('reduce(operator.add, [[1], [2]], [])')
show('reduce(max, [3, 9, 2])')
show('reduce(operator.add, [])')
show('wrapped.__name__')
show('wrapped.__doc__')
show('wrapped(3)')
show('wrapped.__wrapped__.__name__')
show('wrapped.__module__ == __name__')
show('deco(f)(1, 2, 3, z=5)')
show('once(1)')
show('once(1, y=2)')
show('once(2)')
show('once.cache_clear()')
show('once.cache_info().currsize')
show('bare(2)')
show('bare.cache_info().maxsize')
show('fib(30)')
show('bare.__name__')
show('bare.__wrapped__(4)')
show('holder()')
show('lru_method()')
show('Holder().five(6)')
show('Holder().named(1)')
show('kind(3)')
show('kind([1])')
show("kind('a')")
show('kind(True)')
show('kind.dispatch(int)(3)')
show('kind.registry.keys() >= {object, int, list}')
show('Disp().go(1)')
show("Disp().go('a')")
show('V(1) < V(2)')
show('V(1) <= V(1)')
show('V(2) > V(1)')
show('V(1) >= V(2)')
show('max(V(1), V(3)).v')
show('sorted([V(2), V(1)])[0].v')
show('sorted([3, 1, 2], key=cmp_to_key(lambda a, b: b - a))')
show('max([1, 3], key=cmp_to_key(lambda a, b: a - b))')
show("list(chain([1], (2,), 'a'))")
show('list(chain.from_iterable([[1, 2], [3]]))')
show('list(chain())')
show('list(repeat(1, 3))')
show('[next(repeat(5)) for _ in range(2)]')
show("list(islice('abcdef', 2))")
show("list(islice('abcdef', 2, 4))")
show("list(islice('abcdef', 0, None, 2))")
show('list(islice(count(10, 5), 3))')
show("list(islice(cycle('ab'), 5))")
show('next(count(2.5, 0.5))')
show("list(product([1, 2], 'ab'))")
show('list(product([0, 1], repeat=2))')
show('list(product())')
show('len(list(product(range(3), range(4))))')
show("list(permutations('abc', 2))[:3]")
show('list(permutations([1, 2]))')
show("list(combinations('abcd', 2))")
show("list(combinations_with_replacement('ab', 2))")
show('list(combinations([1], 2))')
show('list(accumulate([1, 2, 3]))')
show('list(accumulate([1, 2, 3], operator.mul))')
show('list(accumulate([1, 2], initial=10))')
show('list(accumulate([3, 1, 4], max))')
show('list(zip_longest([1], [2, 3]))')
show("list(zip_longest('ab', 'c', fillvalue='-'))")
show('list(starmap(pow, [(2, 3), (3, 2)]))')
show('list(pairwise([1, 2, 3]))')
show('list(takewhile(lambda x: x < 3, [1, 2, 3, 1]))')
show('list(dropwhile(lambda x: x < 3, [1, 3, 1]))')
show('list(filterfalse(lambda x: x % 2, range(4)))')
show("list(compress('abc', [1, 0, 1]))")
show("[(k, list(g)) for k, g in groupby('aabbc')]")
show('[(k, [x for x in g]) for k, g in groupby([1, 3, 2, 4], key=lambda x: x % 2)]')
show('[list(t) for t in tee([1, 2])]')
show("[list(t) for t in tee('a', 3)]")
show("list(itertools.chain.from_iterable(zip('ab', [1, 2])))")
show('sum(itertools.chain([1], [2]))')
show("dict(zip(itertools.count(), 'ab'))")
show('max(itertools.chain([3], [7]))')
show('operator.add(1, 2)')
show('operator.sub(5, 3)')
show('operator.mul(2, 3)')
show('operator.truediv(7, 2)')
show('operator.floordiv(7, 2)')
show('operator.mod(7, 3)')
show('operator.pow(2, 5)')
show('operator.neg(3)')
show('operator.pos(3)')
show('operator.abs(-3)')
show('operator.invert(5)')
show('operator.lt(1, 2)')
show('operator.le(1, 1)')
show('operator.eq(1, 1)')
show('operator.ne(1, 2)')
show('operator.ge(1, 2)')
show('operator.gt(2, 1)')
show('operator.not_(0)')
show('operator.truth([])')
show('operator.is_(None, None)')
show('operator.is_not(1, None)')
show('operator.and_(6, 3)')
show('operator.or_(6, 1)')
show('operator.xor(6, 3)')
show('operator.lshift(1, 3)')
show('operator.rshift(8, 2)')
show('operator.index(5)')
show("operator.concat('a', 'b')")
show('operator.contains([1], 1)')
show('operator.countOf([1, 1], 1)')
show('operator.indexOf([5, 6], 6)')
show('operator.itemgetter(1)([5, 6])')
show("operator.itemgetter('a', 'b')({'a': 1, 'b': 2})")
show("operator.attrgetter('real')(3)")
show("operator.methodcaller('upper')('a')")
show("operator.methodcaller('split', ',')('a,b')")
show('operator.getitem([1, 2], 0)')
show('operator.iadd([1], [2])')
show("sorted([(1, 'b'), (0, 'a')], key=operator.itemgetter(1))")
show('operator.length_hint([1, 2])')
show('setdel()')
show('math.sqrt(16)')
show('math.pow(2, 3)')
show('math.exp(0)')
show('math.log(math.e)')
show('math.log(8, 2)')
show('math.log2(8)')
show('math.log10(100)')
show('math.log1p(0)')
show('math.expm1(0)')
show('math.ceil(1.2)')
show('math.floor(-1.2)')
show('math.trunc(-1.7)')
show('math.fabs(-2)')
show('math.sin(0)')
show('math.cos(0)')
show('math.tan(0)')
show('math.asin(1)')
show('math.acos(1)')
show('math.atan(1)')
show('math.atan2(1, -1)')
show('math.sinh(0)')
show('math.cosh(0)')
show('math.tanh(0)')
show('math.degrees(math.pi)')
show('math.radians(180)')
show('math.hypot(3, 4)')
show('math.gcd(12, 18)')
show('math.lcm(4, 6)')
show('math.factorial(5)')
show('math.comb(5, 2)')
show('math.perm(5, 2)')
show('math.prod([1, 2, 3])')
show('math.prod([2], start=5)')
show('math.isqrt(17)')
show('math.fsum([0.1] * 10)')
show('math.copysign(1, -2)')
show('math.fmod(-7, 3)')
show('math.modf(2.5)')
show('math.frexp(8)')
show('math.ldexp(1, 3)')
show('math.isnan(math.nan)')
show('math.isinf(math.inf)')
show('math.isfinite(1)')
show('math.isclose(0.1 + 0.2, 0.3)')
show('math.isclose(1, 1.1, rel_tol=0.2)')
show('math.isclose(0, 1e-9, abs_tol=1e-8)')
show('math.pi')
show('math.tau')
show('math.e')
show('math.inf > 1e308')
show('math.dist([0, 0], [3, 4])')
show('math.cbrt(27)')
show('math.exp2(3)')
show('math.erf(0.5)')
show('math.erfc(0.5)')
show('math.gamma(5)')
show('math.asinh(1)')
show('math.acosh(2)')
show('math.atanh(0.5)')
show('math.ulp(1.0)')
show('math.nextafter(1, 2)')
show('math.sqrt(-1)')
show('math.log(0)')
show('math.factorial(-1)')
show("math.floor('a')")
show('math.exp(1000)')
show('math.ceil(True)')
show('math.floor(3)')
show('type(math.ceil(1.0)).__name__')
show('type(math.floor(2.5)).__name__')
show('type(math.pow(2, 2)).__name__')
show('round(math.sqrt(2), 3)')
show('deep()')
show('copy.deepcopy(Own())')
show('copy.copy(Own())')
show('copy.deepcopy([Own()])')
show('copy.copy([1, [2]])')
show('copy.deepcopy((1, [2]))')
show("copy.deepcopy({'a': {1, 2}})")
show('copy.deepcopy(f) is f')
show('copy.copy((1,))')
show('copy.deepcopy(None)')
show('copy.deepcopy(int) is int')
show('shared()')
show('copy.deepcopy(partial(f, 1))(2)')
show("copy.copy({'a': [1]})")
show('copy.deepcopy(V(3)).v')
