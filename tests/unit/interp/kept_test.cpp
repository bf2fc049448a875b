// What programs make alike, from the same imported modules, is made once. No program can tell.
#include "kept_programs.h"

namespace vramlint::interp {
namespace {

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

}  // namespace
}  // namespace vramlint::interp
