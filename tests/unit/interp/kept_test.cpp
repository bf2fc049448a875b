// What programs make alike, from the same imported modules, is made once: an import, a constructor's instance. No
// program can tell.
#include <gtest/gtest.h>

#include "interp/listed.h"
#include "interp/native.h"
#include "interp/snapshot.h"
#include "interpreter.h"

namespace vramlint::interp {
namespace {

struct AtRest : Effects {
  size_t done = 0;  ///< by natives
  size_t mark() override { return 0; }
  bool touched_since(size_t) override { return false; }
  int64_t cost_since(size_t) override { return 0; }
  void rollback(size_t) override {}
  std::string state() const override { return "at rest after " + std::to_string(done); }
  std::string surroundings() const override { return "at rest"; }
};

constexpr const char* kParts = R"(
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

struct Kept {
  OverlayFiles files{disk()};
  ParsedModules parsed;
  testing::PreludeFolder prelude;
  Interpreter interpreter{World{files, parsed, &prelude, {files.root()}, files.root(), {}}};
  AtRest effects;
  std::map<std::string, int> runs;
  std::string does_something;  ///< of those that run
  std::map<std::string, std::unique_ptr<Source>> sources;
  std::unique_ptr<Snapshot> snapshot;

  static Files& disk() {
    static DiskFiles files{std::filesystem::temp_directory_path()};
    return files;
  }

  Kept() {
    files.put("parts.py", kParts);
    files.put("later.py",
              "import marks, parts\nmarks.run('later')\nitems = [1]\nclass Made:\n    number = 3\nmade = Made()\n");
    interpreter.set_effects(&effects);
    interpreter.add_module_hook([this](Interpreter& in, Module& module) {
      if (module.name != "marks") return false;
      in.heap().dict(module.globals).set("run", in.make_builtin("run", [this](Interpreter&, Arguments& arguments) {
        const std::string name(arguments.positional.at(0).as_string());
        effects.done += name == does_something ? 1 : 0;
        ++runs[name];
        return Value::none();
      }));
      return true;
    });
    const auto parts = interpreter.import_module("parts");
    EXPECT_TRUE(std::holds_alternative<Value>(parts));
    const Value& names = std::get<Value>(parts).as<Module>()->globals;
    interpreter.keep_instances_of(*names.as<Dict>()->find("Part")->as<Class>());
    snapshot = std::make_unique<Snapshot>(interpreter);
    EXPECT_EQ(snapshot->obstacle(), "");
  }

