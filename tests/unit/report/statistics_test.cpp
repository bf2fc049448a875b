#include "report/statistics.h"

#include <gtest/gtest.h>

#include "report/formats.h"
#include "sample.h"

namespace vramlint::report {
namespace {

Finding finding(const std::string& rule, int number, std::vector<Safety> fixes = {}) {
  static const Source source("a.yaml", "a: 1\n");
  Finding made{.rule = rule, .message = std::to_string(number), .config = "a.yaml"};
  for (const Safety safety : fixes) made.fixes.push_back({"do it", safety, {{{&source, 0, 1}, "b"}}, {}});
  return made;
}

Outcome outcome() {
  Outcome outcome;
  for (int i = 0; i < 11; ++i) outcome.findings.push_back(finding("unused-config-key", i));
  outcome.findings.push_back(finding("number-read-as-text", 0, {Safety::safe}));
  outcome.findings.push_back(finding("number-read-as-text", 1, {Safety::unsafe, Safety::safe}));
  outcome.findings.push_back(finding("number-read-as-text", 2, {Safety::unsafe}));
  outcome.findings.push_back(finding("b-rule", 0, {Safety::display}));
  outcome.findings.push_back(finding("a-rule", 0));
  return outcome;
}

TEST(Statistics, MostFrequentFirstThenByName) {
  EXPECT_EQ(statistics(groups_of(outcome().findings), {}),
            "11  unused-config-key\n"
            " 3  number-read-as-text  2 with --fix, 1 with --unsafe-fixes\n"
            " 1  a-rule\n"
            " 1  b-rule\n");
}

TEST(Statistics, StandInPlaceOfConfigsAndFindings) {
  Sample run = sample();
  run.context.statistics = true;
  EXPECT_EQ(write_text(run.outcome, run.context),
            "1  invalid-setting\n"
            "1  not-in-the-list\n"
            "1  peak-memory-exceeds-device  1 with --unsafe-fixes\n"
            "\n"
            "2 configs: 1 estimated, 1 not estimable; 1 error, 1 warning, 1 note. 1 can be fixed with --unsafe-fixes, "
            "which changes training.\n");
}

TEST(Quiet, LeavesTheFindings) {
  Sample run = sample();
  run.context.quiet = true;
  const std::string text = write_text(run.outcome, run.context);
  EXPECT_TRUE(text.starts_with("configs/train.yaml:3:15: error:")) << text;
  EXPECT_EQ(text.find("2 configs"), std::string::npos);
  EXPECT_EQ(write_github(run.outcome, run.context).find("2 configs"), std::string::npos);
  EXPECT_EQ(write_text({}, run.context), "");
}

}  // namespace
}  // namespace vramlint::report
