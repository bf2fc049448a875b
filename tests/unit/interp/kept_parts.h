// The module that the programs of kept_programs.h share.
#pragma once

namespace vramlint::interp {

inline constexpr const char* kParts = R"(
import marks

table = {"a": 1}
other = {"b": 2}
known = []

class Part:
    def __init__(self, *given, **named):
        marks.run("Part")
        self.given, self.named = given, named
        self.inner = [self, {"size": sum([i for i in range(40)])}]

class Doubled(Part):
    def __init__(self, size):
        super().__init__(size)
        self.size = size * 2
        self.part = Part(size, size + 1)

class Counted(Part):
    def __init__(self):
        super().__init__()
        known.append(1)
        self.number = len(known)

class Reader(Part):
    def __init__(self):
        super().__init__()
        self.read = table["a"]

class Looker(Part):
    def __init__(self):
        super().__init__()
        self.found = table["a"]

class Chooser(Part):
    def __init__(self):
        super().__init__()
        self.last = known[-1] if known else None

class Changer(Part):
    def __init__(self, items):
        super().__init__(items)
        items.append(4)

class Knower(Part):
    def __init__(self):
        super().__init__()
        self.who = id(self)

class Adder(Part):
    def __init__(self, step):
        super().__init__(step)
        total = step
        def add(number):
            return total + number
        self.add = add
        self.bound = self.twice
    def twice(self):
        return 2 * self.given[0]

def late():
    import later
    return later

def change(dictionary, key, value):
    dictionary[key] = value
    return True

def know(value):
    known.append(value)
    return True

def alter(maker):
    made = maker()
    made.found.number = 7
    return made.found is table["a"] and table["a"].number
)";

}  // namespace vramlint::interp
