#include "base/finding.h"

#include <gtest/gtest.h>

#include "base/check.h"
#include "base/outcome.h"

namespace vramlint {
namespace {

TEST(Findings, SortWorstFirstThenByPlace) {
  const Source a("a.yaml", "0123456789"), b("b.yaml", "0123456789");
  Findings findings;
  findings.warning("w", {&a, 0, 1}, "early warning");
  findings.error("late", {&b, 0, 1}, "in b");
  findings.error("later", {&a, 5, 6}, "second");
  findings.error("early", {&a, 2, 3}, "first");
  findings.error("early", {&a, 2, 3}, "first");  // an exact repeat
  findings.error("early", {&a, 2, 3}, "again");
  std::vector<std::string> messages;
  for (const Finding& finding : findings.sorted()) messages.push_back(finding.message.text());
  EXPECT_EQ(messages, (std::vector<std::string>{"again", "first", "second", "in b", "early warning"}));
  EXPECT_EQ(findings.items().size(), 6U);
  EXPECT_TRUE(findings.has_errors());
}

TEST(Findings, TheSameInAnotherConfigIsNoRepeat) {
  Findings findings;
  for (const char* config : {"one.py", "two.py"}) findings.add({.rule = "r", .message = "m", .config = config});
  EXPECT_EQ(findings.sorted().size(), 2U);
}

TEST(Findings, WarningsAreNoErrors) {
  Findings findings;
  findings.warning("w", {}, "m");
  EXPECT_FALSE(findings.has_errors());
}

TEST(Check, SaysWhereAndWhat) {
  try {
    VRAMLINT_CHECK(1 + 1 == 3, "arithmetic");
    FAIL();
  } catch (const InternalError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("finding_test.cpp"), std::string::npos) << message;
    EXPECT_NE(message.find("1 + 1 == 3: arithmetic"), std::string::npos) << message;
  }
}

TEST(Outcome, CategoriesHaveDistinctNames) {
  std::vector<std::string_view> names;
  for (int i = 0; i < kCategoryCount; ++i) names.push_back(to_string(static_cast<Category>(i)));
  for (size_t i = 0; i < names.size(); ++i) {
    EXPECT_FALSE(names[i].empty());
    for (size_t j = 0; j < i; ++j) EXPECT_NE(names[i], names[j]);
  }
}

}  // namespace
}  // namespace vramlint
