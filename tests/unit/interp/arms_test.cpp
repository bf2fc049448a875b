// What the arms of a branch on what is not known make, each for itself: one object stands for both.
#include <gtest/gtest.h>

#include "interpreter.h"

namespace vramlint::interp::testing {
namespace {

// What an arm made is undone before the arms are compared: its own `__eq__` would ask for what is not there.
TEST(Arms, InstancesThatArmsMadeAreNotComparedByTheirMethods) {
  Bench bench;
  EXPECT_EQ(bench.run(R"(import time
class Place:
    def __init__(self, kind, size):
        self.kind = kind
        self.size = (size, 1)
        self.more = {"rows": [size]}
    def __eq__(self, other):
        print("asked")
        return True
def place(n, left, right):
    if n == 1:
        return Place("a", left)
    else:
        return Place("a", right)
same, other = place(time.time(), 4, 4), place(time.time(), 4, 5)
print(type(same).__name__, same.kind, same.size, same.more)
print(type(other).__name__, other.kind, other.size[1], other.size[0])
)"),
            "Place a (4, 1) {'rows': [4]}\nPlace a 1 <unknown>\n");
}

TEST(Arms, AnInstanceThatWasThereStaysTheSame) {
  Bench bench;
  EXPECT_EQ(bench.run(R"(import time
class Place:
    def __init__(self, kind):
        self.kind = kind
    def copy(self):
        return Place(self.kind)
def perhaps(place):
    return place.copy() if time.time() == 1 else place
first = Place("a")
print(perhaps(first) is first)
class Net:
    def __init__(self, part):
        self.part = part
def net():
    return Net(print) if time.time() == 1 else Net(len)
print(net())
)"),
            "True\n<unknown>\n");
}

// Of how many parts there are nothing can stand for both, nor of two texts; at the top as within an object.
TEST(Arms, WhatHasNoLikenessIsUnknownAtTheTopAsWell) {
  Bench bench;
  EXPECT_EQ(bench.run(R"(import time
from enum import Enum
class Mode(str, Enum):
    NEAREST = "nearest"
    LINEAR = "linear"
class Part:
    def __init__(self, size):
        self.size = size
class Whole:
    def __init__(self, parts):
        self.parts = parts
        self.kind = "a"
if time.time() == 1:
    parts, whole, mode = [Part(1)], Whole([Part(1)]), Mode.NEAREST
else:
    parts, whole, mode = [Part(1), Part(2)], Whole([Part(1), Part(2)]), Mode.LINEAR
print(parts, whole.kind, whole.parts, mode)
)"),
            "<unknown> a <unknown> <unknown>\n");
}

}  // namespace
}  // namespace vramlint::interp::testing
