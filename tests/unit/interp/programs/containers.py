a = [3, 1, 2]
a.append(5); a.extend((7, 8)); a.insert(1, 9); a.insert(-100, 0); a.insert(100, 99)
print(a, a.pop(), a.pop(0), a.pop(-2), a.index(9), a.count(1), len(a)); a.remove(9); a.sort(); print(a); a.reverse(); print(a, a.copy())
b = ["bb", "a", "ccc", "dd"]; b.sort(key=len); print(b); b.sort(key=len, reverse=True); print(b, sorted(b), sorted(b, key=lambda s: (-len(s), s)))
a[1:3] = [10, 20, 30]; print(a); a[::2] = [0] * len(a[::2]); print(a); del a[0]; del a[1:3]; print(a); a += [1]; a *= 2; print(a, a[::-1], a[-2:], [1, 2] + [3], [0] * 3, [1, 2] == [1, 2], [1, 2] < [1, 3], 2 in [1, 2])
t = (1, 2, 3, 2); print(t.count(2), t.index(3), t[1:], t + (4,), t * 2, hash((1, 2)) == hash((1, 2)), (1, 2) < (1, 2, 0), tuple("ab"), ())
d = {"a": 1, "b": 2}
d["c"] = 3; d.update({"a": 10}, e=5); d.update([("f", 6)]); print(d, d.get("z"), d.get("z", 0), d.pop("a"), d.pop("zz", None), d.setdefault("b", 9), d.setdefault("g"), "b" in d, len(d))
print(list(d), list(d.keys()), list(d.values()), list(d.items()), d.popitem(), dict(d), {**d, "x": 1}, d | {"y": 2}, dict(zip("ab", [1, 2])), dict([(1, 2)]), dict(a=1), {k: v for k, v in d.items() if v})
print({1: "a", True: "b", 1.0: "c"}, {(1, 2): 3}[(1, 2)], d == dict(d), list(reversed(d)), dict.fromkeys("ab"), dict.fromkeys([1], 0), d.keys() & {"b", "z"}, d.keys() - {"b"} == set(d) - {"b"}, ("b", 2) in d.items(), 2 in d.values())
v = d.keys(); d["new"] = 1; print(len(v), "new" in v, v == set(d)); d.clear(); print(d, not d, list(v))
s = {1, 2, 3}
s.add(4); s.discard(9); s.remove(1); s.update([5], (6,)); print(sorted(s), 2 in s, s | {9} == s.union([9]), sorted(s & {2, 3, 7}), sorted(s - {2}), sorted(s ^ {2, 100}), s <= {2, 3, 4, 5, 6, 7}, s.issubset(range(10)), s.isdisjoint({77}), {1} < {1, 2}, frozenset([1]) == {1}, len(s))
s -= {2}; s |= {8}; s &= {3, 8, 4}; print(sorted(s), sorted(s.symmetric_difference([3, 99])), sorted(s.copy()), {frozenset({1}): 2}[frozenset({1})])
print(list(range(5)), list(range(5, 0, -2)), range(10)[2:5], range(10)[-1], len(range(0, 10, 3)), 3 in range(5), range(0) == range(1, 1), list(range(3))[::-1], sum(range(101)), range(5).index(3), range(1, 4).start)
print(list(enumerate("ab", 1)), list(zip([1, 2], "ab", (3, 4))), list(map(lambda x, y: x + y, [1, 2], [3, 4])), list(filter(None, [0, 1, "", "a"])), list(filter(lambda x: x > 1, [1, 2])), any([]), all([]), any([0, 1]), all([1, 0]))
print(min(3, 1), max([1, 5, 2]), min([], default="none"), max("abc", key=ord), min({"a": 2, "b": 1}, key={"a": 2, "b": 1}.get), sum([[1], [2]], []), sum([0.1] * 3), abs(-3), abs(-2.5), round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(1234, -2), round(1250, -2), round(5), divmod(7, -2), divmod(-7.5, 2), pow(2, 10), pow(3, 4, 5), pow(2, -1))
it = iter([1, 2]); print(next(it), next(it), next(it, "end")); print(bin(10), hex(255), oct(8), bin(-5), ord("a"), chr(8364), chr(97), len("é"), id(it) == id(it), callable(print), callable(3))
for action in [lambda: [].pop(), lambda: [1][5], lambda: {}["k"], lambda: [1].remove(2), lambda: [].index(1), lambda: {1}.remove(2), lambda: {}.popitem(), lambda: min([]), lambda: next(iter([])), lambda: hash([]), lambda: {[]: 1}, lambda: {(1, []): 1}, lambda: len(5), lambda: sum("a"), lambda: [1, "a"].sort(), lambda: sorted([1, None]), lambda: list(zip([1], [1, 2], strict=True)), lambda: list(zip([1, 2], [1], strict=True)), lambda: range(0, 1, 0), lambda: tuple()[0], lambda: chr(-1), lambda: ord("ab"), lambda: (1).foo, lambda: int([]), lambda: float({}), lambda: [].append(), lambda: [].append(1, 2), lambda: dict([1]), lambda: dict([(1, 2, 3)]), lambda: iter(5), lambda: next([]), lambda: abs("a"), lambda: round("a"), lambda: isinstance(1, 2), lambda: issubclass(1, int), lambda: getattr(1, "nope"), lambda: 1 in 5, lambda: reversed({1}), lambda: {}.pop("q"), lambda: [1, 2].index(5), lambda: max(1, "a"), lambda: "a" < 1]:
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)
print(isinstance(1, int), isinstance(True, int), isinstance("a", (int, str)), issubclass(bool, int), issubclass(KeyError, LookupError), type(1) is int, type([]) == list, type(None), getattr("a", "nope", "default"), hasattr([], "append"))
print((5).bit_length(), (2.0).is_integer(), (0.75).as_integer_ratio(), int.__name__, [].__class__, (1).real, 3 .__add__(4), "a".__len__(), [1, 2].__contains__(1), {}.__class__.__name__, (1.5).__int__())
x, *y = [1, 2, 3]; (p, q), r = (1, 2), 3; print(x, y, p, q, r); *m, n = "abc"; print(m, n)
