"""`match` statements, each kind of pattern."""
import collections
import dataclasses
import enum


class Mode(enum.Enum):
    TRAIN = 1
    TEST = 2


class Plain:
    size = 3


@dataclasses.dataclass
class Layer:
    kind: str
    width: int = 8


Point = collections.namedtuple("Point", "x y")


class Limits:
    low = 1.5


def kind_of(spec):
    match spec:
        case None | False:
            return "off"
        case True:
            return "on"
        case 0 | 1:
            return "bit"
        case -3:
            return "minus three"
        case 2.5:
            return "real"
        case Limits.low:
            return "low"
        case "adam" | "adamw" as name:
            return f"text {name}"
        case "a" "b":
            return "joined"
        case Mode.TRAIN:
            return "training"
        case Mode() as mode:
            return mode.name
        case str(text) if text.startswith("x"):
            return "x..." + text[-1]
        case str():
            return "another text"
        case int(number) if number > 100:
            return f"large {number}"
        case int() | float() as number:
            return f"number {number}"
        case []:
            return "nothing"
        case [only]:
            return f"one {only}"
        case ("mlp", width, *rest):
            return f"mlp {width} {rest}"
        case [first, *_, last] if first == last:
            return f"round {first}"
        case (("pair", (a, b)) | ("riap", (b, a))):
            return f"pair {a} {b}"
        case [Layer("conv", width), *others]:
            return f"conv {width} and {len(others)}"
        case [_, _, *middle, last]:
            return f"long {middle} {last}"
        case {"type": "linear", "width": int(width), **rest}:
            return f"linear {width} {sorted(rest)}"
        case {"type": kind}:
            return f"kind {kind}"
        case {}:
            return "a dict"
        case Layer(kind="pool"):
            return "pooling"
        case Layer(kind, width=w) if w >= 64:
            return f"wide {kind}"
        case Layer(kind):
            return f"layer {kind}"
        case Point(x=0, y=y):
            return f"at {y}"
        case Point(x, y):
            return f"point {x} {y}"
        case Plain(size=3):
            return "plain"
        case _:
            return "unknown"


for spec in [None, False, True, 0, 1, -3, 2.5, 1.5, "adam", "adamw", "ab", Mode.TRAIN, Mode.TEST, "xyz", "yz", 1000, 7,
             0.25, [], [4], ("mlp", 16), ["mlp", 16, 1, 2], (5, 6, 5), ("pair", (1, 2)), ("riap", (1, 2)),
             [Layer("conv", 32), 1, 2], [1, 2, 3, 4], [1, 2], {"type": "linear", "width": 4, "bias": True},
             {"type": "linear", "width": "4"}, {"other": 1}, {}, Layer("pool"), Layer("conv", 64), Layer("conv"),
             Plain(), object(), b"bytes", (1, 2, 3)]:
    print(kind_of(spec))


def point(p):
    match p:
        case Point(x=0, y=y):
            return f"at {y}"
        case Point(x, y):
            return f"point {x} {y}"


print(point(Point(0, 4)), point(Point(3, 4)), point(3))


def after(first, second):
    match first, second:
        case (1, other) | (other, 1):
            found = other
        case first, second:
            found = (second, first)
    return found


print(after(1, 2), after(3, 1), after(4, 5))

match {"optimizer": {"name": "sgd", "betas": [0.9, 0.99]}}:
    case {"optimizer": {"name": name, "betas": [one, *_]}}:
        print(name, one)

match 5:
    case 6:
        print("never")

match [1, 2, 3]:
    case head, *tail:
        print(head, tail)

match = {"case": 1}
print(match["case"], match.get("case"))


def nested(value):
    match value:
        case [inner]:
            match inner:
                case {"deep": x}:
                    return x
                case _:
                    return "no dict"
        case _:
            return "no list"


print(nested([{"deep": 1}]), nested([2]), nested(3))


def counted(values):
    for value in values:
        match value:
            case "stop":
                break
            case "skip":
                continue
            case other:
                yield other


print(list(counted([1, "skip", 2, "stop", 3])))

try:
    match 3:
        case Plain(1):
            pass
    match Plain():
        case Plain(1):
            pass
except TypeError as error:
    print("TypeError")
