// Values that are not known: they travel on, branches on them are joined, and nothing is guessed. `nowhere` is a module
// that is on no search path, so everything in it is Unknown.
#include <gtest/gtest.h>

#include "interpreter.h"

namespace vramlint::interp::testing {
namespace {

bool is_unknown(Bench& bench, const std::string& name) {
  const auto module = bench.interpreter().import_module("__main__");
  const Value value = bench.interpreter().get_attribute(std::get<Value>(module), name, {});
  return value.is_unknown();
}

int64_t integer(Bench& bench, const std::string& name) {
  const auto module = bench.interpreter().import_module("__main__");
  const Value value = bench.interpreter().get_attribute(std::get<Value>(module), name, {});
  EXPECT_TRUE(value.is_int()) << name;
  return value.is_int() ? value.as_int() : -1;
}

TEST(Unknowns, TravelThroughOperators) {
  Bench bench;
  EXPECT_EQ(bench.run("import nowhere\na = nowhere.f(3).g[4] + 1\nb = -a\nc = a < 2\nd = 5\n"), "");
  for (const char* name : {"a", "b", "c"}) EXPECT_TRUE(is_unknown(bench, name)) << name;
  EXPECT_EQ(integer(bench, "d"), 5);
}

// Whatever c is, from c - 1 to c + 1 there are 3 numbers, and from 0 to 39 there are 40: of the former, half is 2.
TEST(Unknowns, AnIntThatIsNotKnownIsTheSameOneEachTime) {
  Bench bench;
  EXPECT_EQ(bench.run("import nowhere\nc = int(nowhere.f())\nbegin, end = int(nowhere.g()), int(nowhere.h())\n"
                      "turns = 0\nfor i in range(max(max(0, begin), c - 1), min(1 + c, min(39, end)) + 1):\n"
                      "    turns += 1\n"
                      "exact = len(range(c, c + 3))\nnone = len(range(c, c - 1))\n"
                      "half = len(range(max(begin, 2), min(9, end)))\n"
                      "several = len(range(begin, end))\nlower = min(c, nowhere.k)\n"),
            "");
  EXPECT_EQ(integer(bench, "turns"), 2);
  EXPECT_EQ(integer(bench, "exact"), 3);
  EXPECT_EQ(integer(bench, "none"), 0);
  EXPECT_EQ(integer(bench, "half"), 4);  // 2 to 8 are 7 at most
  for (const char* name : {"several", "lower"}) EXPECT_TRUE(is_unknown(bench, name)) << name;
}

// random.choice of one: whatever the index is, no other item can be meant.
TEST(Unknowns, AnUnknownIndexFindsTheOnlyItem) {
  Bench bench;
  EXPECT_EQ(bench.run("import nowhere\nat = nowhere.draw()\na = (800,)[at]\nb = [7][at]\n"
                      "c = (1, 2)[at]\nd = [3]['%s' % at] if nowhere.f() else at\n"),
            "");
  EXPECT_EQ(integer(bench, "a"), 800);
  EXPECT_EQ(integer(bench, "b"), 7);
  EXPECT_TRUE(is_unknown(bench, "c"));
  EXPECT_TRUE(is_unknown(bench, "d"));
}

TEST(Unknowns, AChainIsDecidedByWhatIsKnownOfIt) {
  Bench bench;
  EXPECT_EQ(bench.run("import nowhere\nu, n = nowhere.f(), 5\na = 1 if u and n < 5 else 0\n"
                      "b = 1 if not u or n == 5 else 0\nc = 1 if u and n < 6 else 0\n"),
            "");
  EXPECT_EQ(integer(bench, "a"), 0);
  EXPECT_EQ(integer(bench, "b"), 1);
  EXPECT_TRUE(is_unknown(bench, "c"));
}

// Equal as far as they are known: what is not known decides. A difference that is known does so before.
TEST(Unknowns, SequencesAreUnequalForWhatIsKnownAlone) {
  Bench bench;
  EXPECT_EQ(
      bench.run("import nowhere, elsewhere\nu = nowhere.f()\na = (u, 4) == (elsewhere.g(), 4)\nb = [u, 4] != [7, 4]\n"
                "c = int((u, 4) == (u, 5))\nd = int((u, 4) == (u, 4))\ne = int((u, 4) == [u, 4])\n"),
      "");
  EXPECT_TRUE(is_unknown(bench, "a"));
  EXPECT_TRUE(is_unknown(bench, "b"));
  EXPECT_EQ(integer(bench, "c"), 0);
  EXPECT_EQ(integer(bench, "d"), 1);
  EXPECT_EQ(integer(bench, "e"), 0);
}

// math takes what has a `__float__`, whose result may not be known.
TEST(Unknowns, NumbersOfObjectsMayNotBeKnown) {
  Bench bench;
  EXPECT_EQ(bench.run("import nowhere, math\nclass A:\n    def __float__(self):\n        return nowhere.f()\n"
                      "a = math.cos(A())\nb = a + 1\n"),
            "");
  EXPECT_TRUE(is_unknown(bench, "b"));
}

// What is missing is the part, not the package that it is asked of.
TEST(Unknowns, AModuleOfAKnownPackageLeavesThePackageKnown) {
  Bench bench;
  bench.put("package/__init__.py", "size = 5\n");
  EXPECT_EQ(bench.run("import package.absent\na = package.size\nb = package.absent.f(1)\n"), "");
  EXPECT_EQ(integer(bench, "a"), 5);
  EXPECT_TRUE(is_unknown(bench, "b"));
}

// importlib.util.find_spec and importlib.metadata: the search path is looked through, and no package is run for it.
TEST(Unknowns, WhatIsInstalledIsReadFromTheSearchPath) {
  Bench bench;
  bench.put("loud_package/__init__.py", "__version__ = '1.2.3'\nprint('imported')\n");
  bench.put("quiet_package/__init__.py", "from .version import __version__\n");
  bench.put("quiet_package/version.py", "__version__ = '4.5'\n");
  bench.put("plain_package/__init__.py", "");
  EXPECT_EQ(bench.run(R"(
from importlib import metadata, util
print(util.find_spec("loud_package").name, util.find_spec("absent_package"), util.find_spec("loud_package.absent"))
print(metadata.version("loud-package"), metadata.version("quiet_package"))
known = metadata.packages_distributions()
print(known.get("loud_package", []), known.get("absent_package", []), "absent_package" in known)
import importlib_metadata as backport
print(backport.distribution("loud-package").version, backport.version is metadata.version)
lost = backport.distribution("absent_package")
plain = metadata.version("plain_package")
absent = metadata.version("absent_package")
)"),
            "imported\nloud_package None None\n1.2.3 4.5\n['loud_package'] [] False\n1.2.3 True\n");
  EXPECT_TRUE(is_unknown(bench, "plain"));
  EXPECT_TRUE(is_unknown(bench, "lost"));
  EXPECT_TRUE(is_unknown(bench, "absent"));  // of packages that the machine has, not all lie on the search path
}

// A tuple with a part that is not known may be any key.
TEST(Unknowns, KeysWithAPartThatIsNotKnown) {
  Bench bench;
  EXPECT_EQ(bench.run(R"(
import nowhere
table = {("a", 1): 5, ("b", 2): 6}
held = ("a", nowhere.n) in table
found = table[("b", nowhere.n)]
got = table.get(("a", (nowhere.n, 2)), 7)
popped = table.pop(("a", nowhere.n), 8)
listed = ("a", nowhere.n) in {("a", 1)}
sure = ("a", 1) in table
length = len(table)
)"),
            "");
  for (const char* name : {"held", "found", "got", "popped", "listed"}) EXPECT_TRUE(is_unknown(bench, name)) << name;
  EXPECT_EQ(integer(bench, "length"), 2);
}

// `and` may stop before the name is given: then it is not known, and not unbound.
TEST(Unknowns, ANameThatAConditionMayGive) {
  Bench bench;
  EXPECT_EQ(bench.run(R"(
import nowhere
def use(text):
    result = 0
    if text is not None and (found := text.find("a")) >= 0 and not (rest := text[found:]):
        result = found + len(rest)
    return result
used = use(nowhere.text)
sure = use("bcd")
)"),
            "");
  EXPECT_TRUE(is_unknown(bench, "used"));
  EXPECT_EQ(integer(bench, "sure"), 0);
}

// A module that makes up its names as it is asked may have others where it is complete; who guards the import is told.
TEST(Unknowns, WhatAModuleThatMakesUpItsNamesLacks) {
  Bench bench;
  bench.put("lazy.py",
            "import sys\nfrom types import ModuleType\nclass Lazy(ModuleType):\n    def __getattr__(self, name):\n"
            "        if name == 'broken':\n            raise ModuleNotFoundError('no part')\n"
            "        raise AttributeError(name)\nsys.modules[__name__] = Lazy(__name__)\n");
  EXPECT_EQ(bench.run(R"(
from lazy import absent
from lazy import broken
for name in ("absent", "broken"):
    try:
        if name == "absent":
            from lazy import absent as again
        else:
            from lazy import broken as again
    except ImportError as error:
        print(type(error).__name__)
)"),
            "ImportError\nModuleNotFoundError\n");
  for (const char* name : {"absent", "broken"}) EXPECT_TRUE(is_unknown(bench, name)) << name;
}

TEST(Unknowns, BranchesAreJoined) {
  Bench bench;
  EXPECT_EQ(bench.run(R"(
import nowhere
items = [1, 2]
table = {"k": 1}
def f():
    same = differs = 0
    if nowhere.flag:
        same, differs = 7, 1
        items.append(3)
        table["k"] = 2
    else:
        same, differs = 7, 2
        items.append(3)
        table["new"] = 1
    return same, differs
same, differs = f()
length = len(items)
third = items[2]
k = table["k"]
)"),
            "");
  EXPECT_EQ(integer(bench, "same"), 7);
  EXPECT_TRUE(is_unknown(bench, "differs"));
  EXPECT_EQ(integer(bench, "length"), 3);
  EXPECT_EQ(integer(bench, "third"), 3);
  EXPECT_TRUE(is_unknown(bench, "k"));
}

TEST(Unknowns, TextsOfThemAreUnknown) {
  for (const char* text : {"f'a {u}'", "f'{1:>{u}}'", "f'{[1, u]}'", "'%d' % u", "'%s %d' % (1, u)", "'%*d' % (u, 3)",
                           "'{} {x}'.format(1, x=[u])", "'{x}'.format_map({'x': u})", "','.join(['a', u])",
                           "str((1, u))", "repr({'k': u})", "format(u, '>3')", "'a' + u", "u + 'a'",
                           "'ab'.replace('a', u)", "f'{u}'.strip().upper()", "str(Place())", "f'{Place()}'"}) {
    Bench bench;
    const std::string place =
        "class Place:\n    def __str__(self):\n        print('asked')\n        return f'at {u}'\n";
    EXPECT_TRUE(bench.run("import nowhere\nu = nowhere.f()\n" + place + "a = " + text + "\n").find("ERROR") ==
                std::string::npos)
        << text;
    EXPECT_TRUE(is_unknown(bench, "a")) << text;
  }
}

TEST(Unknowns, WhatIsShownWhileATextIsMadeIsNoPartOfIt) {
  Bench bench;
  EXPECT_EQ(bench.run(R"(import nowhere
class Place:
    def __str__(self):
        print(nowhere.f())
        return "here"
a = f"{Place()}!"
print(a)
)"),
            "<unknown>\nhere!\n");
}

TEST(Unknowns, AnArmThatRaisesIsNotTaken) {
  Bench bench;
  EXPECT_EQ(bench.run("import nowhere\nif nowhere.bad:\n    raise ValueError('x')\nelse:\n    a = 1\nb = 2\n"), "");
  EXPECT_EQ(integer(bench, "a"), 1);
  EXPECT_EQ(integer(bench, "b"), 2);
  ASSERT_FALSE(bench.interpreter().assumptions().empty());
  EXPECT_EQ(bench.interpreter().assumptions()[0].span.start().line, 2);
}

TEST(Unknowns, ALoopOverThemLeavesWhatItChangesUnknown) {
  Bench bench;
  EXPECT_EQ(bench.run("import nowhere\ndef f():\n    a, b = 1, 2\n    for x in nowhere.items:\n        a += x\n    "
                      "return a, b\na, b = f()\n"),
            "");
  EXPECT_TRUE(is_unknown(bench, "a"));
  EXPECT_EQ(integer(bench, "b"), 2);
  EXPECT_TRUE(bench.interpreter().unknowns().empty()) << "what is made of `a` says so itself";
  EXPECT_EQ(bench.run("import nowhere\nfor x in nowhere.items:\n    raise ValueError(x)\n"), "");
  EXPECT_EQ(bench.interpreter().unknowns().size(), 1U) << "where it ends is not known";
}

TEST(Unknowns, ConditionalExpressionsAndShortCircuits) {
  Bench bench;
  EXPECT_EQ(
      bench.run(
          "import nowhere as n\na = 3 if n.x else 3\nb = 3 if n.x else 4\nc = False and n.x\nd = n.x and False\n"),
      "");
  EXPECT_EQ(integer(bench, "a"), 3);
  EXPECT_TRUE(is_unknown(bench, "b"));
  EXPECT_FALSE(is_unknown(bench, "c"));
}

TEST(Unknowns, AMissingModuleIsUnknownUnlessTheProgramAsks) {
  Bench bench;
  EXPECT_EQ(bench.run("try:\n    import nowhere\nexcept ImportError:\n    nowhere = None\nprint(nowhere)\n"), "None\n");
}

TEST(Budget, EndsWhatDoesNotEnd) {
  Bench bench(Limits{.steps = 10000});
  EXPECT_NE(bench.run("while True:\n    pass\n").find("ERROR"), std::string::npos);
  EXPECT_NE(bench.run("def f():\n    return f()\nf()\n").find("ERROR"), std::string::npos);
  EXPECT_NE(bench.run("x = 'a' * 10**12\n").find("ERROR"), std::string::npos);
  EXPECT_NE(bench.run("x = [0] * 10**10\n").find("ERROR"), std::string::npos);
}

TEST(Budget, HugeIntegersAreUnknown) {
  Bench bench;
  EXPECT_EQ(bench.run("x = 10**20\ny = 2**62\n"), "");
  EXPECT_TRUE(is_unknown(bench, "x"));
  EXPECT_EQ(integer(bench, "y"), int64_t{1} << 62);
}

TEST(Budget, APowerThatCPythonWouldNotFinishIsAnError) {
  Bench bench;
  EXPECT_NE(bench.run("x = 10**10**10\n").find("ERROR"), std::string::npos);
}

/// A native that counts how many of its kind live: C++ lifetimes are Python lifetimes.
struct Token : Native {
  explicit Token(int& c) : count(c) { ++count; }
  ~Token() override { --count; }
  std::string_view type_name() const override { return "Token"; }
  int& count;
};

TEST(Lifetimes, ValuesDieWhereCPythonsDie) {
  Bench bench;
  int live = 0;
  std::vector<int> seen;
  bench.run(
      "def run(make, look):\n"
      "    a = make(); look()\n"       // 1
      "    a = make(); look()\n"       // the old one goes once the new one is bound: 1
      "    b = a; a = None; look()\n"  // 1
      "    del b; look()\n"            // 0
      "    make(); look()\n"           // a temporary: 0
      "    def inner(t):\n"
      "        look()\n"                              // held by the argument: 1
      "    inner(make()); look()\n"                   // 0
      "    c = [make() for _ in range(3)]; look()\n"  // 3
      "    c.pop(); look()\n"                         // 2
      "    for t in c: pass\n"
      "    c = None; look()\n"  // the loop variable keeps the last: 1
      "    return 1\n");
  auto& interpreter = bench.interpreter();
  const Value make = interpreter.make_builtin("make", [&](Interpreter&, Arguments&) { return Value(new Token(live)); });
  const Value look =
      interpreter.make_builtin("look", [&](Interpreter&, Arguments&) { return seen.push_back(live), Value::none(); });
  const Value run = interpreter.get_attribute(std::get<Value>(interpreter.import_module("__main__")), "run", {});
  Arguments arguments;
  arguments.positional = {make, look};
  ASSERT_TRUE(std::holds_alternative<Value>(interpreter.call_guarded(run, std::move(arguments))));
  // CPython 3.11 with sys.getrefcount-free classes that count in __init__ and __del__ gives the same sequence.
  EXPECT_EQ(seen, (std::vector<int>{1, 1, 1, 0, 0, 1, 0, 3, 2, 1}));
  EXPECT_EQ(live, 0);
}

/// What a module could not know of itself while it was imported is of no interest until something is called in it.
TEST(Unknowns, OfAnImportAreToldOnceTheModuleIsUsed) {
  const std::string uses = "import words\nfrom words import split\n";
  for (const bool called : {false, true}) {
    Bench bench;
    bench.put("words.py",
              "import nowhere\nranks = {}\nfor word in nowhere.read():\n    ranks[word] = [1]\n"
              "def split(text):\n    return [text]\n");
    EXPECT_EQ(bench.run(uses + (called ? "split('a')\nsplit('b')\n" : "")), "");
    size_t told = 0;
    for (const Unknown& unknown : bench.interpreter().unknowns())
      told += unknown.reason.starts_with("a loop is not followed") ? 1 : 0;
    EXPECT_EQ(told, called ? 1u : 0u);
  }
}

// A list that such a loop fills with more than plain data has no known length: whoever takes it is told.
TEST(Unknowns, OfAnImportAreToldWhereItsDataAreTaken) {
  for (const char* takes : {"from words import names\n", "import words\nwords.names\n", "from words import *\n"}) {
    Bench bench;
    bench.put("words.py",
              "import nowhere\nnames = []\nfor word in nowhere.read():\n    names.append({'word': word})\n");
    EXPECT_EQ(bench.run("import words\n"), "");
    EXPECT_TRUE(bench.interpreter().unknowns().empty());
    EXPECT_EQ(bench.run(takes), "");
    EXPECT_FALSE(bench.interpreter().unknowns().empty()) << takes;
  }
}

TEST(Budget, TextsThatEvaluateThemselvesEnd) {
  Bench bench;
  EXPECT_EQ(bench.run("def again():\n    return eval('again()')\nagain()\n"),
            "ERROR : calls nested deeper than 180, line 2\n");
}

}  // namespace
}  // namespace vramlint::interp::testing
