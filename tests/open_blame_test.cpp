// Whose fault: a program that fails after something of it went into what is not known, or stands in its place, is no
// mistake of the user's. The same program without it is.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

Said made(const std::string& source, const std::string& more = "") {
  Project project;
  project.model = "m.build()";
  project.more = more;
  return project.check(source);
}

const char* const kAbsentBase = R"(

try:
    from other import Base
except ImportError:
    Base = None


class Derived(Base):
    def __init__(self):
        super().__init__()
        self.net = Net()


def build():
    Derived()
    return Net()
)";

TEST(OpenBlame, ANameThatStandsForAMissingPackageIsNotTheUsers) {
  const Said taken = made(kAbsentBase);
  EXPECT_EQ(taken.mistakes(), 0);
  EXPECT_EQ(taken.parameters(), 3523);
  EXPECT_TRUE(taken.assumes("`other` is taken to be installed"));
  const Said said = made(kAbsentBase, "    packages: {other: null}\n");
  EXPECT_EQ(said.mistakes(), 1);  // the project says so itself: `class Derived(None)`
}

TEST(OpenBlame, CallingOrDecoratingWithItNeither) {
  const std::string guarded = "\n\ntry:\n    from other import wrap\nexcept ImportError:\n    wrap = None\n\n\n";
  EXPECT_EQ(made(guarded + "@wrap\ndef build():\n    return Net()\n").mistakes(), 0);
  EXPECT_EQ(made(guarded + "def build():\n    return wrap(Net())\n").mistakes(), 0);
  EXPECT_EQ(made(guarded + "def build():\n    isinstance(Net(), wrap)\n    return Net()\n").mistakes(), 0);
  // What fails whether or not the package is there is the user's.
  EXPECT_EQ(made(guarded + "def build():\n    return Net(wrap is None, 3)\n").mistakes(), 1);
}

TEST(OpenBlame, WhatWentIntoACallThatIsNotKnownMayBeAnother) {
  const std::string program = R"(

class Settings:
    act = "relu"


def build():
    settings = Settings()
    MAYBE
    settings.act.upper_case
    return Net()
)";
  const auto with = [&](const std::string& call) {
    std::string text = program;
    text.replace(text.find("MAYBE"), 5, call);
    return made("\n\nimport other\n" + text);
  };
  EXPECT_EQ(with("pass").mistakes(), 1);
  EXPECT_EQ(with("other.fill('relu')").mistakes(), 1);
  EXPECT_EQ(with("other.fill(settings)").mistakes(), 0);
  EXPECT_EQ(with("other.fill(settings.__init__)").mistakes(), 0);
}

TEST(OpenBlame, AFailureThatRestsOnAnArmIsNoMistake) {
  // With the arm 3 + 64 channels come to `b`, without it those of the picture: either fails, and otherwise.
  const Said open = forward("h = torch.cat([h, x], 1) if 5 in other.layers else x");
  EXPECT_EQ(open.mistakes(), 0);
  EXPECT_EQ(open.status(), "not_estimable");
  const Said same = forward("k = 4 if 5 in other.layers else 5\n        h = x");
  EXPECT_EQ(same.mistakes(), 1);  // three channels where 64 are wanted, whatever `k` is
}

TEST(OpenBlame, ASizeBetweenBoundsThatDoesNotFitIsNoMistake) {
  // One of the four sizes is 64, the others are 1: which of them is not known, and all at their largest are no view.
  const Said open = forward(
      "sizes = [d if i == other.place else 1 for i, d in enumerate(h.shape)]\n"
      "        h = h * torch.ones(64, device='cuda').view(*sizes)");
  EXPECT_EQ(open.mistakes(), 0);
}

TEST(OpenBlame, WhatIsCountedInPlaceIsAWholeNumber) {
  const std::string count = "count = torch.zeros(1, dtype=torch.long, device='cuda')\n        ";
  EXPECT_EQ(forward(count + "count += len(other.text)").mistakes(), 0);
  EXPECT_EQ(forward(count + "count += 0.5").mistakes(), 1);  // "result type Float can't be cast to … Long"
}

TEST(OpenBlame, ABackwardThatIsNotFollowedIsCountedAsMissing) {
  const std::string function = R"(

import other


class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        return tuple(other.parts(gradient))[0]


class Doubled(Net):
    def forward(self, x):
        return Twice.apply(super().forward(x))


def build():
    return Doubled()
)";
  const Said open = made(function);
  EXPECT_EQ(open.status(), "partial");
  EXPECT_TRUE(open.lists("the backward of a Function"));
}

TEST(OpenBlame, WhatRunsInAContextThatIsNotKnownMayBeAnother) {
  const std::string fails = "        torch.zeros(2, 3).view(7)";
  EXPECT_EQ(forward("if True:\n    " + fails).mistakes(), 1);
  EXPECT_EQ(forward("with other.grad():\n    " + fails).mistakes(), 0);
}

TEST(OpenBlame, ADictWithAnEntryOfAnOpenKeyMayHaveOthers) {
  const std::string store = "nodes = {}\n        nodes[ROW, 0] = h\n        h = nodes[1, 0]";
  const auto at = [&](const std::string& row) {
    std::string text = store;
    return forward(text.replace(text.find("ROW"), 3, row));
  };
  EXPECT_EQ(at("0").mistakes(), 1);
  EXPECT_EQ(at("other.row").mistakes(), 0);
  EXPECT_EQ(at("1").status(), "estimated");
}

TEST(OpenBlame, APartThatIsNotKnownIsFoundAsAModuleIs) {
  const Said said = made(R"(

import other


class Around(torch.nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(super().__getattr__("inner"), name)


def build():
    Around(other.layer).stride
    return Net()
)");
  EXPECT_EQ(said.mistakes(), 0);
}

}  // namespace
}  // namespace vramlint::tests
