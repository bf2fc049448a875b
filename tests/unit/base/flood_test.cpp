#include "base/flood.h"

#include <gtest/gtest.h>

#include "base/printable.h"

namespace vramlint {
namespace {

TEST(Flood, RepeatsAreCounted) {
  const Source source("a.yaml", std::string(50'000, 'a'));
  Findings findings;
  for (uint32_t i = 0; i < 50'000; ++i) findings.warning("duplicate-key", {&source, i, i + 1}, "`a` is there twice");
  findings.warning("duplicate-key", {&source, 0, 1}, "`b` is there twice");
  const std::vector<Finding> sorted = findings.sorted();
  ASSERT_EQ(sorted.size(), kMostRepeats + 1);
  EXPECT_EQ(sorted[kMostRepeats].message, "`a` is there twice (and 49950 more like it)");
  EXPECT_EQ(sorted[kMostRepeats].span.begin, kMostRepeats - 1);
}

TEST(Flood, AsManyAsAreListedAreNoFlood) {
  const Source source("a.yaml", std::string(100, 'a'));
  Findings findings;
  for (uint32_t i = 0; i < kMostRepeats; ++i) findings.warning("r", {&source, i, i + 1}, "m");
  for (const Finding& finding : findings.sorted()) EXPECT_EQ(finding.message, "m");
}

TEST(Flood, TextsAreCut) {
  const std::string flood(50 << 20, 'x');
  Findings findings;
  findings.add({.rule = "r", .message = flood, .related = {{{}, flood}}, .fixes = {{.title = flood}}});
  const Finding finding = findings.sorted().at(0);
  for (const Words* words : {&finding.message, &finding.related[0].message, &finding.fixes[0].title}) {
    EXPECT_LT(words->text().size(), kLongestMessage + 40);
    EXPECT_TRUE(words->text().ends_with("bytes more)"));
  }
}

TEST(Flood, OutcomesToo) {
  ConfigOutcome outcome{.recipe = std::string(1 << 20, 'r')};
  for (int i = 0; i < 1000; ++i) outcome.unknowns.push_back({"the file is missing", {}});
  outcome.assumptions = {{std::string(1 << 20, 'a'), {}}};
  outcome.not_checked = {"rule: " + std::string(1 << 20, 'n')};
  stem(outcome);
  EXPECT_LT(outcome.recipe.size(), kLongestMessage + 40);
  EXPECT_LT(outcome.assumptions[0].text.size(), kLongestMessage + 40);
  EXPECT_LT(outcome.not_checked[0].size(), kLongestMessage + 40);
  ASSERT_EQ(outcome.unknowns.size(), kMostRepeats);
  EXPECT_EQ(outcome.unknowns.back().reason, "the file is missing (and 950 more like it)");
}

}  // namespace
}  // namespace vramlint
