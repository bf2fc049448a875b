"""Python around modules: mixins, descriptors, delegation, closures, hooks, flags, deep copies, generators."""
from __future__ import annotations
import abc
import copy
import enum
import functools
import itertools
import operator
import types
import typing as t
from collections import defaultdict, deque, ChainMap, Counter, namedtuple
from dataclasses import dataclass, field, asdict, InitVar
import torch
from torch import nn
import torch.nn.functional as F
CFG = {"width": 12, "stages": [{"n": 2, "act": "relu"}, {"n": 1, "act": "gelu"}],
       "out": {"kind": "mlp", "dims": [8, 3]}}
INPUTS = [["float32", [4, 12]]]


class Act(enum.Enum):
    RELU = "relu"
    GELU = "gelu"

    @property
    def fn(self):
        return {Act.RELU: F.relu, Act.GELU: F.gelu}[self]

    @classmethod
    def parse(cls, s: str | Act) -> Act:
        return s if isinstance(s, cls) else cls[s.upper()]


class Flags(enum.IntFlag):
    NONE = 0
    NORM = enum.auto()
    RES = enum.auto()


@dataclass
class Stage:
    n: int
    act: Act = Act.RELU
    flags: Flags = Flags.NORM | Flags.RES
    tags: list[str] = field(default_factory=list)
    scale: InitVar[float] = 1.0
    total: float = field(init=False, default=0.0)

    def __post_init__(self, scale):
        self.act = Act.parse(self.act)
        self.total = self.n * scale


class Positive:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, obj, kind=None):
        return self if obj is None else getattr(obj, self.name)

    def __set__(self, obj, value):
        if value <= 0:
            raise ValueError(f"{self.name!r} must be positive, got {value:>+.2f}")
        setattr(obj, self.name, value)


class LogMixin:
    def __init__(self, *args, verbose=False, **kw):
        super().__init__(*args, **kw)
        self.history = deque(maxlen=3)
        self.counts = Counter()

    def log(self, name, value):
        self.history.append((name, value.detach()))
        self.counts[name] += 1


class ResMixin:
    def forward(self, x, *a, **k):
        y = super().forward(x, *a, **k)
        return y + x if y.shape == x.shape else y


class Base(nn.Module, abc.ABC):
    width = Positive()

    def __init__(self, width):
        super().__init__()
        self.width = width

    @abc.abstractmethod
    def body(self, x): ...

    def forward(self, x, *, gain=1.0):
        return self.body(x) * gain

    def __init_subclass__(cls, **kw):
        super().__init_subclass__(**kw)
        REG[cls.__name__] = cls


REG: t.Dict[str, t.Type[Base]] = {}


class Layer(ResMixin, LogMixin, Base):
    def __init__(self, width, act, flags):
        super().__init__(width, verbose=True)
        self.fc, self.act, self.flags = nn.Linear(width, width), act, flags
        self.norm = nn.LayerNorm(width) if flags & Flags.NORM else nn.Identity()

    def body(self, x):
        y = self.act.fn(self.fc(self.norm(x)))
        self.log("y", y)
        return y


class Wrapper(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(super().__getattr__("inner"), name)

    def forward(self, *args, **kwargs):
        return self.inner(*args, **kwargs)


def timed(fn=None, *, label="x"):
    if fn is None:
        return functools.partial(timed, label=label)

    @functools.wraps(fn)
    def inner(*a, **k):
        try:
            return fn(*a, **k)
        finally:
            CALLS[label] += 1
    return inner


CALLS = defaultdict(int)


class Net(nn.Module):
    _instances: t.ClassVar[list] = []

    def __init__(self, width, stages, out):
        super().__init__()
        built = [Stage(**{**s, "tags": [*s]}) for s in stages]
        layers = [REG["Layer"](width, s.act, s.flags) for s in built for _ in range(s.n)]
        self.trunk = nn.Sequential(*layers)
        self.twin = copy.deepcopy(self.trunk[:2])
        self.tail = Wrapper(self.trunk[-1])
        sizes = enumerate(zip([width] + out["dims"], out["dims"]))
        self.heads = nn.ModuleDict({f"{k}_{i}": nn.Linear(a, b) for i, (a, b) in sizes for k in [out["kind"]]})
        self.gates = nn.ParameterDict()
        for i in range(2):
            self.gates[f"g{i}"] = nn.Parameter(torch.full((width,), 0.5 * (i + 1)))
        self.cache = {}
        self.trunk[0].fc.register_forward_hook(lambda m, i, o: o * 2)
        self.trunk[1].register_forward_pre_hook(self._pre)
        h = self.trunk[2].register_forward_hook(self._spy)
        h2 = self.trunk[2].register_forward_hook(lambda *a: None)
        h2.remove()
        self.opts = ChainMap({"gain": 2.0}, asdict(built[0]))
        self.dynamic = types.MethodType(lambda self, x: x.mul(self.gates["g0"]), self)
        type(self)._instances.append(None)

    def _pre(self, module, args):
        (x,) = args
        return (x + 1,)

    def _spy(self, module, args, output):
        self.cache["spy"] = output.sigmoid()

    @timed(label="forward")
    def forward(self, x):
        x = self.trunk(x)
        y = functools.reduce(lambda acc, m: m(acc, gain=self.opts["gain"]), self.twin, x)
        z = self.tail(y, gain=1 / self.tail.width)
        z = self.dynamic(z) + operator.mul(y, self.gates["g1"])
        n = 0
        while (s := z.size(-1) - n) > 10:
            z = z + z.roll(s, -1)
            n += 1
        else:
            z = z.tanh()
        gen = (h(z) for h in itertools.islice(self.heads.values(), 1))
        first = next(gen)
        *_, last = [first, self.heads["mlp_1"](first.relu())]
        spy = self.cache.pop("spy")
        names = sorted((n for n, p in self.named_parameters() if p.ndim == 1), key=lambda n: (len(n), n))
        l2 = sum(dict(self.named_parameters())[n].square().sum() for n in names)
        try:
            raise RuntimeError("shape")
        except (ValueError, RuntimeError) as e:
            last = last * (1 if "shape" in str(e) else 2)
        return vars(types.SimpleNamespace(logits=last, aux=[spy, l2], **{"n": n}))


def build(cfg):
    return Net(**cfg)


def loss(outputs):
    outputs = types.SimpleNamespace(**outputs)
    match_ = {"a": outputs.aux[0].mean(), "b": 1e-3 * outputs.aux[1]}
    target = torch.full((4,), 1, dtype=torch.long)
    return F.cross_entropy(outputs.logits, target) + sum(match_.values()) + outputs.n * 0.0
