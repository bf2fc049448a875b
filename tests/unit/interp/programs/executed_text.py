given = {}
exec("def four():\n    return 4\nwidth = four() + 1", given)
print(given["four"](), given["width"])
try:
    width
except NameError as error:
    print(error)

outer, inner = {"factor": 3}, {"size": 2}
exec("area = size * factor\nsize = 7", outer, inner)
print(inner, "area" in outer, outer["factor"])

shared = {"n": 1}
exec("n += 1", shared)
exec("n += 1", shared)
print(shared["n"])
exec("depth = 6")
print(depth)


def inside():
    names = {}
    exec("height = 9", names)
    exec("height = 10", {}, names)
    return names["height"]


print(inside())
try:
    given["absent"]
except KeyError as error:
    print("KeyError", error)
