#include "suppressions.h"

#include <gtest/gtest.h>

#include <chrono>

#include "integrations/cli/config_paths.h"
#include "integrations/cli/fixes.h"
#include "integrations/cli/run.h"
#include "rules/list.h"
#include "scratch.h"
#include "settle.h"

namespace vramlint::cli {
namespace {

using Texts = std::vector<std::string>;

/// "rule,rule line reason" of each.
Texts read(const std::string& path, const std::string& text, Texts* refused = nullptr) {
  const Source source(path, text);
  Findings findings;
  Texts shown;
  for (const Suppression& one : suppressions_of(source, rules::all(), findings)) {
    std::string names;
    for (const Suppression::Name& name : one.names) names += (names.empty() ? "" : ",") + name.text;
    shown.push_back(names + " " + (one.whole_file ? "file" : std::to_string(one.line)) + " " + one.reason);
  }
  for (const Finding& finding : findings.items()) {
    EXPECT_EQ(finding.rule, "invalid-suppression");
    if (refused) refused->push_back(std::to_string(finding.span.start().line) + ": " + finding.message.text());
  }
  return shown;
}

TEST(Suppressions, AtTheEndOfALineOrAloneAboveOne) {
  EXPECT_EQ(read("a.yaml",
                 "a: 1  # vramlint: ignore[duplicate-key] as it is\n"
                 "# vramlint: ignore[ duplicate-key ,VL1109 ]\n"
                 "# another comment\n"
                 "\n"
                 "b: '# vramlint: ignore[duplicate-key]'\n"
                 "c: 1  # noqa #vramlint:ignore[unused-config-key]yes\n"),
            (Texts{"duplicate-key 1 as it is", "duplicate-key,VL1109 5 ", "unused-config-key 6 yes"}));
}

TEST(Suppressions, OfAFileInItsHead) {
  EXPECT_EQ(read("a.py", "#!/usr/bin/python\n\n# vramlint: ignore-file[unresolved-model] r\n'''doc'''\n"),
            Texts{"unresolved-model file r"});
  Texts refused;
  EXPECT_TRUE(read("a.py", "'''doc'''\n# vramlint: ignore-file[unresolved-model]\n", &refused).empty());
  ASSERT_EQ(refused.size(), 1U);
  EXPECT_TRUE(refused[0].starts_with("2: `ignore-file` counts in the head")) << refused[0];
}

TEST(Suppressions, OfShell) {
  EXPECT_EQ(read("run.sh", "python train.py '# vramlint: ignore[duplicate-key]'  # vramlint: ignore[missing-base] r\n"),
            Texts{"missing-base 1 r"});
}

TEST(Suppressions, WithoutNamesAreRefused) {
  for (const char* text : {"ignore", "ignore because", "ignore[]", "ignore[ ]", "ignore[duplicate-key", "ignore-file",
                           "disable[duplicate-key]", "ignores[duplicate-key]", "noqa"}) {
    Texts refused;
    EXPECT_TRUE(read("a.yaml", "# vramlint: " + std::string(text) + "\na: 1\n", &refused).empty()) << text;
    EXPECT_EQ(refused.size(), 1U) << text;
  }
}

TEST(Suppressions, OtherRemarksAreNobodysBusiness) {
  Texts refused;
  EXPECT_TRUE(
      read("a.yaml", "# vramlint: 20 GiB here\n# as vramlint: ignore[x] says\na: 1  # vramlint\n", &refused).empty());
  EXPECT_TRUE(refused.empty());
}

TEST(Suppressions, AnUnknownNameHasTheNearestOne) {
  Texts refused;
  EXPECT_EQ(read("a.yaml", "a: 1  # vramlint: ignore[duplicate-keys, missing-base, xyz]\n", &refused).size(), 1U);
  EXPECT_EQ(refused, (Texts{"1: no rule is called `duplicate-keys`; did you mean `duplicate-key`?",
                            "1: no rule is called `xyz`"}));
}

/// What `--fix` makes of the text when only the rules in `used` find something, on every line.
std::string mended(const std::string& text, const Texts& used) {
  const Source source("config/a.yaml", text);
  Findings found;
  for (const std::string& rule : used) {
    for (int line = 1; line <= source.line_count(); ++line) {
      const uint32_t at = source.offset_of({line, 1});
      found.add({.rule = rule, .severity = Severity::note, .message = "m", .span = {&source, at, at}});
    }
  }
  Outcome outcome;
  outcome.configs.push_back({.path = "config/a.yaml", .dialect = "recipe", .status = Status::estimated});
  const Terms terms{.rules = rules::all(),
                    .sources = {&source},
                    .checked = {{.followed = true, .files = {&source}}},
                    .whole_project = true};
  settle(found, terms, outcome);
  const Patched result = patched(outcome.findings, false);
  return result.texts.empty() ? text : result.texts.begin()->second;
}

TEST(UnusedSuppression, IsRemovedWithItsBlanksOrItsLine) {
  EXPECT_EQ(mended("a: 1    # vramlint: ignore[duplicate-key] r\nb: 2\n", {}), "a: 1\nb: 2\n");
  EXPECT_EQ(mended("a: 1\r\n  # vramlint: ignore[duplicate-key] r \r\nb: 2\r\n", {}), "a: 1\r\nb: 2\r\n");
  EXPECT_EQ(mended("a: 1  # vramlint: ignore[duplicate-key]\r\n", {}), "a: 1\r\n");
  EXPECT_EQ(mended("a: 1\n# vramlint: ignore[duplicate-key]", {}), "a: 1\n");
  EXPECT_EQ(mended("a: 1  # noqa # vramlint: ignore[duplicate-key]\n", {}), "a: 1  # noqa\n");
  EXPECT_EQ(mended("# vramlint: ignore-file[duplicate-key]\na: 1\n", {}), "a: 1\n");
}

TEST(UnusedSuppression, LeavesTheNamesThatAreNeeded) {
  EXPECT_EQ(mended("a: 1  # vramlint: ignore[missing-base, duplicate-key,VL1109] r\n", {"duplicate-key"}),
            "a: 1  # vramlint: ignore[duplicate-key] r\n");
  const std::string both = "a: 1  # vramlint: ignore[VL1109, duplicate-key] r\n";
  EXPECT_EQ(mended(both, {"duplicate-key", "number-read-as-text"}), both);
  EXPECT_EQ(mended("a: 1  # vramlint: ignore[no-such-rule, duplicate-key]\n", {}),
            "a: 1  # vramlint: ignore[no-such-rule]\n");
}

TEST(UnusedSuppression, AFindingOverLinesHasTwo) {
  const Source source("a.py", "model = dict(  # vramlint: ignore[invalid-config]\n    a=1,\n    b=2)\nx = 1\n");
  Findings found;
  found.add({.rule = "invalid-config", .message = "m", .span = {&source, 8, source.offset_of({3, 9})}});
  Outcome outcome;
  settle(found, {.rules = rules::all(), .sources = {&source}}, outcome);
  EXPECT_EQ(outcome.suppressed.size(), 1U);
  EXPECT_TRUE(outcome.findings.empty());
}

constexpr const char* kProject =
    "recipes:\n  - name: toy\n    configs: [\"config/*.yaml\"]\n    model: model.Net(cfg.width)\n"
    "    inputs: [\"float32[4, 8]\"]\n    loss: mse\n    optimizer: adam\n";

std::string model(const std::string& comment) {
  return "import torch.nn as nn\n\n\nclass Net(nn.Module):\n    def __init__(self, width):\n        "
         "super().__init__()\n"
         "        assert width > 2" +
         comment +
         "\n        self.layer = nn.Linear(8, width)\n\n    def forward(self, x):\n"
         "        return self.layer(x)\n";
}

/// Rules of the findings, then of those that are silenced with "-" before them.
Texts told(const Scratch& scratch, const std::string& path, bool whole, const std::string& memory = "") {
  Workspace workspace({.root = scratch.path().string(), .memory = memory}, {});
  const RunResult result = analyze_all(workspace, find_configs(workspace, {scratch / path}, false).sources,
                                       {.jobs = 1, .whole_project = whole});
  Texts rules;
  for (const Finding& finding : result.outcome.findings) rules.push_back(finding.rule);
  for (const Suppressed& one : result.outcome.suppressed) rules.push_back("-" + one.finding.rule);
  return rules;
}

TEST(UnusedSuppression, OnlyOfRulesThatWereChecked) {
  const Scratch scratch(
      {{"vramlint.yaml", kProject},
       {"model.py", model("")},
       {"config/a.yaml",
        "width: 4  # vramlint: ignore[peak-memory-exceeds-device, unused-config-key, equal-configs] r\n"}});
  EXPECT_EQ(told(scratch, ".", true), Texts{});  // no device, no training program, nothing to compare with
  EXPECT_EQ(told(scratch, ".", true, "1GiB"), Texts{"unused-suppression"});
  EXPECT_EQ(told(scratch, ".", true, "1MiB"), Texts{"-peak-memory-exceeds-device"});
}

TEST(UnusedSuppression, InASharedFileOnlyWhereAllWasChecked) {
  const Scratch scratch({{"vramlint.yaml", kProject},
                         {"model.py", model("  # vramlint: ignore[constructor-raises] narrow nets")},
                         {"config/a.yaml", "width: 4\n"}});
  EXPECT_EQ(told(scratch, "config/a.yaml", false), Texts{});
  EXPECT_EQ(told(scratch, ".", true), Texts{"unused-suppression"});
  scratch.put("config/b.yaml", "widths: 1\n");  // stops elsewhere: the line was not reached
  const Texts other = told(scratch, ".", true);
  EXPECT_FALSE(other.empty());
  EXPECT_EQ(std::count(other.begin(), other.end(), "unused-suppression"), 0);
}

TEST(Suppressions, InTheModelsSource) {
  std::string text = model("");
  text.replace(text.find("assert width > 2"), 16, "raise ValueError()  # vramlint: ignore[constructor-raises] r");
  const Scratch scratch({{"vramlint.yaml", kProject}, {"model.py", text}, {"config/a.yaml", "width: 4\n"}});
  EXPECT_EQ(told(scratch, "config/a.yaml", false), Texts{"-constructor-raises"});
}

TEST(Suppressions, HostileOnesTakeNoTime) {
  std::string stacked, heads, names = "a: 1  # vramlint: ignore[";
  for (int i = 0; i < 20000; ++i) {
    stacked += "# vramlint: ignore[duplicate-key]\n";
    heads += "# vramlint: ignore-file[duplicate-key]\n";
    names += "x" + std::to_string(i) + ",";
  }
  const auto start = std::chrono::steady_clock::now();
  Texts refused;
  EXPECT_EQ(read("a.yaml", stacked + "a: 1\n").size(), 20000U);
  EXPECT_EQ(read("a.yaml", heads + "a: 1\n").size(), 20000U);
  EXPECT_EQ(read("a.yaml", names + "]\n", &refused).size(), 1U);
  EXPECT_LE(refused.size(), 50U);
  // A scan from each comment to the next line with content would read 200 million lines.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(Suppressions, ThousandsTakeNoTime) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "k" + std::to_string(i) + ": 1  # vramlint: ignore[duplicate-key, VL1109]\n";
  const Source source("a.yaml", text);
  Findings found;
  for (int line = 1; line <= 5000; ++line) {
    const uint32_t at = source.offset_of({line, 1});
    for (int config = 0; config < 10; ++config)
      found.add({.rule = "duplicate-key", .message = "m", .span = {&source, at, at}, .config = std::to_string(config)});
  }
  Outcome outcome;
  const auto start = std::chrono::steady_clock::now();
  settle(found, {.rules = rules::all(), .sources = {&source}}, outcome);
  EXPECT_EQ(outcome.suppressed.size(), 50000U);
  // 50,000 findings and 5,000 comments: each with each would be 250 million comparisons of names.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

}  // namespace
}  // namespace vramlint::cli