  /// A program of its own: what the expression's value is written like.
  std::string program(const std::string& text, const Value& given = Value()) {
    std::unique_ptr<Source>& source = sources[text];
    if (!source) source = std::make_unique<Source>("expression", text);
    auto* names = new Dict;
    Value held(names);
    names->set("parts", std::get<Value>(interpreter.import_module("parts")));
    names->set("given", given);
    const auto result = interpreter.evaluate(*source, held);
    const auto* error = std::get_if<Error>(&result);
    return error ? error->type + ": " + error->message : interpreter.repr(std::get<Value>(result));
  }
  std::string alone(const std::string& text, const Value& given = Value()) {
    std::string written = program(text, given);
    EXPECT_TRUE(snapshot->restore());
    return written;
  }
};

TEST(KeptInstances, EqualArgumentsMakeEqualInstancesWithoutTheConstructor) {
  Kept world;
  const char* text =
      "(lambda p: (p.size, p.part.given, p.given, p.inner[0] is p, p.inner[1], p.part is p.inner))(parts.Doubled(3))";
  const std::string first = world.alone(text);
  EXPECT_EQ(first, "(6, (3, 4), (3,), True, {'size': 780}, False)");
  EXPECT_EQ(world.runs["Part"], 2);
  EXPECT_EQ(world.alone(text), first);
  EXPECT_EQ(world.runs["Part"], 2);
  world.alone("parts.Doubled(4).size");
  EXPECT_EQ(world.runs["Part"], 4);
}

TEST(KeptInstances, EachIsItsOwn) {
  Kept world;
  const char* text =
      "(lambda a, b: (a is b, a.inner is b.inner, a.inner.append(1), len(a.inner), len(b.inner)))(*[parts.Part(1) for "
      "i in range(2)])";
  EXPECT_EQ(world.alone(text), "(False, False, None, 3, 2)");
  EXPECT_EQ(world.runs["Part"], 1);
  EXPECT_EQ(world.alone(text), "(False, False, None, 3, 2)");
  EXPECT_EQ(world.runs["Part"], 1);
}

TEST(KeptInstances, AnArgumentIsTheOneThatWasGiven) {
  Kept world;
  const char* text = "(lambda items: (parts.Part(items, again=items), items))([1, 2])[0].given[0].append(3)";
  const char* whose =
      "(lambda items: (lambda p: (p.given[0] is items, p.named['again'] is items))(parts.Part(items, "
      "again=items)))([1, 2])";
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(world.alone(text), "None");
    EXPECT_EQ(world.alone(whose), "(True, True)");
  }
  EXPECT_EQ(world.runs["Part"], 2);
}

TEST(KeptInstances, WhatChangesAnythingElseRunsAgain) {
  Kept world;
  for (int i = 1; i <= 2; ++i) {
    EXPECT_EQ(world.alone("[parts.Counted().number for i in range(2)]"), "[1, 2]");
    EXPECT_EQ(world.runs["Part"], 2 * i);
  }
  EXPECT_EQ(world.alone("parts.Knower().who == id(given)"), "False");
  EXPECT_EQ(world.alone("(lambda k: k.who == id(k))(parts.Knower())"), "True");
  EXPECT_EQ(world.alone("(lambda k: k.who == id(k))(parts.Knower())"), "True");
}

TEST(KeptInstances, ArgumentsAreChangedAsTheConstructorDid) {
  Kept world;
  const char* text = "(lambda x: (parts.Changer(x[0]).given[0] is x[0], x))([[1], 2])";
  for (int i = 0; i < 2; ++i) EXPECT_EQ(world.alone(text), "(True, [[1, 4], 2])");
  EXPECT_EQ(world.runs["Part"], 1);
}

TEST(KeptInstances, WhatReadsWhatTheProgramChangedRunsAgain) {
  Kept world;
  EXPECT_EQ(world.alone("parts.Reader().read"), "1");
  EXPECT_EQ(world.alone("parts.change(parts.table, 'a', 5) and parts.Reader().read"), "5");
  EXPECT_EQ(world.alone("parts.Reader().read"), "1");
  // Another dict is of no concern, once that is known.
  const int before = world.runs["Part"];
  const char* text = "parts.change(parts.other, 'a', 5) and parts.Reader().read";
  EXPECT_EQ(world.alone(text), "1");
  EXPECT_EQ(world.alone(text), "1");
  EXPECT_EQ(world.runs["Part"], before + 1);
}

TEST(KeptInstances, WhatReadsWhatTheProgramChangedDependsOnIt) {
  Kept world;
  const auto changed = [&](int value) {
    return world.alone("parts.change(parts.table, 'a', " + std::to_string(value) + ") and parts.Looker().found");
  };
  EXPECT_EQ(changed(5), "5");  // sees what it looks at
  EXPECT_EQ(changed(5), "5");  // is kept with it
  const int before = world.runs["Part"];
  EXPECT_EQ(changed(5), "5");
  EXPECT_EQ(world.runs["Part"], before);
  EXPECT_EQ(changed(6), "6");
  EXPECT_EQ(world.alone("parts.Looker().found"), "1");
  EXPECT_EQ(world.runs["Part"], before + 2);
}

TEST(KeptInstances, ListsThatTheProgramChangedAreToldToo) {
  Kept world;
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(world.alone("parts.know(4) and parts.Chooser().last"), "4");
    EXPECT_EQ(world.alone("parts.know(5) and parts.Chooser().last"), "5");
    EXPECT_EQ(world.alone("parts.Chooser().last"), "None");
  }
  EXPECT_EQ(world.runs["Part"], 4);  // once to see what it looks at
}

