// Formats that code-review servers read. What each must hold is from its documentation; other programs read them in
// formats_test.py.
#include "report/formats.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "report/xml.h"
#include "sample.h"

namespace vramlint::report {
namespace {

using Json = nlohmann::json;

TEST(Gitlab, AnEntryForEachFinding) {
  const Sample run = sample();
  const Json entries = Json::parse(write_gitlab(run.outcome, run.context));
  ASSERT_EQ(entries.size(), 3U);
  EXPECT_EQ(entries[0]["check_name"], "peak-memory-exceeds-device");
  EXPECT_EQ(entries[0]["severity"], "critical");
  EXPECT_EQ(entries[0]["location"], Json::parse(R"({"path": "configs/train.yaml", "lines": {"begin": 3}})"));
  EXPECT_EQ(entries[1]["severity"], "minor");
  EXPECT_NE(entries[1]["description"].get<std::string>().find("in configs/train.yaml"), std::string::npos);
  EXPECT_EQ(entries[2]["location"]["path"], "configs/lost.yaml");
}

std::vector<std::string> fingerprints(std::vector<Finding> findings) {
  Outcome outcome;
  outcome.findings = std::move(findings);
  std::vector<std::string> all;
  for (const Json& entry : Json::parse(write_gitlab(outcome, {}))) all.push_back(entry["fingerprint"]);
  return all;
}

TEST(Gitlab, FingerprintsTellFindingsApartAndOutliveFiguresAndLines) {
  const Source before("a.yaml", "batch_size: 64\nbatch_size: 64\n"), after("a.yaml", "# new\nbatch_size: 64\n");
  const auto of = [](const Source& source, uint32_t at, const char* message) {
    return Finding{.rule = "r", .message = message, .span = {&source, at, at + 10}, .config = "a.yaml"};
  };
  const auto two = fingerprints({of(before, 0, "needs 30 GiB"), of(before, 15, "needs 30 GiB")});
  EXPECT_NE(two[0], two[1]);
  EXPECT_EQ(fingerprints({of(after, 6, "needs 31 GiB")})[0], two[0]);
}

TEST(Rdjson, RangesAreBytesAndFixesSuggestions) {
  const Sample run = sample();
  const Json document = Json::parse(write_rdjson(run.outcome, run.context));
  const Json& first = document["diagnostics"][0];
  EXPECT_EQ(first["severity"], "ERROR");
  // "  batch_size: 64": the value begins behind 14 bytes and ends behind 16.
  const Json range = Json::parse(R"({"start": {"line": 3, "column": 15}, "end": {"line": 3, "column": 17}})");
  EXPECT_EQ(first["location"]["range"], range);
  EXPECT_EQ(first["suggestions"], Json::array({{{"range", range}, {"text", "48"}}}));
  EXPECT_EQ(document["diagnostics"][2]["location"], Json::parse(R"({"path": "configs/lost.yaml"})"));
}

TEST(Jsonl, AnObjectALineAndTheSameAsTheJsonReport) {
  const Sample run = sample();
  const Json whole = Json::parse(write_json(run.outcome, run.context));
  std::istringstream lines(write_jsonl(run.outcome, run.context));
  std::vector<std::string> kinds;
  std::vector<Json> objects;
  for (std::string line; std::getline(lines, line);) {
    objects.push_back(Json::parse(line));
    kinds.push_back(objects.back()["kind"]);
    objects.back().erase("kind");
  }
  ASSERT_EQ(kinds, (std::vector<std::string>{"tool", "config", "config", "finding", "finding", "finding", "summary"}));
  EXPECT_EQ(objects[1], whole["configs"][0]);
  EXPECT_EQ(objects[3], whole["findings"][0]);
  EXPECT_EQ(objects[6], whole["summary"]);
}

TEST(Checkstyle, FindingsByFile) {
  const Sample run = sample();
  const std::string text = write_checkstyle(run.outcome, run.context);
  EXPECT_NE(text.find("<file name=\"configs/train.yaml\">\n    <error line=\"3\" column=\"15\" severity=\"error\" "
                      "message=\"needs 30 GiB at the peak, rtx3090 has 24 GiB&#10;"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("severity=\"info\" message=\"a note\" source=\"vramlint.not-in-the-list\""), std::string::npos);
}

TEST(Junit, WhatHasNoEstimateIsSkippedAndWhatFitsPasses) {
  Sample run = sample();
  run.outcome.configs.push_back(run.outcome.configs[1]);
  run.outcome.configs.back().path = "configs/well.yaml";
  const std::string text = write_junit(run.outcome, run.context);
  const auto has_suite = [&](const std::string& counts) { return text.find(counts) != std::string::npos; };
  EXPECT_TRUE(has_suite("\"configs/lost.yaml\" tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"1\">")) << text;
  EXPECT_TRUE(has_suite("\"configs/train.yaml\" tests=\"3\" failures=\"2\" errors=\"0\" skipped=\"0\">")) << text;
  EXPECT_TRUE(has_suite("\"configs/well.yaml\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\">")) << text;
}

TEST(Xml, NothingOfATextIsMarkup) {
  EXPECT_EQ(xml_text("a<b>&\"c\"\n"), "a&lt;b&gt;&amp;&quot;c&quot;\n");
  EXPECT_EQ(xml_attribute("n", "a\n\"b\""), " n=\"a&#10;&quot;b&quot;\"");
  EXPECT_EQ(xml_text("\x01\x1b").find('\x1b'), std::string::npos);  // XML 1.0 has no way to write it
  EXPECT_EQ(xml_text("\xef\xbf\xbe\xc3\xa9\xef\xbf\xbf"), "\\ufffe\xc3\xa9\\uffff");
}

}  // namespace
}  // namespace vramlint::report
