from enum import Enum, IntEnum, auto, StrEnum
class Color(Enum):
    RED = 1
    GREEN = auto()
    def describe(self): return self.name.lower()
class K(IntEnum):
    A = 3
    B = 5
class S(StrEnum):
    X = "x"
    Y = auto()
print(Color.RED, repr(Color.GREEN), list(Color), Color(1), Color['RED'], Color.RED.describe(), len(Color), Color.RED in Color)
print(K.A + 1, K.A == 3, K(5).name, S.X == 'x', S.Y.value, f"{S.X}", isinstance(K.A, int), sorted([K.B, K.A])[0].name)
print(Color.__members__.keys() if 0 else list(Color.__members__))
try: Color(9)
except ValueError as e: print(e)
from collections import OrderedDict, defaultdict, namedtuple, deque, Counter
from collections.abc import Sequence, Iterable, Mapping
o = OrderedDict([('a', 1), ('b', 2)]); o['c'] = 3
print(o, list(o.items()), o == {'a': 1, 'b': 2, 'c': 3}, isinstance(o, dict))
dd = defaultdict(list); dd['x'].append(2); print(dd, dict(dd))
P = namedtuple('P', 'x y'); p = P(1, y=2); print(p, p.x, p[1], p._replace(x=5), tuple(p), p == (1,2)); a, b = p; print(a, b)
dq = deque([1,2,3], maxlen=3); dq.append(4); print(dq, len(dq), dq[0])
print(Counter('abca').most_common(1), isinstance([], Sequence), isinstance('a', Sequence), isinstance({}, Mapping), isinstance(3, Iterable), isinstance(dq, Iterable), isinstance({}, Sequence))
from abc import ABC, ABCMeta, abstractmethod
class B(metaclass=ABCMeta):
    @abstractmethod
    def f(self): ...
class C(B):
    def f(self): return 1
print(C().f())
try: B()
except TypeError as e: print(e)