TEST(KeptInstances, WhatItFoundThereIsTheProgramsOwn) {
  Kept world;
  const char* text = "parts.change(parts.table, 'a', parts.Part(3)) and parts.alter(parts.Looker)";
  for (int i = 0; i < 4; ++i) EXPECT_EQ(world.alone(text), "7");
}

TEST(KeptInstances, FunctionsAndMethodsAreThoseOfTheInstance) {
  Kept world;
  const char* text = "(lambda p: (p.add(10), p.bound(), p.bound.__self__ is p))(parts.Adder(3))";
  for (int i = 0; i < 2; ++i) EXPECT_EQ(world.alone(text), "(13, 6, True)");
  EXPECT_EQ(world.runs["Part"], 1);
}

TEST(KeptInstances, ValuesComeFromTheKeysOfTheirOwnProgram) {
  Kept world;
  Source text("config", "size: 1  other: 1");
  for (const uint32_t at : {6u, 16u}) {
    Origins& origins = world.interpreter.origins();
    if (at == 16) (void)origins.atom({"unrelated", {&text, 0, 4}});
    const Value size = Value::integer(1).with_origin(origins.atom({"key" + std::to_string(at), {&text, at, at + 1}}));
    auto* names = new Dict;
    const Value held(names);
    names->set("parts", std::get<Value>(world.interpreter.import_module("parts")));
    names->set("given", size);
    static const Source expression("expression", "parts.Doubled(given).size");
    const auto result = world.interpreter.evaluate(expression, held);
    const auto atoms = origins.atoms(std::get<Value>(result).origin());
    ASSERT_EQ(atoms.size(), 1u);
    EXPECT_EQ(atoms[0].span.begin, at);
    ASSERT_TRUE(world.snapshot->restore());
  }
  EXPECT_EQ(world.runs["Part"], 2);
}

TEST(Shelf, AModuleIsImportedOnceForManyPrograms) {
  Kept world;
  const char* text = "(lambda m: (m.items, m.made.number, m.items.append(2), m.items))(parts.late())";
  for (int i = 0; i < 3; ++i) EXPECT_EQ(world.alone(text), "([1, 2], 3, None, [1, 2])");
  EXPECT_EQ(world.runs["later"], 1);
}

TEST(Shelf, ItIsNotThereBeforeItIsImported) {
  Kept world;
  world.files.put("seen.py", "import sys\n");
  EXPECT_EQ(world.alone("parts.late().items"), "[1]");
  EXPECT_EQ(world.alone("'later' in __import__('sys').modules"), "False");
}

TEST(Shelf, AnImportThatReadsWhatTheProgramChangedRunsAgain) {
  Kept world;
  world.files.put("later.py", "import marks, parts\nmarks.run('later')\nitems = list(parts.table.values())\n");
  EXPECT_EQ(world.alone("parts.late().items"), "[1]");
  EXPECT_EQ(world.alone("parts.change(parts.table, 'a', 7) and parts.late().items"), "[7]");
  EXPECT_EQ(world.alone("parts.late().items"), "[1]");
  EXPECT_EQ(world.runs["later"], 2);
  EXPECT_EQ(world.runs["later"], 2) << "with the same changes it comes out the same";
  // What the import does not look at may have changed.
  const char* text = "parts.change(parts.other, 'b', 7) and parts.late().items";
  EXPECT_EQ(world.alone(text), "[1]");
  EXPECT_EQ(world.alone(text), "[1]");
  EXPECT_EQ(world.runs["later"], 3);
}

TEST(Shelf, AnImportThatDoesSomethingItselfIsNotKept) {
  Kept world;
  world.does_something = "later";
  for (int i = 1; i <= 2; ++i) {
    EXPECT_EQ(world.alone("parts.late().items"), "[1]");
    EXPECT_EQ(world.runs["later"], i);
  }
}

TEST(Shelf, AnImportIsKeptWhateverTheProgramHasDoneOnTheDeviceBefore) {
  Kept world;
  for (int i = 1; i <= 2; ++i) {
    world.effects.done = static_cast<size_t>(i);
    EXPECT_EQ(world.alone("parts.late().items"), "[1]");
    EXPECT_EQ(world.runs["later"], 1);
  }
}

