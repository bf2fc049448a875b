def show(text):
    try:
        print(text, '=>', repr(eval(text)))
    except Exception as error:
        print(text, '=> raises', type(error).__name__)


from dataclasses import dataclass, field, asdict, astuple, replace, fields, is_dataclass, InitVar, FrozenInstanceError, MISSING, make_dataclass, KW_ONLY
from enum import Enum, IntEnum, Flag, IntFlag, StrEnum, auto, unique, EnumMeta, EnumType
from typing import *


@dataclass
class A:
    x: int
    y: float = 2.0
    z: List[int] = field(default_factory=list)
    w: ClassVar[int] = 9
    def __post_init__(self):
        self.total = self.x + self.y


@dataclass
class B(A):
    q: str = 'q'


@dataclass(frozen=True, order=True)
class F:
    a: int = 1
    b: int = field(default=2, compare=False)


@dataclass(kw_only=True)
class K:
    a: int
    b: int = 3


@dataclass
class KO:
    a: int
    _: KW_ONLY
    b: int = 3


@dataclass(eq=False, repr=False)
class N:
    a: int = 1


@dataclass
class I:
    a: int
    scale: InitVar[int] = 2
    hidden: int = field(default=0, repr=False, init=False)
    def __post_init__(self, scale):
        self.hidden = self.a * scale


@dataclass
class Nest:
    a: A
    l: list
    d: dict = field(default_factory=dict, metadata={'help': 'h'})


@dataclass(slots=True)
class S:
    a: int = 1


@dataclass
class Opt:
    lr: float = 1e-3
    betas: Tuple[float, float] = (0.9, 0.999)
    name: Optional[str] = None
    @property
    def label(self):
        return f'{self.name}-{self.lr}'
    @classmethod
    def make(cls, **kw):
        return cls(**kw)


def frozen():
    F().a = 3


def bad_default():
    @dataclass
    class Bad:
        a: list = []


def bad_order():
    @dataclass
    class Bad:
        a: int = 1
        b: int


class Color(Enum):
    RED = 1
    GREEN = auto()
    CRIMSON = 1
    def describe(self):
        return self.name.lower()
    @classmethod
    def default(cls):
        return cls.RED
    @property
    def short(self):
        return self.name[0]
    @staticmethod
    def parse(s):
        return Color[s.upper()]
    def __str__(self):
        return 'c:' + self.name


class Mode(str, Enum):
    TRAIN = 'train'
    EVAL = 'eval'


class Lvl(IntEnum):
    LOW = 1
    HIGH = 5


class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W


show('A(1)')
show('A(1).total')
show('A(1, 2, [3])')
show('A(x=1, y=5)')
show('A(1) == A(1)')
show('A(1) == A(2)')
show('A.w')
show('A(1).z is A(1).z')
show('A.y')
show('A()')
show('A(1, 2, [], 4)')
show('A(1, foo=2)')
show('B(1)')
show("B(1, q='r').q")
show('[f.name for f in fields(B)]')
show('isinstance(B(1), A)')
show('B(1) == A(1)')
show('F(1) < F(2)')
show('F(1, 5) == F(1, 6)')
show('hash(F(1)) == hash(F(1))')
show('{F(1): 1}[F(1, 3)]')
show('sorted([F(3), F(1)])')
show('frozen()')
show('K(a=1)')
show('K(a=1, b=2)')
show('K(1)')
show('KO(1, b=2)')
show('KO(1, 2)')
show('N() == N()')
show("repr(N())[:10] == 'N(a=1)'")
show('N().a')
show('I(3)')
show('I(3).hidden')
show('I(3, scale=5).hidden')
show("hasattr(I(3), 'scale')")
show('[f.name for f in fields(I)]')
show("asdict(Nest(A(1), [A(2)], {'k': A(3)}))")
show('astuple(A(1))')
show('asdict(Opt())')
show('replace(A(1), x=5)')
show('replace(Opt(), lr=3).lr')
show('Opt.make(lr=1).lr')
show("Opt(name='n').label")
show('is_dataclass(A)')
show('is_dataclass(A(1))')
show('is_dataclass(3)')
show('fields(A)[0].name')
show('fields(A)[0].type')
show('fields(A)[1].default')
show('fields(A)[2].default is MISSING')
show("fields(Nest)[2].metadata['help']")
show('fields(A)[2].default_factory is list')
show('A.__annotations__.keys()')
show('A(1).__dict__')
show('vars(Opt())')
show('A.__match_args__')
show("make_dataclass('M', ['a', ('b', int), ('c', int, 5)])(1, 2)")
show('S(3).a')
show('S()')
show('bad_default()')
show('bad_order()')
show('Color.RED')
show('Color.GREEN.value')
show('Color(1)')
show("Color['RED']")
show('Color.CRIMSON is Color.RED')
show('list(Color)')
show('len(Color)')
show('Color.RED.name')
show('str(Color.RED)')
show("f'{Color.RED}'")
show('Color.RED == Color.RED')
show('Color.RED == 1')
show('Color.RED != Color.GREEN')
show('Color.RED.describe()')
show('Color.default()')
show('Color.GREEN.short')
show("Color.parse('green')")
show('Color.RED in Color')
show('list(Color.__members__)')
show("Color.__members__['CRIMSON']")
show('isinstance(Color.RED, Color)')
show('type(Color.RED).__name__')
show('Color.__name__')
show('hash(Color.RED) == hash(Color.RED)')
show('Color(7)')
show("Color['X']")
show('Color.FOO')
show('{Color.RED: 1}[Color.RED]')
show('[c.value for c in Color]')
show('[c.name for c in Color if c.value > 1]')
show('{c.name: c.value for c in Color}')
show('dict(Color.__members__)')
show('sorted(Color, key=lambda c: -c.value)')
show("Mode('train')")
show("Mode.TRAIN == 'train'")
show('Mode.TRAIN.value')
show('Mode.TRAIN.upper()')
show('str(Mode.TRAIN)')
show("f'{Mode.TRAIN}'")
show("'train' == Mode.TRAIN")
show("{'train': 1}[Mode.TRAIN]")
show('isinstance(Mode.TRAIN, str)')
show("Mode.TRAIN in ('train',)")
show('repr(Mode.EVAL)')
show("'a-' + Mode.TRAIN")
show('Lvl.LOW + 1')
show('Lvl.HIGH > Lvl.LOW')
show('Lvl(5)')
show('int(Lvl.LOW)')
show('[10, 20][Lvl.LOW]')
show("f'{Lvl.LOW}'")
show('str(Lvl.LOW)')
show('Lvl.LOW == 1')
show('sorted([Lvl.HIGH, Lvl.LOW])')
show('isinstance(Lvl.LOW, int)')
show('range(Lvl.HIGH)')
show('Perm.R | Perm.W')
show('Perm.R & Perm.W')
show('Perm.R in (Perm.R | Perm.W)')
show('Perm.RW.value')
show('~Perm.R')
