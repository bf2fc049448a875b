#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/formats.h"
#include "sample.h"

namespace vramlint::report {
namespace {

using Json = nlohmann::json;

/// The sample with its first two findings silenced.
Sample silenced() {
  Sample run = sample();
  std::vector<Finding>& findings = run.outcome.findings;
  run.outcome.suppressed = {{findings[0], "the large cards"}, {findings[1], ""}};
  findings.erase(findings.begin(), findings.begin() + 2);
  return run;
}

TEST(Suppressed, AreCountedInTheSummary) {
  const Sample run = silenced();
  const std::string text = write_text(run.outcome, run.context);
  EXPECT_NE(text.find("; 1 note, 2 suppressed."), std::string::npos) << text;
  EXPECT_EQ(text.find("[peak-memory-exceeds-device]"), std::string::npos);
  EXPECT_NE(write_github(run.outcome, run.context).find("1 note, 2 suppressed."), std::string::npos);
  Sample all = silenced();
  all.outcome.findings.clear();
  EXPECT_NE(write_text(all.outcome, all.context).find("; nothing found, 2 suppressed."), std::string::npos);
}

TEST(Suppressed, HaveAListOfTheirOwnInJson) {
  const Sample run = silenced();
  const Json json = Json::parse(write_json(run.outcome, run.context));
  EXPECT_EQ(json["findings"].size(), 1U);
  ASSERT_EQ(json["suppressed"].size(), 2U);
  EXPECT_EQ(json["suppressed"][0]["rule"], "peak-memory-exceeds-device");
  EXPECT_EQ(json["suppressed"][0]["reason"], "the large cards");
  EXPECT_EQ(json["summary"]["suppressed"], 2);
  EXPECT_EQ(json["summary"]["errors"], 0);
  const Sample none = sample();
  const Json plain = Json::parse(write_json(none.outcome, none.context));
  EXPECT_FALSE(plain.contains("suppressed"));
  EXPECT_FALSE(plain["summary"].contains("suppressed"));
}

TEST(Suppressed, SayInSarifWhoSilencesThem) {
  Sample run = silenced();
  const Json results = Json::parse(write_sarif(run.outcome, run.context))["runs"][0]["results"];
  ASSERT_EQ(results.size(), 3U);
  EXPECT_FALSE(results[0].contains("suppressions"));
  size_t with_reason = 0;
  for (size_t i : {size_t{1}, size_t{2}}) {
    const Json suppression = results[i]["suppressions"][0];
    EXPECT_EQ(suppression["kind"], "inSource");
    with_reason += suppression.value("justification", "") == "the large cards";
  }
  EXPECT_EQ(with_reason, 1U);
  run.context.suppressed = false;
  EXPECT_EQ(Json::parse(write_sarif(run.outcome, run.context))["runs"][0]["results"].size(), 1U);
}

TEST(Baseline, IsToldInTheSummary) {
  Sample run = sample();
  run.outcome.baseline = BaselineUse{.path = "old.json", .known = 12, .gone = 0};
  const std::string text = write_text(run.outcome, run.context);
  EXPECT_NE(text.find("1 note, 12 in the baseline. 1 can be"), std::string::npos) << text;
  run.outcome.baseline->gone = 2;
  EXPECT_NE(
      write_markdown(run.outcome, run.context)
          .find("12 in the baseline. 2 entries of the baseline no longer occur; `vramlint baseline` writes it anew.\n"),
      std::string::npos);
  const Json json = Json::parse(write_json(run.outcome, run.context));
  EXPECT_EQ(json["baseline"], (Json{{"file", "old.json"}, {"known", 12}, {"gone", 2}}));
}

}  // namespace
}  // namespace vramlint::report
