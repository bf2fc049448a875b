#include "report/groups.h"

#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "report/formats.h"
#include "sample.h"

namespace vramlint::report {
namespace {

using Names = std::vector<std::string_view>;

/// A base file with one line that is wrong for every config.
struct Shared {
  Source base{"configs/_base_/model.yaml", "width: 7\nheads: 2\n"};
  Outcome outcome;

  explicit Shared(int configs) {
    for (int i = 0; i < configs; ++i) add("configs/" + std::to_string(i) + ".yaml", "width 7 is not divisible by 2");
  }
  Finding& add(const std::string& config, const std::string& message) {
    return outcome.findings.emplace_back(Finding{.rule = "constructor-raises",
                                                 .severity = Severity::error,
                                                 .message = message,
                                                 .span = span_of(base, "7"),
                                                 .config = config});
  }
  std::string written(std::string_view format) const { return find_format(format)->write(outcome, {}); }
};

void expect_contains(const std::string& text, std::string_view part) {
  EXPECT_NE(text.find(part), std::string::npos) << "no " << part << " in\n" << text;
}

TEST(Groups, OneOfALineWithItsConfigs) {
  const Shared shared(10);
  const std::vector<Group> groups = groups_of(shared.outcome.findings);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].configs.size(), 10U);
  EXPECT_EQ(in_configs(groups[0], {}), "in 10 configs: configs/0.yaml, configs/1.yaml, configs/2.yaml and 7 more");
}

TEST(Groups, TheLastNameIsNoMore) {
  const Shared shared(4);
  EXPECT_EQ(in_configs(groups_of(shared.outcome.findings)[0], {}),
            "in 4 configs: configs/0.yaml, configs/1.yaml, configs/2.yaml, configs/3.yaml");
}

TEST(Groups, AnotherMessagePlaceLevelOrFixIsAnotherFinding) {
  Shared shared(2);
  shared.add("configs/0.yaml", "width 7 is odd");
  shared.add("configs/1.yaml", "width 7 is not divisible by 2").severity = Severity::warning;
  shared.add("configs/2.yaml", "width 7 is not divisible by 2").span = span_of(shared.base, "2");
  shared.add("configs/3.yaml", "width 7 is not divisible by 2").fixes = {{.title = "set width to 8"}};
  EXPECT_EQ(groups_of(shared.outcome.findings).size(), 5U);
}

TEST(Groups, RelatedPlacesAreThoseOfAll) {
  Shared shared(2);
  const Source own("configs/0.yaml", "heads: 2\n"), other("configs/1.yaml", "heads: 2\n");
  shared.outcome.findings[0].related = {{span_of(own, "2"), "by this"}, {span_of(shared.base, "2"), "here"}};
  shared.outcome.findings[1].related = {{span_of(other, "2"), "by this"}, {span_of(shared.base, "2"), "here"}};
  const std::vector<Group> groups = groups_of(shared.outcome.findings);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].finding.related.size(), 3U);
}

TEST(Groups, AConfigsOwnLineNeedsNoName) {
  const Source config("configs/0.yaml", "width: 7\n");
  const Finding own{.rule = "r", .message = "m", .span = span_of(config, "7"), .config = "configs/0.yaml"};
  EXPECT_EQ(in_configs(groups_of({own})[0], {}), "");
  Finding deriving = own;
  deriving.config = "configs/1.yaml";
  EXPECT_EQ(in_configs(groups_of({own, deriving})[0], {}), "in 2 configs: configs/0.yaml, configs/1.yaml");
}

TEST(Groups, WhatStandsNowhereIsItsConfigs) {
  const Finding one{.rule = "r", .message = "m", .config = "a.yaml"}, two{.rule = "r", .message = "m", .config = "b"};
  EXPECT_EQ(groups_of({one, two}).size(), 2U);
}

TEST(Groups, EveryFormatButJsonTellsThemOnce) {
  const Shared shared(10);
  const std::string names = "in 10 configs: configs/0.yaml, configs/1.yaml, configs/2.yaml and 7 more";
  const std::string text = shared.written("text");
  expect_contains(text, "\n  " + names + "\n");
  expect_contains(text, "; 1 error.");
  EXPECT_EQ(text.find("error:"), text.rfind("error:"));
  expect_contains(shared.written("github"), "width 7 is not divisible by 2%0A" + names + "\n");
  expect_contains(
      shared.written("markdown"),
      "(`constructor-raises`), in `configs/0.yaml`, `configs/1.yaml`, `configs/2.yaml` and 7 more configs\n");
  const auto sarif = nlohmann::json::parse(shared.written("sarif"))["runs"][0]["results"];
  ASSERT_EQ(sarif.size(), 1U);
  EXPECT_EQ(sarif[0]["message"]["text"],
            "width 7 is not divisible by 2. In 10 configs: configs/0.yaml, configs/1.yaml, configs/2.yaml and 7 more.");
  const auto json = nlohmann::json::parse(shared.written("json"));
  EXPECT_EQ(json["findings"].size(), 10U);
  EXPECT_EQ(json["findings"][9]["config"], "configs/9.yaml");
  EXPECT_EQ(json["summary"]["errors"], 10);
}

TEST(Groups, TheFingerprintDoesNotDependOnTheConfigs) {
  const auto fingerprint = [](const Shared& shared) {
    return nlohmann::json::parse(shared.written("sarif"))["runs"][0]["results"][0]["partialFingerprints"];
  };
  EXPECT_EQ(fingerprint(Shared(10)), fingerprint(Shared(1)));
}

TEST(Groups, ThousandsTakeNoTime) {
  const std::string text = "width: 7\n";
  std::string lines;
  for (int i = 0; i < 1000; ++i) lines += text;
  const Source base("base.yaml", lines);
  std::vector<Finding> findings;
  for (int config = 0; config < 100; ++config) {
    for (uint32_t line = 0; line < 1000; ++line) {
      const uint32_t begin = line * 9 + 7;
      findings.push_back(
          {.rule = "r", .message = "m", .span = {&base, begin, begin + 1}, .config = std::to_string(config)});
    }
  }
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(groups_of(findings).size(), 1000U);
  // 100,000 findings; comparing each with each would take ten thousand million steps.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

}  // namespace
}  // namespace vramlint::report
