def plain(a, b=2, *args, c, d=4, **kwargs):
    return (a, b, args, c, d, sorted(kwargs.items()))


print(plain(1, c=3))
print(plain(1, 5, 6, 7, c=3, e=9, f=10))
print(plain(*[1, 2], **{"c": 8, "z": 0}))

for call in (lambda: plain(), lambda: plain(1), lambda: plain(1, c=1, a=2), lambda: (lambda x: x)(1, 2), lambda: (lambda: 0)(y=1)):
    try:
        call()
    except TypeError as error:
        print(str(error))


def positional_only(a, /, b):
    return a, b


print(positional_only(1, b=2))


def counter():
    n = 0

    def add(step=1):
        nonlocal n
        n += step
        return n

    return add


tick = counter()
print(tick(), tick(5), tick())

functions = [lambda x, i=i: x * i for i in range(4)]
print([f(10) for f in functions])
late = [lambda: i for i in range(3)]
print([f() for f in late])

total = 0


def grow():
    global total
    total += 1


grow(), grow()
print(total)


def outer():
    value = [1]

    def inner():
        return value

    value = [2]
    return inner


print(outer()())


def fact(n):
    return 1 if n <= 1 else n * fact(n - 1)


print(fact(15))


def mutable(items=[]):
    items.append(len(items))
    return items


mutable()
print(mutable())


def unbound():
    print(later)
    later = 1


try:
    unbound()
except UnboundLocalError as error:
    print("unbound", type(error).__name__)
try:
    missing_name
except NameError as error:
    print(error)
print((lambda *a, **k: (a, k))(1, 2, x=3))


def keyword_only(*, a, b=1):
    return a + b


try:
    keyword_only()
except TypeError as error:
    print(error)
try:
    keyword_only(1)
except TypeError as error:
    print(error)
print(keyword_only(a=4), keyword_only.__name__, keyword_only.__defaults__)
