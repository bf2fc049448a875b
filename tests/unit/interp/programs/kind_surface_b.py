def show(text):
    try:
        print(text, '=>', repr(eval(text)))
    except Exception as error:
        print(text, '=> raises', type(error).__name__)


from dataclasses import dataclass, field, asdict, astuple, replace, fields, is_dataclass, InitVar, FrozenInstanceError, MISSING, make_dataclass, KW_ONLY
from enum import Enum, IntEnum, Flag, IntFlag, StrEnum, auto, unique, EnumMeta, EnumType
import typing, abc, inspect
from typing import *
from abc import ABC, abstractmethod


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


@dataclass(eq=False, repr=False)
class N:
    a: int = 1


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


class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W


class IPerm(IntFlag):
    R = 4
    W = 2


class SE(StrEnum):
    A = auto()
    B = 'bee'


class Planet(Enum):
    EARTH = (5.97, 6.37)
    MARS = (0.64, 3.39)
    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius


class Fn(Enum):
    SQ = lambda x: x * x
    N = 3


class Auto(Enum):
    def _generate_next_value_(name, start, count, last):
        return name.lower()
    FOO = auto()
    BAR = auto()


class Missing(Enum):
    A = 'a'
    @classmethod
    def _missing_(cls, value):
        return cls.A


class NewE(Enum):
    A = 1
    def __new__(cls, v):
        obj = object.__new__(cls)
        obj._value_ = v * 10
        return obj


def dup():
    @unique
    class D(Enum):
        A = 1
        B = 1


def extend():
    class E2(Color):
        Z = 3


class NT(NamedTuple):
    a: int
    b: str = 'q'
    def both(self):
        return (self.a, self.b)


class TD(TypedDict, total=False):
    a: int
    b: str


T = TypeVar('T')


class G(Generic[T]):
    def __init__(self, x: T):
        self.x = x


class GG(G[int]):
    pass


@runtime_checkable
class Proto(Protocol):
    def run(self) -> int: ...


class Impl:
    def run(self):
        return 3


class Base(ABC):
    @abstractmethod
    def f(self): ...
    @property
    @abstractmethod
    def p(self): ...
    @staticmethod
    @abstractmethod
    def s(): ...
    def g(self):
        return self.f()


class Half(Base):
    def f(self):
        return 1


class Full(Half):
    p = 3
    @staticmethod
    def s():
        return 2


class Virtual(ABC):
    @classmethod
    def __subclasshook__(cls, C):
        return hasattr(C, 'quack') or NotImplemented


class Duck:
    def quack(self):
        return 1


@Base.register
class Reg:
    pass


show('bool(Perm.R & Perm.W)')
show('Perm.X.value')
show('(Perm.R | Perm.X).value')
show('Perm(3)')
show('Perm(0)')
show('list(Perm.R | Perm.X)')
show('IPerm.R | IPerm.W')
show('IPerm.R | 1')
show('IPerm(6)')
show('IPerm.R & 4')
show('int(IPerm.R)')
show('IPerm.R == 4')
show('SE.A')
show("SE.A == 'a'")
show('str(SE.B)')
show("f'{SE.B}'")
show("SE('bee')")
show('SE.A.value')
show('[s for s in SE]')
show('isinstance(SE.A, str)')
show("SE.A + 'x'")
show("','.join(SE)")
show('list(SE.__members__)')
show('Planet.EARTH.mass')
show('Planet.MARS.value')
show('Planet((5.97, 6.37))')
show('Planet.EARTH')
show('Auto.FOO.value')
show("Auto('bar')")
show("Missing('zzz')")
show('NewE.A.value')
show('NewE(10)')
show('Fn.SQ(3)')
show('list(Fn)')
show("Enum('E', 'A B')['A'].value")
show("Enum('E', ['X', 'Y']).Y.value")
show("Enum('E', {'P': 5}).P")
show("Enum('E', [('Q', 1)]).Q.name")
show("IntEnum('IE', 'A').A + 1")
show("list(Enum('E', 'A,B', start=0))")
show('dup()')
show('extend()')
show('isinstance(Color, EnumMeta)')
show('issubclass(Color, Enum)')
show('EnumMeta is EnumType')
show('Color.RED.__class__ is Color')
show('Color.RED._name_')
show('Color.RED._value_')
show('bool(Color.RED)')
show('callable(Color)')
show("getattr(Color, 'RED')")
show("hasattr(Color, 'NO')")
show('NT(1)')
show('NT(1).b')
show("NT(1, 'z').both()")
show('NT._fields')
show('NT(1)._replace(a=3)')
show('tuple(NT(1))')
show('isinstance(NT(1), tuple)')
show('NT(a=5)._asdict()')
show('NT._field_defaults')
show('NT.__annotations__.keys()')
show('NT()')
show('TD(a=1)')
show("TD({'a': 1})")
show('isinstance(TD(), dict)')
show('TD.__annotations__.keys()')
show("TD(a=1)['a']")
show('G(1).x')
show('G[int](5).x')
show('GG(2).x')
show('isinstance(GG(1), G)')
show('Proto.__name__')
show('isinstance(Impl(), Proto)')
show('isinstance(3, Proto)')
show("get_type_hints(A)['x']")
show('Optional[int] == Union[int, None]')
show('get_origin(Union[int, str]) is Union')
show('get_args(Optional[int])')
show("get_args(Literal['a', 'b'])")
show('get_origin(int)')
show('get_args(int)')
show('Any')
show("cast(int, 'a')")
show("NewType('U', int)(5)")
show('TYPE_CHECKING')
show('Any is Any')
show('isinstance([], List)')
show('isinstance({}, Dict)')
show('isinstance((), Tuple)')
show('isinstance(len, Callable)')
show('isinstance([], Sequence)')
show('isinstance({}, Mapping)')
show('isinstance([], Iterable)')
show('issubclass(list, Sequence)')
show("isinstance('', Hashable)")
show('typing.Any')
show('T.__name__')
show('Generic')
show('Protocol')
show('NoReturn')
show('Self')
show('Base()')
show('Half()')
show('Full().g()')
show('Full().p')
show('Full.s()')
show('sorted(Base.__abstractmethods__)')
show('Full.__abstractmethods__')
show('isinstance(Full(), Base)')
show('inspect.isabstract(Base)')
show('inspect.isabstract(Full)')
show('isinstance(Duck(), Virtual)')
show('isinstance(3, Virtual)')
show('issubclass(Reg, Base)')
show('isinstance(Reg(), Base)')
show('abc.ABCMeta.__name__')
show('type(Base).__name__')
show('isinstance(Base, abc.ABCMeta)')
show('abc.abstractproperty')
show('abc.get_cache_token() >= 0')
