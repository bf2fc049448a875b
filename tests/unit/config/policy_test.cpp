#include "config/policy.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "scratch_config.h"

namespace vramlint::config::tests {
namespace {

TEST(Policy, ReadsEveryKey) {
  Scratch scratch(Texts{{"vramlint.yaml",
                         "select: [VL10, duplicate-key]\n"
                         "ignore: VL1209\n"
                         "severity:\n"
                         "  - {files: \"old/**\", rule: VL11, level: off}\n"
                         "  - {rule: duplicate-key, level: error}\n"
                         "exclude: [\"archive/**\", scratch.yaml]\n"
                         "max_peak:\n"
                         "  - size: 20GiB\n"
                         "  - {files: [a.yaml, b.yaml], size: 512MiB, message: the small cards}\n"
                         "max_increase: [{size: 1GiB}, {files: big.yaml, size: 2.5%, message: ask first}]\n"
                         "baseline: .vramlint-baseline.json\n"}});
  scratch.read_project();
  EXPECT_EQ(scratch.said(), "");
  const Policy& policy = scratch.project->policy;
  ASSERT_EQ(policy.select.size(), 2U);
  EXPECT_EQ(policy.select[1].text, "duplicate-key");
  EXPECT_EQ(policy.select[1].span.text(), "duplicate-key");
  ASSERT_EQ(policy.ignore.size(), 1U);
  EXPECT_EQ(policy.ignore[0].span.start().line, 2);
  ASSERT_EQ(policy.levels.size(), 2U);
  EXPECT_EQ(policy.levels[0].files, std::vector<std::string>{"old/**"});
  EXPECT_EQ(policy.levels[0].level, std::nullopt);
  EXPECT_EQ(policy.levels[1].level, Severity::error);
  EXPECT_EQ(policy.exclude, (std::vector<std::string>{"archive/**", "scratch.yaml"}));
  ASSERT_EQ(policy.max_peak.size(), 2U);
  EXPECT_EQ(policy.max_peak[0].most.count, int64_t{20} << 30);
  EXPECT_TRUE(policy.max_peak[0].files.empty());
  EXPECT_EQ(policy.max_peak[1].most.count, int64_t{512} << 20);
  EXPECT_EQ(policy.max_peak[1].message, "the small cards");
  EXPECT_EQ(policy.max_peak[1].span.text(), "512MiB");
  ASSERT_EQ(policy.max_increase.size(), 2U);
  EXPECT_EQ(policy.max_increase[0].most.most, kGiB);
  EXPECT_EQ(policy.max_increase[0].most.share, std::nullopt);
  EXPECT_EQ(policy.max_increase[1].most.most, std::nullopt);
  EXPECT_DOUBLE_EQ(policy.max_increase[1].most.share.value_or(0), 0.025);
  EXPECT_EQ(policy.max_increase[1].files, std::vector<std::string>{"big.yaml"});
  EXPECT_EQ(policy.max_increase[1].message, "ask first");
  EXPECT_EQ(policy.baseline, ".vramlint-baseline.json");
}

TEST(Policy, OneSizeIsForAllConfigs) {
  Scratch scratch(Texts{{"vramlint.yaml", "max_peak: 20GiB\nseverity: {rule: VL10, level: note}\n"}});
  scratch.read_project();
  EXPECT_EQ(scratch.said(), "");
  ASSERT_EQ(scratch.project->policy.max_peak.size(), 1U);
  EXPECT_EQ(scratch.project->policy.max_peak[0].most.count, int64_t{20} << 30);
  EXPECT_EQ(scratch.project->policy.levels.size(), 1U);
}

std::string said(const std::string& text) {
  Scratch scratch(Texts{{"vramlint.yaml", text}});
  scratch.read_project();
  const Policy& policy = scratch.project->policy;
  EXPECT_TRUE(policy.levels.empty() && policy.max_peak.empty() && policy.max_increase.empty()) << text;
  return scratch.said();
}

void expect_policy_said(const std::string& text, std::string_view part) {
  const std::string all = said(text);
  EXPECT_NE(all.find(part), std::string::npos) << text << "\n" << all;
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 1) << all;
}

TEST(Policy, AnItemWithAMisspeltKeyStillCounts) {
  Scratch scratch(Texts{{"vramlint.yaml", "severity: {rule: VL10, level: note, file: x}\n"}});
  scratch.read_project();
  EXPECT_NE(scratch.said().find("a change of a level has no key `file`; did you mean `files`?"), std::string::npos);
}

TEST(Policy, ASizeWithoutAUnitIsToldAsSuch) {
  expect_policy_said("max_peak: 1\n", "1:11 invalid-recipe `max_peak: 1` has no unit; 1GiB would be");
  expect_policy_said("max_peak: {size: 1.5}\n", "1:18 invalid-recipe `size: 1.5` has no unit");
  expect_policy_said("max_increase: \"2\"\n", "1:15 invalid-recipe `max_increase: 2` has no unit");
  expect_policy_said("budget: {max_peak: 95}\n", "1:20 invalid-recipe `max_peak: 95` has no unit");
}

TEST(Policy, MistakesAreToldWhereTheyStand) {
  expect_policy_said("selcet: [VL10]\n", "1:1 invalid-recipe a project has no key `selcet`; did you mean `select`?");
  expect_policy_said("select: [1]\n", "1:10 invalid-recipe `select` names rules by name or code");
  expect_policy_said("ignore: {a: b}\n", "1:9 invalid-recipe `ignore` names rules by name or code");
  expect_policy_said("severity: [note]\n", "1:12 invalid-recipe `severity` must be a list of mappings");
  expect_policy_said("severity: {rule: VL10, level: warn}\n",
                     "1:31 invalid-recipe `level` must be error, warning, note or off");
  expect_policy_said("severity: {rule: VL10}\n",
                     "1:1 invalid-recipe every item of `severity` needs a `rule` and a `level`");
  expect_policy_said("severity: {level: note}\n",
                     "1:1 invalid-recipe every item of `severity` needs a `rule` and a `level`");
  expect_policy_said("max_peak: [20]\n", "`max_peak` must be a list of mappings, such as {files");
  expect_policy_said("max_peak: lots\n", "1:11 invalid-recipe `max_peak` must be a size, such as 20GiB");
  expect_policy_said("max_peak: -1GiB\n", "1:11 invalid-recipe `max_peak` must be a size, such as 20GiB");
  expect_policy_said("max_increase: some\n",
                     "1:15 invalid-recipe `max_increase` must be a size, such as 1GiB, or a share");
  expect_policy_said("max_increase: -5%\n", "1:15 invalid-recipe `max_increase` must be a size");
  expect_policy_said("max_increase: {files: a}\n", "1:1 invalid-recipe every item of `max_increase` needs a `size`");
  expect_policy_said("max_peak: {files: a}\n", "1:1 invalid-recipe every item of `max_peak` needs a `size`");
}

}  // namespace
}  // namespace vramlint::config::tests