TEST(Shelf, EntriesThatAnImportLooksForAreToldApart) {
  Kept world;
  world.files.put("later.py",
                  "import marks, parts\nmarks.run('later')\nitems = [parts.table['a'], parts.table.get('c')]\n");
  const char* const other = "parts.change(parts.table, 'own', [1]) and parts.late().items";
  for (int i = 1; i <= 2; ++i) EXPECT_EQ(world.alone(other), "[1, None]");
  EXPECT_EQ(world.runs["later"], 1) << "'own' is of no concern to it";
  EXPECT_EQ(world.alone("parts.change(parts.table, 'c', 'x') and parts.late().items"), "[1, 'x']");
  EXPECT_EQ(world.alone("parts.change(parts.table, 'c', 'y') and parts.late().items"), "[1, 'y']");
  EXPECT_EQ(world.alone("parts.change(parts.table, 'c', 'x') and parts.late().items"), "[1, 'x']");
  EXPECT_EQ(world.runs["later"], 3);
}

TEST(Shelf, WhatAnImportAddsStandsBesideWhatTheProgramHasAdded) {
  Kept world;
  world.files.put("later.py", "import marks, parts\nmarks.run('later')\nparts.table['late'] = 5\n");
  const char* const text = "parts.change(parts.table, 'own', [1]) and parts.late() and parts.table";
  for (int time = 0; time < 3; ++time) EXPECT_EQ(world.alone(text), "{'a': 1, 'own': [1], 'late': 5}");
  EXPECT_EQ(world.runs["later"], 1);
}

TEST(Shelf, StepsOfAnImportCountEveryTime) {
  Kept world;
  world.program("parts.late()");
  const int64_t steps = world.interpreter.budget().steps();
  ASSERT_TRUE(world.snapshot->restore());
  world.program("parts.late()");
  EXPECT_NEAR(static_cast<double>(world.interpreter.budget().steps()), static_cast<double>(steps), 2.0);
}

std::vector<std::string> assumed(Kept& world, const std::vector<std::string>& imports) {
  for (const std::string& name : imports) (void)world.interpreter.import_module(name);
  std::vector<std::string> texts;
  for (const Assumption& assumption : listed_assumptions(world.interpreter)) texts.push_back(assumption.text);
  EXPECT_TRUE(world.snapshot->restore());
  return texts;
}

TEST(Shelf, WhatAnImportAssumedIsListedByEveryProgramThatImportsIt) {
  Kept world;
  world.files.put("outer.py", "import marks, os\nmarks.run('outer')\nfirst = os.environ.get('A') or 1\nimport inner\n");
  world.files.put("inner.py", "import os\nsecond = os.environ.get('B') or 1\n");
  const std::vector<std::string> both = assumed(world, {"outer", "inner"});
  ASSERT_EQ(both.size(), 2u);
  for (int time = 0; time < 2; ++time) {
    EXPECT_EQ(assumed(world, {"inner"}), std::vector{both[1]});
    EXPECT_EQ(assumed(world, {"outer", "inner"}), both);
    EXPECT_TRUE(assumed(world, {}).empty());
  }
  EXPECT_EQ(world.runs["outer"], 1);
}

TEST(Shelf, WhatALargePackageAssumesIsOneLineHoweverItWasImported) {
  Kept world;
  std::string imports = "import marks, os\nmarks.run('large')\n";
  for (int i = 0; i < 80; ++i) {
    const std::string name = "part" + std::to_string(i);
    imports += "from . import " + name + "\n";
    world.files.put("large/" + name + ".py", "import os\nset = os.environ.get('" + name + "') or 1\n");
  }
  world.files.put("large/__init__.py", imports);
  for (int time = 0; time < 2; ++time) {
    const std::vector<std::string> listed = assumed(world, {"large"});
    ASSERT_EQ(listed.size(), 1u) << time;
    EXPECT_NE(listed[0].find("packages"), std::string::npos);
  }
  EXPECT_EQ(world.runs["large"], 1);
}

}  // namespace
}  // namespace vramlint::interp
