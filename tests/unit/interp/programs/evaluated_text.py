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



class Setting:
    width = 3
    doubled = eval("width * 2")


def asked(setting, unused):
    def has(name):
        return hasattr(setting, name) and eval("setting." + name)

    def blind():
        return eval("unused")

    by_lambda = (lambda name: hasattr(setting, name) and eval(f"setting.{name}"))("doubled")
    try:
        found = blind()
    except NameError as error:
        found = error
    return has("width"), has("height"), by_lambda, found


print(Setting.doubled, *asked(Setting, 1))


def seen(first, second):
    third = 3

    def inner(fourth):
        fifth = second
        return sorted(locals()), sorted(vars()), eval("second + fourth + fifth")

    return inner(4)


print(*seen(1, 2))
