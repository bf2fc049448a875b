#include "interp/budget.h"

#include <gtest/gtest.h>

#include "interpreter.h"

namespace vramlint::interp {
namespace {

TEST(Budget, WhatNativeCodeTouchesCountsAsSteps) {
  Budget budget({.steps = 10});
  budget.touch(16 * 9, {});  // 16 values are a step
  for (int i = 0; i < 15; ++i) budget.touch(1, {});
  budget.step({});
  EXPECT_EQ(budget.steps(), 1);
  EXPECT_THROW(budget.touch(1, {}), BudgetExceeded);
}

TEST(Budget, WhatIsMadeCountsUntilItsOperationEnds) {
  Budget budget({.bytes = 1000});
  for (int i = 0; i < 100; ++i) {
    const Operation operation(budget);
    budget.allocate(900, {});
  }
  budget.allocate(900, {});
  EXPECT_THROW(budget.allocate(101, {}), BudgetExceeded);
  EXPECT_THROW(Budget({.bytes = 1000}).allocate(-1, {}), BudgetExceeded);
  EXPECT_THROW(Budget({.bytes = 1000}).allocate(INT64_MAX, {}), BudgetExceeded);
}

TEST(Budget, WhatLivesCountsAsLongAsItLives) {
  Budget budget({.bytes = 100'000});
  const auto run = [&] {
    for (int i = 0; i < 1000; ++i) budget.step({});
  };
  {
    const Value list = Value::list(std::vector<Value>(5000));  // 16 bytes each
    run();
    const Value other = Value::list(std::vector<Value>(5000));
    EXPECT_THROW(run(), BudgetExceeded);
  }
  run();
}

TEST(Budget, EveryKindOfObjectIsCountedAndGivenBack) {
  const int64_t before = live_bytes;
  {
    const Value list = Value::list(std::vector<Value>(100)), tuple = Value::tuple(std::vector<Value>(100)),
                text = Value::string(std::string(1000, 'x')), bytes(new ByteString(std::string(1000, 'x')));
    EXPECT_GE(live_bytes - before, 2 * 100 * 16 + 2 * 1000);
    auto* dict = new Dict;
    const Value held(dict);
    for (int i = 0; i < 100; ++i) dict->set(Value::integer(i), Value::none());
    EXPECT_GE(live_bytes - before, 2 * 100 * 16 + 2 * 1000 + 100 * int64_t{sizeof(Dict::Entry)});
    for (int i = 0; i < 100; ++i) dict->erase(Value::integer(i));
    for (int i = 0; i < 50; ++i) dict->set(Value::integer(i), Value::none());
    dict->clear();
  }
  EXPECT_EQ(live_bytes, before);
}

TEST(Budget, AnInterpreterGivesBackAllThatItHeld) {
  const int64_t before = live_bytes;
  {
    testing::Bench bench;
    EXPECT_EQ(bench.run("class A:\n    def f(self):\n        return [self, {1: (2, 'three' * 100)}]\n"
                        "kept = [A().f() for i in range(100)]\nkept.append(kept)\nprint(len(kept))\n"),
              "101\n");
    EXPECT_GT(live_bytes, before + 100 * 500);  // the repeated text alone is 500 bytes
  }
  EXPECT_EQ(live_bytes, before);
}

// Each turn as it stands would be six steps.
TEST(Budget, TurnsThatOnlyAskHowALineBeginsCostWhatReadingItDoes) {
  testing::Bench bench({.steps = 30'000});
  EXPECT_EQ(
      bench.run("lines = ('x = 1\\n' * 20000 + '__all__ = []\\n').splitlines()\n"
                "for index, line in enumerate(lines):\n    if line.startswith('__all__'):\n        print(index)\n"),
      "20000\n");
  testing::Bench unending({.steps = 30'000});
  EXPECT_NE(unending
                .run("lines = ['a', 'b', 'c']\nfor line in lines:\n    if line.startswith('x'):\n        pass\n"
                     "while True:\n    for line in lines * 1000:\n        if 'z' in line:\n            pass\n")
                .find("ERROR"),
            std::string::npos);
}

TEST(Dict, EntriesTakenFromEitherEndLeaveNoTrace) {
  Dict dict;
  for (int i = 0; i < 1000; ++i) dict.set(Value::integer(i), Value::integer(-i));
  for (int i = 0; i < 400; ++i) EXPECT_TRUE(dict.erase(Value::integer(i)));
  for (int i = 999; i >= 600; --i) EXPECT_TRUE(dict.erase(Value::integer(i)));
  EXPECT_EQ(dict.size(), 200u);
  EXPECT_LE(dict.entries().size(), 2 * dict.size() + 8);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(dict.find(Value::integer(i)) != nullptr, i >= 400 && i < 600) << i;
  // The same places, taken and left again and again.
  for (int i = 0; i < 10'000; ++i) {
    dict.set(Value::integer(5000 + i % 7), Value::none());
    dict.erase(Value::integer(5000 + i % 7));
  }
  EXPECT_EQ(dict.size(), 200u);
  for (int i = 400; i < 600; ++i) ASSERT_EQ(dict.find(Value::integer(i))->as_int(), -i);
}

TEST(Dict, ATableThatWasEmptiedByItsEndFindsWhatComesNext) {
  Dict dict;
  for (int i = 0; i < 20; ++i) dict.set(Value::integer(i), Value::none());
  for (int i = 19; i >= 0; --i) dict.erase(Value::integer(i));
  for (int i = 0; i < 5; ++i) dict.set(Value::integer(100 + i), Value::integer(i));
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(dict.find(Value::integer(100 + i))) << i;
  EXPECT_FALSE(dict.find(Value::integer(3)));
}

}  // namespace
}  // namespace vramlint::interp
