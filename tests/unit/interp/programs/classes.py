class Base:
    count = 0

    def __init__(self, name="base"):
        self.name = name
        Base.count += 1

    def who(self):
        return "Base " + self.name

    @property
    def loud(self):
        return self.name.upper()

    @loud.setter
    def loud(self, value):
        self.name = value.lower()

    @classmethod
    def make(cls, *args):
        return cls(*args)

    @staticmethod
    def helper(x):
        return x + 1

    def __repr__(self):
        return f"<{self.__class__.__name__} {self.name}>"


class Left(Base):
    def who(self):
        return "Left " + super().who()


class Right(Base):
    def who(self):
        return "Right " + super(Right, self).who()


class Both(Left, Right):
    def __init__(self):
        super().__init__("both")
        self.extra = [self.name]


both = Both()
print(both.who(), [c.__name__ for c in Both.__mro__])
print(repr(both), both.loud, Base.count)
both.loud = "SHOUT"
print(both.name, Both.make().name, Left.make("l"), Base.helper(4), both.helper(5))
print(isinstance(both, Base), isinstance(both, (int, Right)), issubclass(Left, Right))
print(hasattr(both, "extra"), hasattr(both, "nothing"), getattr(both, "nothing", 7))
setattr(both, "dyn_%d" % 1, 11)
print(both.dyn_1, sorted(both.__dict__))
del both.dyn_1
try:
    both.dyn_1
except AttributeError as error:
    print(error)


class Dynamic:
    def __getattr__(self, name):
        if name.startswith("get_"):
            return lambda: name[4:]
        raise AttributeError("no " + name)

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value * 2)

    def __getitem__(self, index):
        return index

    def __len__(self):
        return 3

    def __contains__(self, item):
        return item == 5

    def __call__(self, *args):
        return sum(args)

    def __eq__(self, other):
        return isinstance(other, Dynamic)

    def __hash__(self):
        return 1

    def __add__(self, other):
        return ("add", other)

    def __radd__(self, other):
        return ("radd", other)

    def __iadd__(self, other):
        return ("iadd", other)

    def __lt__(self, other):
        return True

    def __bool__(self):
        return False

    def __iter__(self):
        return iter([1, 2, 3])


d = Dynamic()
d.x = 4
print(d.get_thing(), d.x, d[1:2], d[3, 4], len(d), 5 in d, 6 in d, d(1, 2, 3), d == Dynamic(), d != Dynamic())
print(d + 1, 1 + d, d < d, not d, list(d), {d: 1}[Dynamic()])
d += 2
print(d)

try:
    class Broken(Base, object, Left):
        pass
except TypeError as error:
    print("mro", "consistent" in str(error))


class Meta(type):
    def __new__(mcs, name, bases, namespace):
        namespace["tag"] = name.lower()
        return super().__new__(mcs, name, bases, namespace)

    def __len__(cls):
        return 42


class WithMeta(metaclass=Meta):
    pass


class Child(WithMeta):
    pass


print(WithMeta.tag, Child.tag, len(Child), type(Child).__name__)


class Hooked:
    registry = []

    def __init_subclass__(cls, kind=None, **kwargs):
        super().__init_subclass__(**kwargs)
        Hooked.registry.append((cls.__name__, kind))


class One(Hooked, kind="a"):
    pass


class Two(One):
    pass


print(Hooked.registry)


class Descriptor:
    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner):
        return self if instance is None else instance.__dict__.get("_" + self.name, "unset")

    def __set__(self, instance, value):
        instance.__dict__["_" + self.name] = value


class Described:
    field = Descriptor()


e = Described()
print(e.field)
e.field = 3
print(e.field, Described.field.name)


class Singleton:
    _instance = None

    def __new__(cls, *args, **kwargs):
        if cls._instance is None:
            cls._instance = super().__new__(cls)
        return cls._instance

    def __init__(self, value):
        self.value = value


print(Singleton(1) is Singleton(2), Singleton(3).value)


class Config(dict):
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name)

    def __missing__(self, key):
        return "missing " + key


c = Config(a=1, b={"c": 2})
print(c.a, c["zz"], len(c), sorted(c), c.get("q", 5), isinstance(c, dict), {**c}["a"], dict(c) == {"a": 1, "b": {"c": 2}})
c.update(z=3)
print(list(c.keys()), c == {"a": 1, "b": {"c": 2}, "z": 3})


class Stack(list):
    def __init__(self, *items):
        super().__init__(items)
        self.top = items[-1]


s = Stack(1, 2, 3)
s.append(4)
print(s, len(s), s[1:], s.top, isinstance(s, list), s + [5], sum(s))


class Failure(ValueError):
    def __init__(self, code):
        super().__init__(f"code {code}")
        self.code = code


try:
    raise Failure(7)
except ValueError as error:
    print(error, error.code, error.args, type(error).__mro__[1].__name__)
exec_name = type("Made", (Base,), {"y": 5})
print(exec_name("m").y, exec_name.__name__)
print(type(3) is int, type(both).__name__, both.__class__ is Both, Both.__bases__ == (Left, Right))


class Outer:
    class Inner:
        z = 9

    values = [i * 2 for i in range(3)]
    first = values[0]


print(Outer.Inner.z, Outer.values, Outer.first, Outer.Inner.__qualname__)
