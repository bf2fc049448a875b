import math, copy, functools, itertools, operator, json, io, types, inspect, warnings, logging, argparse, os.path
from functools import partial, reduce, wraps, lru_cache, cached_property, total_ordering
from itertools import repeat, chain, product, islice, accumulate, zip_longest, count, combinations, permutations, starmap
print(math.ceil(2.1), math.floor(-2.1), math.sqrt(2), math.log(8, 2), math.log2(8), math.pi, math.prod([1,2,3]), math.gcd(12, 18), math.inf)
try: math.sqrt(-1)
except ValueError as e: print(e)
print(tuple(repeat(3, 2)), list(chain([1],[2,3])), list(chain.from_iterable([[1],[2]])), list(product('ab', repeat=2)), list(islice(count(5), 3)), list(accumulate([1,2,3])), list(zip_longest([1],[2,3], fillvalue=0)), list(combinations('abc', 2)), list(permutations([1,2,3], 2))[:3], list(starmap(pow, [(2,3)])))
p = partial(int, base=2); print(p('101'), p.keywords, reduce(operator.mul, [1,2,3,4]))
def deco(f):
    @wraps(f)
    def inner(*a, **k): return f(*a, **k) + 1
    return inner
@deco
def g(x, y=2, *, z=3):
    "doc"
    return x + y + z
print(g(1), g.__name__, g.__doc__, list(inspect.signature(g).parameters), inspect.signature(g).parameters['z'].default, inspect.getfullargspec(g.__wrapped__).args)
calls = []
@lru_cache(maxsize=None)
def h(x): calls.append(x); return x * 2
print(h(2), h(2), calls)
class C:
    @cached_property
    def v(self): print('once'); return 7
c = C(); print(c.v, c.v)
d = {'a': [1, {'b': 2}]}; e = copy.deepcopy(d); e['a'][1]['b'] = 9; print(d, e, copy.copy(d)['a'] is d['a'])
class D:
    def __init__(self): self.x = [1]
q = D(); r = copy.deepcopy(q); r.x.append(2); print(q.x, r.x)
print(json.dumps({'a': [1, 2.5, None, True, 'é"']}), json.dumps([1, {'b': []}], indent=2), json.loads('{"a": [1, 2.0, "x\\u00e9", null]}'))
try: json.loads('{bad}')
except ValueError as e: print(type(e).__name__)
print(os.path.join('a', 'b', '/c', 'd'), os.path.splitext('x/y.tar.gz'), os.path.basename('/a/b/'), os.path.dirname('/a/b.c'), os.path.normpath('a/../b//c'))
from pathlib import Path
x = Path('/a/b') / 'c.txt'
print(x, x.name, x.stem, x.suffix, x.parent, x.parent.parent, repr(Path('q/../r')), x.with_suffix('.py'), str(Path('a', 'b')), x == Path('/a/b/c.txt'))
from dataclasses import dataclass, field, asdict, replace, fields
@dataclass
class P:
    x: int
    y: float = 2.0
    z: list = field(default_factory=list)
    def __post_init__(self): self.total = self.x + self.y
a = P(1, z=[3]); print(a, a.total, asdict(a), replace(a, x=5), a == P(1, 2.0, [3]), [f.name for f in fields(P)])
try: P()
except TypeError as e: print(e)
@dataclass(frozen=True, order=True)
class F:
    a: int = 1
print(F(2) > F(1), hash(F(1)) == hash(F(1)), {F(1): 'k'}[F(1)])
try: F(1).a = 3
except Exception as e: print(type(e).__name__, e)
from contextlib import contextmanager, nullcontext, suppress, ExitStack
@contextmanager
def cm(n):
    print('in', n)
    try:
        yield n * 2
    finally:
        print('out')
with cm(4) as v: print(v)
with suppress(ValueError): raise ValueError
with nullcontext(5) as n: print(n)
try:
    with cm(1): raise KeyError('k')
except KeyError as e: print('key', e)
parser = argparse.ArgumentParser(); parser.add_argument('--lr', type=float, default='0.1'); parser.add_argument('--flag', action='store_true'); parser.add_argument('-n', '--num-layers', default=3, type=int)
print(parser.parse_args([]))
from typing import List, Optional, Dict, Union, Tuple, NamedTuple, Any, TypeVar, Generic, Callable
T = TypeVar('T')
class G(Generic[T]): pass
class NT(NamedTuple):
    a: int
    b: str = 'q'
def f(x: Optional[List[int]] = None, y: 'Dict[str, int] | None' = None) -> Union[int, Tuple[int, ...]]: return x
print(NT(1), NT(1).b, G(), f([1]) if 0 else 1) if False else print(NT(1), NT(1, 'z').b, f([1]))
s = io.StringIO(); s.write('ab\ncd'); s.seek(0); print(list(s), types.SimpleNamespace(a=1))
log = logging.getLogger('x'); log.setLevel(logging.INFO); log.info('hello %s', 1); warnings.warn('w')
print(isinstance(len, types.BuiltinFunctionType), isinstance(f, types.FunctionType), inspect.isclass(P), inspect.isfunction(f), callable(f))
@total_ordering
class O:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == o.v
    def __lt__(self, o): return self.v < o.v
print(O(1) <= O(1), O(2) > O(1), sorted([O(3), O(1)])[0].v)
import importlib, sys
print(importlib.import_module('os.path').join('a', 'b'), 'math' in sys.modules, sys.platform)
