// What programs import alike is imported once.
#include "kept_programs.h"

namespace vramlint::interp {
namespace {

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

// A text that eval() was given is one that any program may give it.
TEST(Shelf, AnImportThatEvaluatesTextsIsKept) {
  Kept world;
  world.files.put("later.py", "import marks\nmarks.run('later')\nitems = [eval('1 + 1'), (1 or 2) and 3]\n");
  for (int i = 0; i < 3; ++i) EXPECT_EQ(world.alone("parts.late().items"), "[2, 3]");
  EXPECT_EQ(world.runs["later"], 1);
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

TEST(Shelf, AnImportIsNotFoundWhereAnotherTextLiesOverWhatItOpened) {
  struct Steady : OverlayFiles {
    using OverlayFiles::OverlayFiles;
    bool is_under_trial() const override { return false; }
  };
  Kept world;
  world.files.put("number.txt", "1");
  world.files.put("later.py", "import marks, parts\nmarks.run('later')\nitems = open('number.txt').read()\n");
  Steady plain(world.files), laid(world.files);
  laid.put("number.txt", "2");
  const char* text = "parts.late().items";
  world.interpreter.world().files = plain;
  for (int i = 0; i < 2; ++i) EXPECT_EQ(world.alone(text), "'1'");
  EXPECT_EQ(world.runs["later"], 1);
  world.interpreter.world().files = laid;
  for (int i = 0; i < 2; ++i) EXPECT_EQ(world.alone(text), "'2'");
  EXPECT_EQ(world.runs["later"], 3) << "what is made of the text that lies over it is not kept";
  world.interpreter.world().files = plain;
  EXPECT_EQ(world.alone(text), "'1'");
  EXPECT_EQ(world.runs["later"], 3);
}

}  // namespace
}  // namespace vramlint::interp
