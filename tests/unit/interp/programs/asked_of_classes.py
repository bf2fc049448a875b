"""What classes answer: by their own class, when they are subscripted, called or gone through."""
import inspect
from abc import ABCMeta
from collections.abc import Iterator


class Answers(type):
    def __getattr__(cls, name):
        if name.startswith("_"):
            raise AttributeError(f"no {name}")
        return (cls.__name__, name)


class Base(metaclass=Answers):
    own = 1


class Below(Base):
    pass


print(Base.own, Base.anything, Below.something)
print(hasattr(Base, "_hidden"), getattr(Below, "_hidden", "none"))
try:
    Below().something
except AttributeError as error:
    print(error)


class Numbers(Iterator[int]):
    def __init__(self, most):
        self.most, self.begun = most, 0

    def __iter__(self):
        self.at = 0
        self.begun += 1
        return self

    def __next__(self):
        if self.at >= self.most:
            raise StopIteration("over")
        self.at += 1
        return self.at


print(type(Numbers) is ABCMeta, isinstance(Numbers(1), Iterator))
numbers = iter(Numbers(2))
print(next(numbers), next(numbers), next(numbers, "none"), numbers.begun)
try:
    next(numbers)
except StopIteration as stop:
    print(stop.args)


class Gives:
    def __init__(self, what):
        self.what = what

    @property
    def __call__(self):
        return self.what


print(Gives(len)([1, 2]), Gives(max)(3, 4))

print([cls.__name__ for cls in Base.__subclasses__()], Below.__subclasses__(), bool.__subclasses__())


class Asks:
    def __init__(self, first, *rest, key=2, **more):
        super().__init__()
        self.seen = inspect.getargvalues(inspect.currentframe())


seen = Asks(1, 5, key=3, other=4).seen
print(seen.args, seen.varargs, seen.keywords)
seen.locals.pop("self")
print(sorted(seen.locals), seen.locals["__class__"] is Asks, seen.locals["rest"], seen.locals["more"])
