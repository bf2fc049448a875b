def count(n):
    i = 0
    while i < n:
        sent = yield i
        if sent:
            i = sent
        i += 1


print(list(count(3)))
g = count(10)
print(next(g), g.send(5), next(g))


def chain(*iterables):
    for it in iterables:
        yield from it
    yield "end"


print(list(chain([1, 2], "ab", range(2))))


def careful():
    try:
        yield 1
        yield 2
    except ValueError as error:
        print("caught", error)
        yield 99
    finally:
        print("closed")


c = careful()
print(next(c), c.throw(ValueError("bad")))
print(list(c))


def tree(node):
    if node is None:
        return
    left, value, right = node
    for v in tree(left):
        yield v
    yield value
    yield from tree(right)


print(list(tree(((None, 1, None), 2, (None, 3, None)))))


def infinite():
    n = 0
    while True:
        yield n
        n += 1


result = []
for v in infinite():
    if v > 4:
        break
    result.append(v)
print(result)


def pairs():
    for i in range(3):
        if i == 1:
            continue
        for j in range(2):
            with_index = (i, j)
            yield with_index
        else:
            yield "row"


print(list(pairs()))
it = iter([1, 2])
print(next(it), next(it), next(it, "done"))
try:
    next(it)
except StopIteration:
    print("stop")


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


print(list(Countdown(3)), sum(Countdown(4)))


class Module:
    def __init__(self):
        self.children = {"a": 1, "b": 2}

    def named(self, prefix=""):
        yield prefix, self
        for name, child in self.children.items():
            if child is None:
                continue
            yield (prefix + "." if prefix else "") + name, child


print([name for name, _ in Module().named("root")])
a, b, *rest = count(5)
print(a, b, rest)


def returns_value():
    yield 1
    return 5


print(list(returns_value()))


def held():
    try:
        yield 1
        yield 2
    finally:
        print("released")


h = held()
print(next(h))
h.close()
print(list(h))
untouched = held()
untouched.close()
print(list(untouched))
