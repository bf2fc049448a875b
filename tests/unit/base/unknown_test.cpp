#include "base/unknown.h"

#include <gtest/gtest.h>

namespace vramlint {
namespace {

const Unknown kMissing{.reason = "module a is not there", .remedy = "A folder would do"};
const Unknown kOther{.reason = "module b is not there"};

Unknown operating(const char* name) {
  return unknown_by(kMissing, std::string("what `") + name + "` makes is not counted", {}, Gap::behind);
}

TEST(SaidOnce, WhatStandsBehindACauseIsCounted) {
  const auto said = said_once({unknown_by(kMissing, "`a.f(x)` is given a tensor", {}, Gap::given), operating("exp"),
                               unknown_by(kOther, "`b.g(x)` is given a tensor", {}, Gap::given), operating("log")});
  ASSERT_EQ(said.size(), 2U);
  EXPECT_EQ(said[0].reason,
            "`a.f(x)` is given a tensor: module a is not there; 2 operators behind it are not counted either. "
            "A folder would do");
  EXPECT_EQ(said[1].reason, "`b.g(x)` is given a tensor: module b is not there");
}

TEST(SaidOnce, EachWayIsALineOfItsOwn) {
  const auto said = said_once({unknown_by(kMissing, "`c` is not counted", {}, Gap::held),
                               unknown_by(kMissing, "`a.f(x)` is given a tensor", {}, Gap::given),
                               unknown_by(kMissing, "`d` is not counted", {}, Gap::held), operating("exp")});
  ASSERT_EQ(said.size(), 2U);
  EXPECT_EQ(said[0].reason,
            "`c` is not counted: module a is not there; so with 1 more part; 1 operator behind it is not counted "
            "either. A folder would do");
  EXPECT_EQ(said[1].reason, "`a.f(x)` is given a tensor: module a is not there");
}

TEST(SaidOnce, EachRemedyIsSaid) {
  Unknown sized = unknown_by(kMissing, "`c` is not counted", {}, Gap::held);
  sized.remedy = "A number would do";
  const auto said = said_once({unknown_by(kMissing, "`a.f(x)` is given a tensor", {}, Gap::given), sized,
                               unknown_by(kMissing, "a loop is not followed", {}, Gap::around)});
  ASSERT_EQ(said.size(), 3U);
  EXPECT_EQ(said[0].reason, "`a.f(x)` is given a tensor: module a is not there. A folder would do");
  EXPECT_EQ(said[1].reason, "`c` is not counted: module a is not there. A number would do");
  EXPECT_EQ(said[2].reason, "a loop is not followed: module a is not there");
}

TEST(SaidOnce, WhatMayLowerTheFiguresStandsForTheRest) {
  const auto said = said_once({unknown_by(kMissing, "parameters are given", {}, Gap::given, Pull::up),
                               unknown_by(kMissing, "the model is given", {}, Gap::given, Pull::either)});
  ASSERT_EQ(said.size(), 1U);
  EXPECT_EQ(said[0].pull, Pull::either);
  EXPECT_EQ(said[0].reason, "the model is given: module a is not there; so with 1 more call. A folder would do");
}

TEST(SaidOnce, WhatHasNoCauseStands) {
  const std::vector<Unknown> own = {{"one", {}}, {"two", {}}, {"one", {}}};
  EXPECT_EQ(said_once(own), own);
  const auto only = said_once({operating("exp"), operating("exp"), operating("log")});
  ASSERT_EQ(only.size(), 1U);
  EXPECT_EQ(only[0].reason,
            "what `exp` makes is not counted: module a is not there; so with 2 more operators. A folder would do");
}

}  // namespace
}  // namespace vramlint
