import importlib.util
import keyword
from enum import Enum, IntEnum


class Reduction(str, Enum):
    MEAN = "mean"
    SUM = "sum"


class Level(int, Enum):
    LOW = 1


class Plain(Enum):
    MEAN = "mean"


r = Reduction.MEAN
print(r == "mean", "mean" == r, r != "mean", r in ("mean", "sum"), r in {"mean": 3}, {"mean": 3}[r], {r: 4}["mean"])
print(r == Reduction.SUM, r == Reduction.MEAN, r.upper(), isinstance(r, str), Reduction("sum") is Reduction.SUM, r.value + "!")
print(Plain.MEAN == "mean", Plain.MEAN != "mean", Plain.MEAN in {"mean": 3}, Plain.MEAN == Plain("mean"))
print(Level.LOW == 1, Level.LOW + 1, {1: "one"}[Level.LOW], Level.LOW in [1], hash(Level.LOW) == hash(1))
print([name for name in ("class", "klass", "None", "match") if keyword.iskeyword(name)])
print(importlib.util.find_spec("json").name, importlib.util.find_spec("no_such_module_here"))
