print([x * y for x in range(3) for y in range(3) if x != y])
print({x: x ** 2 for x in range(4)}, {x % 3 for x in range(9)} == {0, 1, 2})
print(sum(x for x in range(10) if x % 2), list(y for y in "abc"))
print([[i * j for j in range(3)] for i in range(3)])
x = 5
print([x for x in range(3)], x)
n = 3
print([n * i for i in range(n)])


def scoped():
    k = 2
    return [k * v for v in (1, 2, 3)], {k: v for v in range(2)}


print(scoped())
print([(a, b) for a, b in zip("ab", [1, 2])])
print([v for row in [[1, 2], [3]] for v in row])
print(dict([(k, v) for k, v in {"a": 1}.items()]))
g = (i for i in range(3))
print(next(g), list(g), list(g))
print(any(v > 2 for v in [1, 2, 3]), all(v > 2 for v in [1, 2, 3]))
print([y := 1, y ** 2])
print(",".join(str(i) for i in range(3)))
print(sorted({"b": 1, "a": 2}), max((len(w), w) for w in ["aa", "b"]))
