#include "baseline.h"

#include <gtest/gtest.h>

#include <chrono>

#include "integrations/cli/baseline_file.h"
#include "integrations/cli/commands.h"
#include "integrations/cli/config_paths.h"
#include "integrations/cli/run.h"
#include "rules/list.h"
#include "scratch.h"

namespace vramlint::cli {
namespace {

using Texts = std::vector<std::string>;

constexpr const char* kProject =
    "recipes:\n  - name: toy\n    configs: [\"config/*.yaml\"]\n    model: torch.nn.Linear(8, cfg.width)\n"
    "    inputs: [\"float32[cfg.batch, 8]\"]\n    loss: mse\n    optimizer: adam\n";

Scratch project() {
  return {{"vramlint.yaml", kProject}, {"config/a.yaml", "batch: 4\nwidth: 4\nrate: 1e-4\nwidth: 4\n"}};
}

RunResult run(Workspace& workspace, const Scratch& scratch, const Baseline* baseline = nullptr) {
  return analyze_all(workspace, find_configs(workspace, {scratch.path().string()}, false).sources,
                     {.jobs = 1, .whole_project = true, .baseline = baseline});
}

Baseline baseline_of(const Scratch& scratch, const std::string& memory = "") {
  Workspace workspace({.root = scratch.path().string(), .memory = memory}, {});
  const Baseline made{.entries = baseline_entries(run(workspace, scratch).outcome, rules::all())};
  ReadBaseline read = parse_baseline(written(made));  // every test also goes through the text
  EXPECT_TRUE(read.baseline) << read.trouble;
  return read.baseline.value_or(Baseline());
}

struct Told {
  Texts rules;  ///< "rule:line"
  size_t known = 0, gone = 0;
};

Told told(const Scratch& scratch, const Baseline& baseline, const std::string& memory = "") {
  Workspace workspace({.root = scratch.path().string(), .memory = memory}, {});
  const RunResult result = run(workspace, scratch, &baseline);
  Told told;
  for (const Finding& finding : result.outcome.findings)
    told.rules.push_back(finding.rule + ":" + std::to_string(finding.span.start().line));
  told.known = result.outcome.baseline->known;
  told.gone = result.outcome.baseline->gone;
  return told;
}

TEST(Baseline, WhatIsThereIsNotTold) {
  const Scratch scratch = project();
  const Baseline baseline = baseline_of(scratch);
  const Told again = told(scratch, baseline);
  EXPECT_EQ(again.rules, Texts{});
  EXPECT_EQ(again.known, 2U);  // duplicate-key and number-read-as-text
  EXPECT_EQ(again.gone, 0U);
}

TEST(Baseline, LinesAboveMoveNothing) {
  const Scratch scratch = project();
  const Baseline baseline = baseline_of(scratch);
  scratch.put("config/a.yaml", "# new\n\nbatch: 4\nwidth: 4\nother: 2\nrate:  1e-4\nwidth: 4\n");
  EXPECT_EQ(told(scratch, baseline).rules, Texts{"number-read-as-text:6"});  // `rate:  1e-4` is another text
  scratch.put("config/a.yaml", "# new\n\nbatch: 4\nwidth: 4\nother: 2\n  \nrate: 1e-4  \nwidth: 4\n");
  EXPECT_EQ(told(scratch, baseline).rules, Texts{});
}

TEST(Baseline, AnotherValueKeyOrSecondOneIsNew) {
  const Scratch scratch = project();
  const Baseline baseline = baseline_of(scratch);
  scratch.put("config/a.yaml", "batch: 4\nwidth: 4\nrate: 1e-5\nwidth: 4\n");
  EXPECT_EQ(told(scratch, baseline).rules, Texts{"number-read-as-text:3"});
  scratch.put("config/a.yaml", "batch: 4\nwidth: 4\nrate: 1e-4\nrates:\n  - {rate: 1e-4}\nwidth: 4\n");
  EXPECT_EQ(told(scratch, baseline).rules, Texts{"number-read-as-text:5"});
  scratch.put("config/a.yaml", "batch: 4\nwidth: 4\nrate: 1e-4\nmore:\n  rate: 1e-4\nwidth: 4\n");
  EXPECT_EQ(told(scratch, baseline).rules, Texts{"number-read-as-text:5"});
}

TEST(Baseline, WhatIsGoneIsCounted) {
  const Scratch scratch = project();
  const Baseline baseline = baseline_of(scratch);
  scratch.put("config/a.yaml", "batch: 4\nwidth: 4\nrate: 1.0e-4\n");
  const Told mended = told(scratch, baseline);
  EXPECT_EQ(mended.known, 0U);
  EXPECT_EQ(mended.gone, 2U);
}

TEST(Baseline, WhatWasNotCheckedIsNotGone) {
  const Scratch scratch = project();
  const Baseline baseline = baseline_of(scratch, "1MiB");
  EXPECT_EQ(baseline.entries.size(), 3U);
  EXPECT_EQ(told(scratch, baseline).gone, 0U);  // no device: the rules on memory do not run
  EXPECT_EQ(told(scratch, baseline, "8GiB").gone, 1U);
}

/// The step: 8 x width weights, their gradients and two states; inputs of batch x 8 and outputs of batch x width.
TEST(Baseline, APeakThatGrowsIsNew) {
  const Scratch scratch = project();
  const std::string config = "batch: 1048576\nwidth: ";
  scratch.put("config/a.yaml", config + "16\n");
  Baseline baseline = baseline_of(scratch, "1MiB");
  ASSERT_EQ(baseline.entries.size(), 1U);
  ASSERT_TRUE(baseline.entries[0].peak);
  EXPECT_EQ(baseline.entries[0].config, "config/a.yaml");
  EXPECT_EQ(told(scratch, baseline, "1MiB").rules, Texts{});
  scratch.put("config/a.yaml", config + "64\n");
  EXPECT_EQ(told(scratch, baseline, "1MiB").rules, Texts{"peak-memory-exceeds-device:1"});
  baseline.growth = 1000;
  EXPECT_EQ(told(scratch, baseline, "1MiB").rules, Texts{});
}

TEST(Baseline, IsTheSameForTheSameFindings) {
  const Scratch scratch = project();
  scratch.put("config/b.yaml", "batch: 4\nwidth: 4\nrate: 1e-3\n");
  const std::string first = written(baseline_of(scratch)), second = written(baseline_of(scratch));
  EXPECT_EQ(first, second);
  EXPECT_LT(first.find("config/a.yaml"), first.find("config/b.yaml"));
  EXPECT_EQ(first.find("\"line\": 3"), std::string::npos);
}

TEST(Baseline, WhatSharesALineIsOneEntry) {
  const Source base("base.yaml", "width: 7\nwidth: 7\n");
  Outcome outcome;
  for (const char* config : {"a.yaml", "b.yaml"}) {
    for (const uint32_t at : {7U, 16U})
      outcome.findings.push_back(
          {.rule = "duplicate-key", .message = "m", .span = {&base, at, at + 1}, .config = config});
  }
  const std::vector<BaselineEntry> entries = baseline_entries(outcome, rules::all());
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries[0].count, 2);
  EXPECT_EQ(entries[0].config, "");
}

TEST(Baseline, TextsOfTheUserComeBack) {
  const Baseline made{
      .growth = 7,
      .entries = {{.rule = "r\x1b[31m", .file = "caf\u00e9\u202e\\\"", .line = "\x01\n", .value = "", .count = 3}}};
  const std::string text = written(made);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  const ReadBaseline read = parse_baseline(text);
  ASSERT_TRUE(read.baseline) << read.trouble;
  EXPECT_EQ(read.baseline->growth, 7);
  EXPECT_EQ(read.baseline->entries.at(0).rule, "r\x1b[31m");
  EXPECT_EQ(read.baseline->entries.at(0).file, "caf\u00e9\u202e\\\"");
  EXPECT_EQ(read.baseline->entries.at(0).line, "\x01\n");
  EXPECT_EQ(read.baseline->entries.at(0).count, 3);
}

TEST(Baseline, WhatIsNoneIsRefused) {
  const std::string head = "{\"vramlint_baseline\": 1, ",
                    entry = "{\"rule\": \"r\", \"file\": \"f\", \"line\": \"\", \"value\": \"\"";
  EXPECT_TRUE(parse_baseline(head + "\"entries\": [" + entry + "}]}").baseline);
  for (const std::string& text : {std::string(),
                                  std::string("[]"),
                                  std::string("null"),
                                  std::string("{}"),
                                  std::string("{\"vramlint_baseline\": 2}"),
                                  std::string("{\"vramlint_baseline\": \"1\", \"entries\": []}"),
                                  std::string("\xff\xfe{"),
                                  head + "\"entries\": {}}",
                                  head + "\"entries\": [1]}",
                                  head + "\"entries\": [{\"rule\": \"r\"}]}",
                                  head + "\"entries\": [" + entry + "}",
                                  head + "\"entries\": [" + entry + ", \"count\": -1}]}",
                                  head + "\"entries\": [" + entry + ", \"count\": 1e99}]}",
                                  head + "\"entries\": [" + entry + ", \"peak\": \"x\"}]}",
                                  head + "\"entries\": [" + entry + ", \"peak\": 99999999999999999999}]}",
                                  head + "\"entries\": [" + entry + ", \"config\": 1}]}",
                                  head + "\"peak_growth_percent\": 1001, \"entries\": []}",
                                  head + "\"entries\": [" + entry + ", \"x\": [[1]]}]}",
                                  std::string(1 << 20, '['),
                                  std::string(100'000, '{'),
                                  head + "\"entries\": [], \"x\": \"" + std::string(17 << 20, 'x') + "\"}"}) {
    const ReadBaseline read = parse_baseline(text);
    EXPECT_FALSE(read.baseline) << text.substr(0, 100);
    EXPECT_FALSE(read.trouble.empty());
  }
}

TEST(Baseline, ThousandsTakeNoTime) {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += "k" + std::to_string(i) + ": 1\n";
  const Source source("a.yaml", text);
  Outcome outcome;
  for (int line = 1; line <= 20000; ++line) {
    const uint32_t at = source.offset_of({line, 1});
    outcome.findings.push_back(
        {.rule = "duplicate-key", .message = "m", .span = {&source, at, at + 2}, .config = "a.yaml"});
  }
  const auto start = std::chrono::steady_clock::now();
  const ReadBaseline read = parse_baseline(written({.entries = baseline_entries(outcome, rules::all())}));
  ASSERT_TRUE(read.baseline);
  const std::vector<Checked> none;
  Coverage coverage(none, outcome, nullptr, false);
  EXPECT_EQ(subtract(*read.baseline, rules::all(), coverage, outcome).known, 20000U);
  EXPECT_TRUE(outcome.findings.empty());
  // Each of the findings with each of the entries would be 400 million comparisons of texts.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(BaselineFile, OfTheProjectFileOrTheCommandLine) {
  const Scratch scratch = project();
  const std::string text = written({.entries = {{.rule = "r", .file = "f"}}});
  scratch.put("accepted.json", text);
  const auto entries = [&](const BaselineOptions& options) {
    Workspace workspace({.root = scratch.path().string()}, {});
    const std::optional<Baseline> baseline = baseline_for(options, workspace);
    return baseline ? static_cast<int>(baseline->entries.size()) : -1;
  };
  EXPECT_EQ(entries({}), -1);
  EXPECT_EQ(entries({.file = scratch / "accepted.json"}), 1);
  scratch.put("vramlint.yaml", std::string(kProject) + "baseline: accepted.json\n");
  EXPECT_EQ(entries({}), 1);
  EXPECT_EQ(entries({.none = true}), -1);
  EXPECT_THROW(entries({.file = scratch / "none.json"}), UsageError);
  scratch.put("accepted.json", "{\"vramlint_baseline\": 1}");
  EXPECT_THROW(entries({}), UsageError);
  scratch.put("vramlint.yaml", std::string(kProject) + "baseline: none.json\n");
  EXPECT_EQ(entries({}), -1);
}

TEST(BaselineFile, CostsNoOtherFile) {
  const Scratch scratch = project(), elsewhere;
  const auto target = [&](const std::string& named, const std::string& output = "") {
    scratch.put("vramlint.yaml", kProject + (named.empty() ? named : "baseline: " + named + "\n"));
    Workspace workspace({.root = scratch.path().string()}, {});
    return baseline_target(output, workspace);
  };
  EXPECT_EQ(target(""), scratch.path() / ".vramlint-baseline.json");
  EXPECT_EQ(target("ci/accepted.json"), scratch.path() / "ci/accepted.json");
  EXPECT_THROW(target("../accepted.json"), UsageError);
  EXPECT_THROW(target(elsewhere / "accepted.json"), UsageError);
  std::filesystem::create_directory_symlink(elsewhere.path(), scratch.path() / "link");
  EXPECT_THROW(target("link/accepted.json"), UsageError);
  EXPECT_THROW(target("config/a.yaml"), UsageError);
  EXPECT_THROW(target("", scratch / "config/a.yaml"), UsageError);
  EXPECT_EQ(target("", elsewhere / "accepted.json"), elsewhere.path() / "accepted.json");
  scratch.put("old.json", written({}));
  EXPECT_EQ(target("old.json"), scratch.path() / "old.json");
}

}  // namespace
}  // namespace vramlint::cli
