numbers = [0, 1, -1, 42, 1234567, -987654321, 2**62]
for spec in ["", "d", "5d", "<8d", "^8d", "=+8d", "08d", "+d", " d", "x", "#x", "X", "o", "#b", ",", "_", "_b", "012,d", "c<10", "e", ".2f", "g", "%"]:
    print(spec, [format(n, spec) for n in numbers])
reals = [0.0, -0.0, 1.0, 1.5, -2.75, 1e-7, 123456.789, 1e16, 1e22, 3.141592653589793, 5e-324, 1.7976931348623157e308, float("inf"), float("nan")]
for spec in ["", "f", ".0f", ".3f", "10.2f", "<10.2f", "+.1f", "e", ".2e", "E", "g", ".3g", "G", ".10g", "%", ".1%", ",", ",.2f", "_.1f", "010.3f", "#.0f", "#g", ".3", ".0", "n"]:
    print(spec, [format(x, spec) for x in reals])
print([repr(x) for x in reals], [str(x) for x in reals])
for spec in ["", "s", "10", "<10", ">10", "^10", "*^9", ".2", "-<6.3", "é^7"]:
    print(spec, [format(s, spec) for s in ["", "abc", "ünï"]])
for value, spec in [("a", "d"), (1.5, "d"), (1, "s"), (1, ".2"), ("a", "+"), (None, "5"), ([1], ">4"), (1, "zz"), (3, ",x"), ("s", "=5")]:
    try:
        print(format(value, spec))
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
print("%d %5d %-5d| %05d %+d %i %u" % (1, 2, 3, 4, 5, 6, 7))
print("%s %r %10s|%-10s|%.2s %c %c %%" % ("a", "b", "c", "d", "efg", "h", 105))
print("%f %.2f %e %g %G %10.3f %-10.1e|" % (1.5, 2.345, 12345.678, 1e-10, 1e20, 3.14159, 0.00012))
print("%x %X %#x %o %#o %.3d" % (255, 255, 255, 8, 8, 5))
print("%(name)s is %(age)03d" % {"name": "Ann", "age": 7}, "%s" % [1, 2], "%s %s" % ("x", (1,)), "%s" % None)
for text, values in [("%d", "x"), ("%d %d", (1,)), ("%d", (1, 2)), ("%z", 1), ("%(a)s", {"b": 1}), ("%c", "ab"), ("%x", 1.5)]:
    try:
        print(text % values)
    except (TypeError, ValueError, KeyError) as error:
        print(type(error).__name__, error)


class Point:
    def __init__(self, x, y):
        self.x, self.y, self.items = x, y, [x, y]

    def __format__(self, spec):
        return f"<{spec}|{self.x},{self.y}>"

    def __repr__(self):
        return f"Point({self.x}, {self.y})"


p = Point(3, 4)
print("{} {} {{}} {}".format(1, "a", None), "{1} {0} {1}".format("x", "y"), "{a} {b!r}".format(a=1, b="q"))
print("{0.x} {0.items[1]} {d[key]} {0:spec} {0!r:>14}".format(p, d={"key": "v"}), "{:>{width}.{digits}f}".format(3.14159, width=10, digits=2))
for text in ["{", "}", "{0", "{!x}", "{:{}{}}", "{5}", "{name}", "{0} {}"]:
    try:
        print(text.format(1))
    except (ValueError, IndexError, KeyError) as error:
        print(type(error).__name__, error)
width, value = 12, 2.5
print(f"{value:{width}.3f}|{p!r:^15}|{p:s}|{'q'!r}|{width=}|{1 + 1}|{{x}}")
print(repr("it's"), repr('say "hi"'), repr("both ' and \""), repr("tab\t nl\n cr\r nul\0 del\x7f é \u200b \U0001F600 \\"), ascii("é\u4e2d"), repr(b"a'\x00\xff\n"))
recursive = [1]
recursive.append(recursive)
table = {"self": None}
table["self"] = table
print(recursive, table, (1,), (), [()], {}, set(), frozenset({1}), slice(1, None, 2), range(3), range(1, 9, 2), ..., NotImplemented)


class Half:
    def __float__(self):
        return 0.5

    def __int__(self):
        return 7

    def __index__(self):
        return 12


print("%.2f %5.1e %d %i %x %o" % (Half(), Half(), Half(), Half(), Half(), Half()))
try:
    print("%.2f" % object())
except TypeError as error:
    print("TypeError", error)
