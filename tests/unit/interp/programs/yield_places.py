import functools
import inspect


def inner(n):
    got = yield n
    return (got or 0) + 10


def totals():
    total = 1
    total += yield from inner(total)
    box = {"sum": 0}
    box["sum"] += yield "between"
    first = second = yield box["sum"]
    named: int = yield (first, second)
    print(total, box, named)
    return (yield "last")


g = totals()
print(next(g), g.send(5), g.send(3), g.send(4), g.send(6))
try:
    g.send("returned")
except StopIteration as end:
    print(end.value)


class Stop(Exception):
    pass


def guard(stops):
    if stops:
        raise Stop("at the guard")
    return
    yield


def engine(stops):
    turns = 0
    try:
        while True:
            turns += 1
            yield from guard(turns == stops)
            if turns == 5:
                break
    except Stop as error:
        print("stopped:", error)
    else:
        print("ran out")
    return turns


def last_of(generator):
    try:
        next(generator)
    except StopIteration as end:
        return end.value


print(last_of(engine(3)), last_of(engine(9)))


def quiet(function):
    @functools.wraps(function)
    def wrapper(*args, **keywords):
        return function(*args, **keywords)

    return wrapper


class Metric:
    @quiet
    def update(self, engine, name="x"):
        return name


print(inspect.signature(Metric().update), inspect.signature(Metric.update), Metric().update(1))
inspect.signature(Metric().update).bind("engine")
