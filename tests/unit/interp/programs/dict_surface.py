def show(text):
    try:
        print(text, '=>', repr(eval(text)))
    except Exception as error:
        print(text, '=> raises', type(error).__name__)


def order():
    d = {'a': 1, 'b': 2}
    del d['a']
    d['a'] = 3
    d['b'] = 4
    return d


def change_while():
    d = {'a': 1}
    for k in d:
        d[k + 'x'] = 1


def del_missing():
    del {}['a']


def nested():
    d = {}
    d.setdefault('a', {})['b'] = 1
    d['a']['c'] = [1]
    d['a']['c'] += [2]
    d['n'] = d.get('n', 0) + 1
    d['n'] -= 3
    return d


def ior():
    d = {'a': 1}
    d |= {'b': 2}
    return d


class Missing(dict):
    def __missing__(self, key):
        return key + '!'


class Attr(dict):
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name)
    def __setattr__(self, name, value):
        self[name] = value
    def __delattr__(self, name):
        del self[name]


def attr():
    a = Attr(x=1)
    a.y = 2
    del a.x
    return a, a.y, hasattr(a, 'x'), getattr(a, 'z', 5), dict(a), isinstance(a, dict), type(a).__name__


from collections import OrderedDict, defaultdict, deque, namedtuple, ChainMap, Counter, UserDict, UserList


def ddict():
    d = defaultdict(list)
    d['a'].append(1)
    e = defaultdict(lambda: defaultdict(int))
    e['x']['y'] += 1
    return d, d.get('z'), len(d), e['x']['y'], d.default_factory is list, 'q' in d, dict(d), d['q'], list(d)


def deq():
    d = deque([1, 2, 3], maxlen=4)
    d.append(4)
    d.append(5)
    d.appendleft(0)
    d.extend([7])
    d.extendleft([8, 9])
    d.rotate(1)
    return d, d.pop(), d.popleft(), len(d), d[0], d[-1], d.maxlen, list(d), d.count(7), d.index(8), 7 in d


def deq2():
    d = deque([3, 1, 2])
    d.remove(1)
    d.insert(1, 9)
    d.reverse()
    d[0] = 5
    d.rotate(-1)
    del d[0]
    return d, sum(d) / len(d), max(d), sorted(d)


P = namedtuple('P', ['x', 'y'])
Q = namedtuple('Q', 'a, b c', defaults=[5, 6])


def set_nt():
    P(1, 2).x = 5


class R(namedtuple('R', 'a b')):
    __slots__ = ()
    @property
    def total(self):
        return self.a + self.b
    def __new__(cls, a, b=7):
        return super().__new__(cls, a, b)


def count():
    c = Counter()
    c['a'] += 1
    c.update('ab')
    c.update({'b': 5})
    c.subtract(['a'])
    return c, list(c), len(c), 'q' in c


class U(UserDict):
    def __setitem__(self, key, value):
        super().__setitem__(key.upper(), value)


class L(UserList):
    def total(self):
        return sum(self.data)


