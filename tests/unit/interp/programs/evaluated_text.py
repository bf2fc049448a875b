SIZES = {"small": 2, "large": 5}


def small_names():
    return ["a", "b"]


def names_of(kind):
    return eval(kind + "_names()")


def scaled(factor):
    width = 3
    return eval("width * factor + SIZES['large']")


print(names_of("small"), scaled(4))
print(eval("[x * y for x in (1, 2)]", {"y": 10}), eval("a + b", {"a": 1}, {"b": 2}))
print(eval("lambda n: n + SIZES['small']")(1))
print(eval("__name__ == '__main__'"), eval("len('abc')"))
for text in ("1 +", "x = 3", "missing"):
    try:
        eval(text)
    except (SyntaxError, NameError) as error:
        print(type(error).__name__)

