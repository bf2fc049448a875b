#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/formats.h"
#include "sample.h"

namespace vramlint::report {
namespace {

using Json = nlohmann::json;

Json run_of(const Sample& sample) { return Json::parse(write_sarif(sample.outcome, sample.context))["runs"][0]; }

TEST(Sarif, RegionsCountUtf16Units) {
  const Sample sample = report::sample();
  const Json run = run_of(sample);
  EXPECT_EQ(run["columnKind"], "utf16CodeUnits");
  const Json result = run["results"][0];
  EXPECT_EQ(
      result["locations"][0]["physicalLocation"]["region"],
      (Json{{"startLine", 3}, {"startColumn", 15}, {"endLine", 3}, {"endColumn", 17}, {"snippet", {{"text", "64"}}}}));
  // Two tabs, "return '", two units of the emoji and "', " stand before it.
  const Json related = result["relatedLocations"][0];
  EXPECT_EQ(related["physicalLocation"]["region"]["startColumn"], 16);
  EXPECT_EQ(related["physicalLocation"]["artifactLocation"]["uri"], "src/caf%C3%A9%20%231.py");
  EXPECT_EQ(related["id"], 1);
}

TEST(Sarif, FingerprintIsTheLinesHash) {
  const Sample sample = report::sample();
  // The published vector for this text's third line.
  EXPECT_EQ(run_of(sample)["results"][0]["partialFingerprints"]["primaryLocationLineHash"], "31e30e6601fa7f11:1");
}

TEST(Sarif, ContextIsOneLineOnEitherSide) {
  const Sample sample = report::sample();
  EXPECT_EQ(
      run_of(sample)["results"][0]["locations"][0]["physicalLocation"]["contextRegion"],
      (Json{{"startLine", 2}, {"endLine", 4}, {"snippet", {{"text", "train:\n  batch_size: 64\n  steps: 10\n"}}}}));
}

TEST(Sarif, MessageLinksAndFix) {
  const Sample sample = report::sample();
  const Json result = run_of(sample)["results"][0];
  EXPECT_EQ(result["message"]["text"],
            "needs 30 GiB at the peak, rtx3090 has 24 GiB. See also: [8 GiB are attention maps](1). "
            "Fix: set batch_size to 48 (unsafe): peak 23.0 GiB, fits.");
  const Json change = result["fixes"][0]["artifactChanges"][0];
  EXPECT_EQ(change["replacements"][0]["insertedContent"]["text"], "48");
  EXPECT_EQ(change["replacements"][0]["deletedRegion"]["endColumn"], 17);
}

TEST(Sarif, TextOfTheUserMakesNoLink) {
  const Sample sample = report::sample();
  const std::string text = run_of(sample)["results"][1]["message"]["text"];
  EXPECT_EQ(text, "x[0] (2) is 100%, not a size. In configs/train.yaml.");
}

TEST(Sarif, EveryResultNamesItsRule) {
  const Sample sample = report::sample();
  const Json run = run_of(sample);
  const Json rules = run["tool"]["driver"]["rules"];
  ASSERT_EQ(rules.size(), 3U);  // two of the list, and one that only a finding names
  for (const Json& result : run["results"]) {
    EXPECT_EQ(rules[result["ruleIndex"].get<size_t>()]["id"], result["ruleId"]);
  }
  EXPECT_EQ(rules[0]["name"], "PeakMemoryExceedsDevice");
  EXPECT_EQ(rules[0]["help"]["markdown"], "# peak-memory-exceeds-device\n\nLower the **batch size**.\n");
  EXPECT_EQ(rules[2]["properties"]["problem.severity"], "recommendation");
}

TEST(Sarif, CleanRunHasResultsAndRules) {
  Sample sample = report::sample();
  sample.outcome.findings.clear();
  const Json run = run_of(sample);
  EXPECT_TRUE(run["results"].is_array());
  EXPECT_TRUE(run["results"].empty());
  EXPECT_EQ(run["tool"]["driver"]["rules"].size(), 2U);
}

TEST(Sarif, ProvenanceOnlyWhereKnown) {
  Sample sample = report::sample();
  EXPECT_EQ(run_of(sample)["versionControlProvenance"][0]["repositoryUri"], "https://github.com/example/repo");
  sample.context.repository.clear();
  EXPECT_FALSE(run_of(sample).contains("versionControlProvenance"));
}

TEST(Sarif, StopsAtWhatGithubShows) {
  Sample sample = report::sample();
  sample.outcome.findings.clear();
  for (size_t i = 0; i <= kSarifResults; ++i) {
    const Severity severity = i < kSarifResults ? Severity::note : Severity::error;
    sample.outcome.findings.push_back(
        {.rule = "r", .severity = severity, .message = std::to_string(i), .config = "c.yaml"});
  }
  const Json results = run_of(sample)["results"];
  EXPECT_EQ(results.size(), kSarifResults);
  EXPECT_EQ(results[0]["level"], "error");  // the worst are among them, wherever they stand
}

TEST(Sarif, ABomTakesNoColumn) {
  Sample sample = report::sample();
  const Source source("b.yaml",
                      "\xEF\xBB\xBF"
                      "a: 1\n");
  sample.outcome.findings = {{.rule = "r", .message = "m", .span = span_of(source, "a"), .config = "b.yaml"}};
  const Json result = run_of(sample)["results"][0];
  EXPECT_EQ(result["locations"][0]["physicalLocation"]["region"]["startColumn"], 1);
}

}  // namespace
}  // namespace vramlint::report
