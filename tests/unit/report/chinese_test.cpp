#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "report/breakdown.h"
#include "report/formats.h"
#include "report/languages.h"
#include "report/unicode.h"
#include "sample.h"

namespace vramlint::report {
namespace {

Sample in_chinese() {
  Sample run = sample();
  run.context.catalogue = &chinese();
  run.outcome.findings.push_back({.rule = "unused-config-key",
                                  .severity = Severity::warning,
                                  .message = "The training program never reads `{0}`"_words("seed"),
                                  .config = "configs/train.yaml"});
  return run;
}

TEST(Chinese, TextIsToldInIt) {
  const Sample run = in_chinese();
  const std::string text = write_text(run.outcome, run.context);
  for (const char* part : {"训练程序从未读取 `seed` [unused-config-key]", "2 份配置：1 份已估算、1 份无法估算；",
                           "警告: ", "峰值时最大的部分"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
}

/// A row of the breakdown ends with its share: whatever the names' widths, those stand under one another.
TEST(Chinese, ColumnsStandUnderOneAnother) {
  const Sample run = in_chinese();
  std::istringstream lines(drawn(run.outcome.configs[1], run.context, 60));
  std::set<size_t> widths;
  size_t rows = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.ends_with(" %")) continue;
    widths.insert(cells(line));
    ++rows;
  }
  EXPECT_EQ(rows, 6U);
  EXPECT_EQ(widths.size(), 1U);
}

/// What programs read is the same: keys, levels, names of rules, figures.
TEST(Chinese, JsonDiffersInWhatIsSaidAlone) {
  Sample run = in_chinese();
  auto told = nlohmann::json::parse(write_json(run.outcome, run.context));
  run.context.catalogue = nullptr;
  const auto english = nlohmann::json::parse(write_json(run.outcome, run.context));
  EXPECT_EQ(told["findings"].back()["message"], "训练程序从未读取 `seed`");
  EXPECT_EQ(english["findings"].back()["message"], "The training program never reads `seed`");
  told["findings"].back()["message"] = english["findings"].back()["message"];
  EXPECT_EQ(told, english);
}

TEST(Chinese, SarifNamesItsLanguage) {
  Sample run = in_chinese();
  const auto told = nlohmann::json::parse(write_sarif(run.outcome, run.context));
  EXPECT_EQ(told["runs"][0]["language"], "zh-CN");
  EXPECT_EQ(told["runs"][0]["results"].back()["ruleId"], "unused-config-key");
  EXPECT_EQ(told["runs"][0]["results"].back()["message"]["text"], "训练程序从未读取 `seed`。");
  run.context.catalogue = nullptr;
  EXPECT_FALSE(nlohmann::json::parse(write_sarif(run.outcome, run.context))["runs"][0].contains("language"));
}

}  // namespace
}  // namespace vramlint::report
