class Mapped:
    names = {"hidden_size": "n_embd"}

    def __init__(self, **given):
        for name, value in given.items():
            setattr(self, name, value)

    def __setattr__(self, name, value):
        names = super().__getattribute__("names")
        super().__setattr__(names.get(name, name), value)

    def __getattribute__(self, name):
        if name != "names" and name in super().__getattribute__("names"):
            name = super().__getattribute__("names")[name]
        return super().__getattribute__(name)


class Derived(Mapped):
    depth = 2

    @property
    def twice(self):
        return self.hidden_size * 2


mapped = Derived(hidden_size=8, other=1)
print(mapped.hidden_size, mapped.n_embd, mapped.other, mapped.depth, mapped.twice)
print(sorted(mapped.__dict__), hasattr(mapped, "hidden_size"), hasattr(mapped, "nothing"))
print(getattr(mapped, "nothing", "default"))
try:
    mapped.nothing
except AttributeError as error:
    print(error)


class Both:
    def __init__(self):
        self.seen = 3

    def __getattribute__(self, name):
        if name == "hidden":
            raise AttributeError(name)
        return object.__getattribute__(self, name)

    def __getattr__(self, name):
        return f"asked for {name}"


both = Both()
print(both.seen, both.hidden, both.absent)
try:
    object.__getattribute__(both, "absent")
except AttributeError:
    print("object has no fallback")


class Late:
    value = 1


def counted(self, name):
    return ("late", name)


late = Late()
print(late.value)
Late.__getattribute__ = counted
print(late.value)
