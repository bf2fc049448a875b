// Programs that begin from the same imported modules, one after another, see nothing of each other.
#include "interp/snapshot.h"
#include "interp/listed.h"

#include <gtest/gtest.h>

#include "interpreter.h"

namespace vramlint::interp {
namespace {

constexpr const char* kModule = R"(
import os
table = {"a": 1}
items = [1, 2]
names = {"x"}
count = 0

class Registry:
    known = {}
    size = 0

def register(name):
    Registry.known[name] = len(Registry.known)
    Registry.size += 1

def counter():
    total = 0
    def add():
        nonlocal total
        total += 1
        return total
    return add

add = counter()
)";

struct Shared {
  OverlayFiles files{disk()};
  ParsedModules parsed;
  testing::PreludeFolder prelude;
  Interpreter interpreter{World{files, parsed, &prelude, {files.root()}, files.root(), {}}};
  int programs = 0;

  static Files& disk() {
    static DiskFiles files{std::filesystem::temp_directory_path()};
    return files;
  }

  Shared() {
    files.put("shared.py", kModule);
    files.put("later.py", "loaded = True\n");
    EXPECT_TRUE(std::holds_alternative<Value>(interpreter.import_module("shared")));
  }

  std::string run(const std::string& text) {
    const std::string path = "program" + std::to_string(programs++) + ".py";
    files.put(path, text);
    interpreter.output().clear();
    const auto result = interpreter.run_file(*files.read(path).source, path);
    const auto* error = std::get_if<Error>(&result);
    return interpreter.output() + (error ? error->type + ": " + error->message : "");
  }
};

constexpr const char* kChanges = R"(
import shared, later, sys
shared.table["b"] = 2
del shared.table["a"]
shared.items.append(3)
shared.names.add("y")
shared.count += 1
shared.register("net")
shared.added = True
print(shared.add(), later.loaded, "later" in sys.modules)
)";

constexpr const char* kLooks = R"(
import shared, sys
print(shared.table, shared.items, shared.names, shared.count, shared.Registry.known, shared.Registry.size)
print(hasattr(shared, "added"), shared.add(), "later" in sys.modules)
)";

TEST(Snapshot, WhatAProgramChangedIsAsItWas) {
  Shared world;
  Snapshot snapshot(world.interpreter);
  EXPECT_EQ(snapshot.obstacle(), "");
  const std::string before = world.run(kLooks);
  EXPECT_EQ(before, "{'a': 1} [1, 2] {'x'} 0 {} 0\nFalse 1 False\n");
  ASSERT_TRUE(snapshot.restore());
  EXPECT_EQ(world.run(kChanges), "1 True True\n");
  ASSERT_TRUE(snapshot.restore());
  EXPECT_EQ(world.run(kLooks), before);
}

TEST(Snapshot, NotesAndBudgetBeginAnew) {
  Shared world;
  Snapshot snapshot(world.interpreter);
  world.run("import os\nif os.environ.get('NAME'):\n    print(1)\n");
  EXPECT_FALSE(world.interpreter.assumptions().empty());
  ASSERT_TRUE(snapshot.restore());
  EXPECT_TRUE(world.interpreter.assumptions().empty());
  EXPECT_EQ(world.interpreter.budget().steps(), 0);
}

TEST(Snapshot, WhatAnImportCouldNotKnowIsToldToEveryProgramThatUsesIt) {
  Shared world;
  world.files.put(
      "words.py",
      "import nowhere\nfound = []\nfor word in nowhere.read():\n    found.append({1: word})\ndef split():\n   "
      " return 1\n");
  EXPECT_TRUE(std::holds_alternative<Value>(world.interpreter.import_module("words")));
  Snapshot snapshot(world.interpreter);
  for (const bool uses : {true, false, true}) {
    world.run(uses ? "import words\nwords.split()\n" : "import words\n");
    EXPECT_EQ(world.interpreter.unknowns().size(), uses ? 1U : 0U) << "the list's length";
    ASSERT_TRUE(snapshot.restore());
  }
}

TEST(Snapshot, AnIteratorWhoseStateIsAFunctionsStandsInTheWay) {
  Shared world;
  world.run("import itertools, shared\nshared.numbers = itertools.chain([1], [2])\n");
  Snapshot snapshot(world.interpreter);
  EXPECT_NE(snapshot.obstacle(), "");
  EXPECT_FALSE(snapshot.restore());
}

TEST(Snapshot, TheFirstProgramHasAsManyStepsAsTheSecond) {
  Shared world;
  EXPECT_GT(world.interpreter.budget().steps(), 0);
  Snapshot snapshot(world.interpreter);
  EXPECT_EQ(world.interpreter.budget().steps(), 0);
}

}  // namespace
}  // namespace vramlint::interp
