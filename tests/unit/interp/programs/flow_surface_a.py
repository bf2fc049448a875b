def show(text):
    try:
        print(text, '=>', repr(eval(text)))
    except Exception as error:
        print(text, '=> raises', type(error).__name__)


import traceback
from contextlib import contextmanager, suppress, nullcontext, ExitStack, redirect_stdout, closing, ContextDecorator, AbstractContextManager


def finret():
    try:
        return 1
    finally:
        return 2


def finloop():
    out = []
    for i in range(4):
        try:
            if i == 1: continue
            if i == 3: break
            out.append(i)
        finally:
            out.append(('f', i))
    else:
        out.append('else')
    return out


def forelse(x):
    for i in range(3):
        if i == x: break
    else:
        return 'no'
    return i


def whileelse():
    n = 0
    while n < 3:
        n += 1
    else:
        n += 10
    return n


def excelse():
    out = []
    try: pass
    except Exception: out.append('x')
    else: out.append('else')
    finally: out.append('fin')
    return out


def scope_e():
    e = 1
    try:
        raise ValueError
    except ValueError as e:
        pass
    return e


def bare():
    try:
        raise KeyError('a')
    except:
        try:
            raise
        except KeyError as e:
            return str(e)


def nested():
    def outer():
        x = 1
        def inner():
            nonlocal x
            x += 1
            return x
        return inner
    f = outer()
    return f(), f(), outer()()


G = 0


def glob():
    global G, NEWG
    G += 1
    NEWG = 5
    return G, NEWG


def closures():
    fs = [lambda: i for i in range(3)]
    gs = [lambda i=i: i for i in range(3)]
    return [f() for f in fs], [g() for g in gs]


def defaults(a, l=[]):
    l.append(a)
    return l


def kinds(a, b, /, c, d=4, *args, e, f=6, **kw):
    return a, b, c, d, args, e, f, kw


@contextmanager
def ctx(log, name):
    log.append('in ' + name)
    try:
        yield name
    except ValueError as e:
        log.append('caught ' + str(e))
    finally:
        log.append('out ' + name)


def withs():
    log = []
    with ctx(log, 'a') as a, ctx(log, 'b') as b:
        log.append(a + b)
        raise ValueError('v')
    with (ctx(log, 'c') as c, ctx(log, 'd')):
        log.append(c)
    return log


class CM:
    def __init__(self, log, swallow=False): self.log = log; self.swallow = swallow
    def __enter__(self): self.log.append('enter'); return self
    def __exit__(self, t, v, tb):
        self.log.append((t.__name__ if t else None, str(v), tb is not None))
        return self.swallow


def early():
    log = []
    def f():
        with CM(log):
            return 5
    return f(), log


def stack():
    log = []
    with ExitStack() as s:
        a = s.enter_context(ctx(log, 'a'))
        s.callback(log.append, 'cb')
        s.push(lambda *a: log.append('push'))
    with ExitStack() as s:
        s.enter_context(nullcontext())
        t = s.pop_all()
    t.close()
    return log


@contextmanager
def simple():
    yield


@simple()
def decorated(x):
    return x + 1


class Deco(ContextDecorator):
    def __enter__(self): return self
    def __exit__(self, *a): return False


@Deco()
def decorated2(x):
    return x + 2


def infinite():
    def c():
        n = 0
        while True:
            yield n
            n += 1
    return [x for x, _ in zip(c(), range(3))]


def walrus():
    if (n := len([1, 2])) > 1: pass
    while (m := n) < 5: n += 1
    return n, m, [y for x in range(3) if (y := x * 2) > 1]


def dele():
    x = 1
    del x
    return x


def unbound():
    if False: z = 1
    return z


def starred():
    a, (b, *c), *d = 1, (2, 3, 4), 5, 6
    for k, (m, n) in {'q': (1, 2)}.items(): pass
    for i, *j in [(1, 2, 3)]: pass
    x = y = z = 0
    (p, q), r = [1, 2], 3
    lst = [0, 1]
    i2, lst[i2] = 1, 9
    return a, b, c, d, k, m, n, i, j, x, p, q, r, lst


def swap():
    a, b = 1, 2
    a, b = b, a
    l = [1, 2, 3]
    l[0], l[-1] = l[-1], l[0]
    return a, b, l


def aug():
    d = {'a': [1]}
    d['a'] += [2]
    x = 5; x //= 2; x **= 3; x %= 5; x <<= 2; x |= 1; x &= 7; x ^= 2; x >>= 1
    y = 7.5; y -= 1; y *= 2; y /= 4
    s = 'a'; s += 'b'; s *= 2
    t = (1,); t += (2,)
    return d, x, y, s, t


def annotated():
    x: int = 3
    y: 'str'
    return x


def ternary(x): return 'a' if x > 1 else 'b' if x else 'c'


def early_del():
    d = {'a': 1, 'b': 2}
    l = [1, 2, 3]
    del d['a'], l[0:2]
    return d, l


def chain_cmp(x): return 1 < x <= 5 != 3


def assertion():
    assert (1, 'x')
    assert 1 == 1, 'no'
    assert [] , 'empty'


def raising(x):
    raise x


def tb():
    try: 1 / 0
    except ZeroDivisionError as e:
        return isinstance(traceback.format_exc(), str), e.__traceback__ is not None, e.with_traceback(None) is e


show('finret()')
show('finloop()')
show('forelse(1)')
show('forelse(9)')
show('whileelse()')
show('excelse()')
show('scope_e()')
show('bare(), nested(), glob(), glob(), closures(), defaults(1), defaults(2), defaults(3, [])')
show('kinds(1, 2, 3, e=5)')
show('kinds(1, 2, 3, 4, 5, 6, e=7, g=8)')
show("kinds(*[1, 2], **{'c': 3, 'e': 5})")
show('kinds(1, 2, c=3, d=9, e=1, a=7)')
show('kinds(1, 2, 3)')
show('kinds(1, b=2, c=3, e=4)')
show('withs()')
show('early()')
show('stack()')
show('decorated(1)')
show('decorated2(1)')
show('infinite()')
show('walrus()')
show('starred()')
show('swap()')
show('aug()')
show('annotated()')
show('ternary(2)')
show('ternary(1)')
show('ternary(0)')
show('early_del()')
show('chain_cmp(2)')
show('chain_cmp(9)')
show('dele()')
show('unbound()')
show('assertion()')
show('raising(ValueError)')
