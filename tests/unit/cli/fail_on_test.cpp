#include "integrations/cli/fail_on.h"

#include <gtest/gtest.h>

#include "integrations/cli/commands.h"

namespace vramlint::cli {
namespace {

Outcome outcome(std::vector<Severity> levels, std::vector<Status> configs = {Status::estimated}) {
  Outcome made;
  for (const Severity level : levels) made.findings.push_back({.rule = "r", .severity = level});
  for (const Status status : configs) made.configs.push_back({.status = status});
  return made;
}

TEST(FailOn, FromALevelOn) {
  const Outcome warned = outcome({Severity::note, Severity::warning});
  EXPECT_FALSE(fails(warned, parse_fail_on("error")));
  EXPECT_TRUE(fails(warned, parse_fail_on("warning")));
  EXPECT_TRUE(fails(outcome({Severity::note}), parse_fail_on("note")));
  EXPECT_FALSE(fails(outcome({Severity::error}), parse_fail_on("never")));
}

TEST(FailOn, WhereNothingWasUnderstood) {
  const Outcome open = outcome({}, {Status::estimated, Status::not_estimable});
  EXPECT_FALSE(fails(open, parse_fail_on("note")));
  EXPECT_TRUE(fails(open, parse_fail_on("not-estimable")));
  EXPECT_TRUE(fails(open, parse_fail_on("warning,not-estimable")));
  EXPECT_TRUE(fails(open, parse_fail_on("not-estimable,never")));
  EXPECT_FALSE(fails(outcome({}, {Status::partial}), parse_fail_on("not-estimable")));
}

TEST(FailOn, NotEstimableIsBesideALevel) {
  EXPECT_TRUE(fails(outcome({Severity::error}), parse_fail_on("not-estimable")));
  EXPECT_FALSE(fails(outcome({Severity::warning}), parse_fail_on("not-estimable")));
  EXPECT_TRUE(fails(outcome({Severity::warning}), parse_fail_on("warning,not-estimable")));
  EXPECT_FALSE(fails(outcome({Severity::error}), parse_fail_on("never,not-estimable")));
}

TEST(FailOn, MistakesAreTold) {
  for (const char* text : {"", "errors", "error,warning", "warning,", "error,", ",error", "not_estimable"})
    EXPECT_THROW(parse_fail_on(text), UsageError) << text;
}

}  // namespace
}  // namespace vramlint::cli
