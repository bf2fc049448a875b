import copy
import functools


class Counter:
    def __init__(self, count):
        self.count = count
        self.step = self.by_two
        self.partial = functools.partial(self.by, 3)
        self.table = {"two": self.by_two, "more": [self.by]}
        self.seen = []
        self.see = self.seen.append

    def by_two(self):
        self.count += 2

    def by(self, number):
        self.count += number

    @classmethod
    def made(cls):
        return cls(0)


first = Counter(1)
second = copy.deepcopy(first)
second.step()
second.table["two"]()
second.table["more"][0](10)
second.partial()
print(first.count, second.count)
print(second.step.__self__ is second, first.step.__self__ is first, second.step.__func__ is Counter.by_two)
second.see(1)
print(first.seen, second.seen)
third = copy.copy(first)
third.step()
print(first.count, third.count)
method = copy.deepcopy(first.by_two)
method()
print(first.count, method.__self__.count, method.__self__ is first)
print(copy.deepcopy(Counter.made).__self__ is Counter, copy.copy(first.step) == first.step)


class Stated:
    def __init__(self):
        self.a, self.b = [1], [2]

    def __getstate__(self):
        return {"a": self.a}

    def __setstate__(self, state):
        self.__dict__.update(state)
        self.restored = True


stated = copy.deepcopy(Stated())
print(sorted(stated.__dict__), copy.copy(Stated()).restored)


class Slotted:
    __slots__ = ("x", "y")

    def __init__(self):
        self.x = [1]


slotted = Slotted()
twin = copy.deepcopy(slotted)
twin.x.append(2)
print(slotted.x, twin.x, hasattr(twin, "y"))


class Reduced:
    def __init__(self, size):
        self.size = size

    def __reduce__(self):
        return Reduced, (self.size + 1,)


print(copy.deepcopy(Reduced(1)).size)


class Listed(list):
    pass


listed = Listed([[1], [2]])
listed.name = "l"
other = copy.deepcopy(listed)
other[0].append(3)
print(listed, other, other.name, type(other).__name__)
