"""A dict of counts."""


class Counter(dict):
    def __init__(self, iterable=None, **keywords):
        dict.__init__(self)
        self.update(iterable, **keywords)

    def __missing__(self, key):
        return 0

    def update(self, iterable=None, **keywords):
        if isinstance(iterable, dict):
            for key, count in iterable.items():
                self[key] = self.get(key, 0) + count
        elif iterable is not None:
            for key in iterable:
                self[key] = self.get(key, 0) + 1
        for key, count in keywords.items():
            self[key] = self.get(key, 0) + count

    def subtract(self, iterable=None, **keywords):
        for key, count in Counter(iterable, **keywords).items():
            self[key] = self.get(key, 0) - count

    def most_common(self, n=None):
        ordered = sorted(self.items(), key=lambda pair: pair[1], reverse=True)
        return ordered if n is None else ordered[:n]

    def elements(self):
        for key, count in self.items():
            for _ in range(count):
                yield key

    def total(self):
        return sum(self.values())

    def copy(self):
        return self.__class__(self)

    def _joined(self, other, join):
        result = Counter()
        for key in list(self) + [key for key in other if key not in self]:
            count = join(self[key], other[key])
            if count > 0:
                result[key] = count
        return result

    def __add__(self, other):
        return self._joined(other, lambda a, b: a + b)

    def __sub__(self, other):
        return self._joined(other, lambda a, b: a - b)

    def __and__(self, other):
        return self._joined(other, min)

    def __or__(self, other):
        return self._joined(other, max)

    def __pos__(self):
        return self + Counter()

    def __neg__(self):
        return Counter() - self

    def __iadd__(self, other):
        self.update(other)
        return +self

    def __isub__(self, other):
        self.subtract(other)
        return +self

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError("a Counter is made of its elements")

    def __repr__(self):
        if not self:
            return "Counter()"
        inner = ", ".join(f"{key!r}: {count!r}" for key, count in self.most_common())
        return "Counter({" + inner + "})"
