for i in range(5):
    if i == 1:
        continue
    if i == 3:
        break
    print("loop", i)
else:
    print("never")
for i in []:
    pass
else:
    print("empty else")
n = 0
while True:
    n += 1
    if n > 3:
        break
else:
    print("no")
print(n)
while n:
    n -= 1
else:
    print("while else", n)


def attempt(action):
    log = []
    try:
        log.append("try")
        result = action()
        log.append(result)
    except (KeyError, IndexError) as error:
        log.append(type(error).__name__)
    except ZeroDivisionError:
        log.append("zero")
        return log
    else:
        log.append("else")
    finally:
        log.append("finally")
    return log


print(attempt(lambda: 1))
print(attempt(lambda: {}["x"]))
print(attempt(lambda: [][1]))
print(attempt(lambda: 1 // 0))
try:
    attempt(lambda: int("x"))
except ValueError as error:
    print("out", error)


def returns():
    for i in range(3):
        try:
            return i
        finally:
            print("cleanup", i)


print(returns())


def nested():
    try:
        try:
            raise KeyError("inner")
        finally:
            print("inner finally")
    except KeyError as error:
        print("caught", error)
        try:
            raise
        except KeyError:
            print("again")
    try:
        raise ValueError("a") from TypeError("b")
    except ValueError as error:
        print(type(error.__cause__).__name__)


nested()


class Manager:
    def __init__(self, name, swallow=False):
        self.name, self.swallow = name, swallow

    def __enter__(self):
        print("enter", self.name)
        return self.name

    def __exit__(self, kind, value, trace):
        print("exit", self.name, kind.__name__ if kind else None)
        return self.swallow


with Manager("a") as a, Manager("b"):
    print("body", a)
with Manager("c", swallow=True):
    raise RuntimeError("gone")
try:
    with Manager("d"):
        raise RuntimeError("kept")
except RuntimeError as error:
    print(error)


def early():
    with Manager("e"):
        return 5


print(early())
a, *b, c = range(5)
print(a, b, c)
(x, y), z = (1, 2), 3
print(x, y, z)
first = second = []
first.append(1)
print(second)
items = [1, 2, 3]
items[0], items[2] = items[2], items[0]
print(items)
items[1:2] = [7, 8, 9]
print(items, items[::-1], items[-2:], items[::2])
del items[0], items[-1]
print(items)
try:
    a, b = [1, 2, 3]
except ValueError as error:
    print(error)
try:
    a, b, c = [1, 2]
except ValueError as error:
    print(error)
try:
    assert 1 > 2, "message"
except AssertionError as error:
    print("assert", error)
print(1 < 2 < 3, 1 < 3 < 2, 1 if [] else 2, None or 0 or "x", 1 and 2 and 3, not [])
if (m := 5) > 3:
    print(m)
matrix = [[1, 2], [3, 4]]
for i, (p, q) in enumerate(matrix):
    print(i, p, q)
d = {"a": 1}
d["b"] = d.get("b", 0) + 1
d["a"] += 10
print(d)
value = 10
value **= 2
value //= 7
value %= 5
value <<= 3
value |= 1
print(value)