show("{'a': 1}.get('a')")
show("{}.get('a')")
show("{}.get('a', 3)")
show("{'a': None}.get('a', 3)")
show("{}['a']")
show("{'a': 1, 'b': 2}.keys()")
show("{'a': 1}.values()")
show("{'a': 1}.items()")
show("list({'a': 1})")
show("len({'a': 1})")
show("{'a': 1}.pop('a')")
show("{}.pop('a', 5)")
show("{'a': 1, 'b': 2}.popitem()")
show("{}.pop('a')")
show('{}.popitem()')
show("(lambda d: (d.update({'b': 2}), d.update(c=3), d.update([('e', 5)]), d.update({'a': 0}, a=9), d))({'a': 1})")
show("(lambda d: (d.setdefault('a', 5), d.setdefault('b', 6), d.setdefault('c'), d))({'a': 1})")
show('dict(a=1)')
show("dict([('a', 1)])")
show("dict({'a': 1}, b=2)")
show("dict(zip('ab', [1, 2]))")
show("dict.fromkeys('ab')")
show('dict.fromkeys([1, 2], 0)')
show("{'a': 1} == {'a': 1}")
show("{'a': 1, 'b': 2} == {'b': 2, 'a': 1}")
show("{1: 'x', 1.0: 'y'}")
show('{True: 1, 1: 2}')
show("{'a': 1} | {'b': 2}")
show("{'a': 1} | {'a': 2}")
show("'a' in {'a': 1}")
show('1 not in {}')
show("('a', 1) in {'a': 1}.items()")
show("1 in {'a': 1}.values()")
show("'a' in {'a': 1}.keys()")
show('{[]: 1}')
show('{{}: 1}')
show('{(1, [2]): 1}')
show("{(1, 2): 'a', None: 'b', 1.5: 'c', frozenset([1]): 'd'}")
show("[(k, v) for k, v in {'a': 1, 'b': 2}.items()]")
show("{v: k for k, v in {'a': 1}.items()}")
show("sorted({'b': 1, 'a': 2}.items(), key=lambda kv: kv[1])")
show("{'a': 1}.keys() & {'a', 'b'}")
show("{'a': 1}.keys() - {'a'}")
show("{'a': 1}.keys() == {'a'}")
show("sorted({'a': 1}.keys() | {'b'})")
show("{'a': 1}.keys() <= {'a', 'b'}")
show("{'a': 1}.copy()")
show("{'a': 1}.__contains__('a')")
show("{'a': 1}.__getitem__('a')")
show("list(reversed({'a': 1, 'b': 2}.items()))")
show("list({'b': 1, 'a': 2})")
show("list({'b': 1, 'a': 2}.values())")
show("max({'a': 3, 'b': 5}, key={'a': 3, 'b': 5}.get)")
show("min({'b': 1, 'a': 2}.values())")
show("{**{'a': 1}, **{'b': 2}}")
show("{'a': 1, **{'a': 2}}")
show("dict(**{'a': 1}, b=2)")
show('order()')
show('change_while()')
show('del_missing()')
show('nested()')
show('ior()')
show("Missing()['q']")
show("Missing(a=1)['a']")
show("Missing().get('z')")
show("'z' in Missing()")
show('attr()')
show('Attr().foo')
show('{1, 2} | {3}')
show('{1, 2} & {2}')
show('{1, 2} - {2}')
show('{1, 2} ^ {2, 3}')
show('{1} <= {1, 2}')
show('{1, 2} > {1}')
show('{1} == {1}')
show('{1} != {2}')
show('(lambda s: (s.add(3), s.discard(1), s.discard(9), s.update([4, 5]), s.remove(2), s))({1, 2})')
show('{1}.remove(5)')
show('set().pop()')
show('{1, 2}.union([3], [4])')
show('{1, 2}.intersection([2])')
show('{1, 2}.difference([2])')
show('{1}.symmetric_difference([1, 2])')
show('{1}.issubset([1, 2])')
show('{1, 2}.issuperset([1])')
show('{1}.isdisjoint([2])')
show('(lambda s: (s.intersection_update([1]), s.difference_update([5]), s.symmetric_difference_update([2]), s))({1, 3})')
show('frozenset([1, 2])')
show('frozenset([1]) | {2}')
show('{frozenset([1]): 1}')
show('frozenset() == set()')
show("len(frozenset('aab'))")
show('frozenset([1]).add(2)')
show('{1}.copy()')
show("set('ab') == {'a', 'b'}")
show("{x for x in 'a'}")
show('1 in {1}')
show('sorted({3, 1, 2})')
show('len({1, 1, 2})')
show('sum({1, 2})')
show('bool(set())')
show('{[1]}')
show('{1} + {2}')
show('{1}[0]')
show('OrderedDict(a=1, b=2)')
show("OrderedDict([('a', 1)])")
show('OrderedDict()')
show('list(OrderedDict(b=1, a=2))')
show("(lambda d: (d.move_to_end('a'), d, d.move_to_end('b', last=True), list(d), d.popitem(last=False), d.popitem(), d))(OrderedDict(a=1, b=2, c=3))")
show('OrderedDict(a=1, b=2) == OrderedDict(b=2, a=1)')
show("OrderedDict(a=1) == {'a': 1}")
show('OrderedDict(a=1).copy()')
show('isinstance(OrderedDict(), dict)')
show("OrderedDict(a=1) | {'b': 2}")
show('OrderedDict().popitem()')
show("OrderedDict(a=1).move_to_end('z')")
show("OrderedDict.fromkeys('ab', 1)")
show('list(reversed(OrderedDict(a=1, b=2)))')
show("OrderedDict(a=1).pop('a')")
show("OrderedDict(a=1).setdefault('b', 2)")
show('ddict()')
show("defaultdict()['a']")
show('defaultdict(int, a=1)')
show("defaultdict(int, {'a': 2})")
show('defaultdict(int).copy()')
show('defaultdict(None, a=1)')
show('defaultdict(3)')
show('deq()')
show('deque().pop()')
show('deque().popleft()')
show('deque([1, 2, 3]) == deque([1, 2, 3])')
show("list(reversed(deque('ab')))")
show("deque('ab', 1)")
show('deque([1]) + deque([2])')
show('bool(deque())')
show('deque([1, 2, 3]).copy()')
show('deq2()')
show('P(1, 2)')
show('P(x=1, y=2).x')
show('P(1, 2)[1]')
show('tuple(P(1, 2))')
show('P._fields')
show('P(1, 2)._asdict()')
show('P(1, 2)._replace(y=9)')
show('P._make([3, 4])')
show('len(P(1, 2))')
show('P(1, 2) == (1, 2)')
show('Q(1)')
show('Q(1, c=9)')
show('Q._field_defaults')
show('isinstance(Q(1), tuple)')
show('Q.__name__')
show('(lambda a, b, c: a)(*Q(1))')
show('P(1, 2) + (3,)')
show('P(1, 2) < P(1, 3)')
show('hash(P(1, 2)) == hash((1, 2))')
show('P(1)')
show('P(1, 2, 3)')
show('P(1, 2).z')
show('set_nt()')
show('R(1)')
show('R(1).total')
show('R(1)._replace(a=3).total')
show('repr(R(2, 3))')
show("Counter('abca')")
show("Counter('abca')['a']")
show("Counter()['z']")
show("Counter('aab').most_common(1)")
show('Counter(a=2) + Counter(a=1, b=1)')
show("Counter('aab') - Counter('a')")
show("sorted(Counter('aab').elements())")
show('Counter([1, 1, 2]).most_common()')
show("Counter({'a': 3}).total()")
show("sum(Counter('aab').values())")
show("Counter('ab') & Counter('a')")
show("Counter('a') | Counter('b')")
show("Counter('aab') == Counter('aba')")
show('count()')
show("ChainMap({'a': 1}, {'a': 2, 'b': 3})['b']")
show("ChainMap({'a': 1}, {'a': 2})['a']")
show("sorted(ChainMap({'a': 1}, {'b': 2}))")
show("len(ChainMap({}, {'a': 1}))")
show("ChainMap({'a': 1}).get('z', 4)")
show("'a' in ChainMap({'a': 1})")
show("ChainMap({'a': 1}).maps")
show("ChainMap({'a': 1}).new_child({'a': 2})['a']")
show("dict(ChainMap({'a': 1}, {'b': 2}))")
show("ChainMap({}, {'a': 1}).parents['a']")
show("ChainMap({'a': 1})")
show("ChainMap()['a']")
show("U(a=1)['A']")
show("dict(U({'b': 2}))")
show('U(a=1).data')
show('len(U())')
show('isinstance(U(), dict)')
show('repr(U(a=1))')
show('L([1, 2]).total()')
show('L([1])[0]')
show('len(L([1, 2]))')
show('L([1]) + [2]')
show('list(L([1]))')
