#include "integrations/cli/run.h"

#include <gtest/gtest.h>

#include "integrations/cli/config_paths.h"
#include "report/report.h"
#include "rule.h"
#include "rules/list.h"
#include "scratch.h"

namespace vramlint::cli {
namespace {

TEST(Run, AnyNumberOfJobsSaysTheSame) {
  const Scratch scratch({{"vramlint.yaml",
                          "device: rtx3060\nrecipes:\n  - name: toy\n    configs: [\"config/*.yaml\"]\n"
                          "    model: model.Net(cfg.width)\n    inputs: [\"float32[cfg.batch, 8]\"]\n"
                          "    loss: mse\n    optimizer: adam\n"},
                         {"model.py",
                          "import torch.nn as nn\n\n\nclass Net(nn.Module):\n    def __init__(self, width):\n"
                          "        super().__init__()\n        assert width % 2 == 0, 'odd'\n"
                          "        self.net = nn.Linear(8, width)\n\n"
                          "    def forward(self, x):\n        return self.net(x)\n"}});
  for (int i = 0; i < 12; ++i) {
    scratch.put("config/c" + std::to_string(i) + ".yaml", "width: " + std::to_string(i) + "\nbatch: 4\n");
  }
  const auto report = [&](unsigned jobs) {
    Workspace workspace({}, {scratch.path().string()});
    const ConfigPaths configs = find_configs(workspace, {scratch.path().string()}, false);
    EXPECT_EQ(configs.sources.size(), 12U);
    const RunResult result = analyze_all(workspace, configs.sources, {.jobs = jobs});
    EXPECT_TRUE(result.bugs.empty());
    EXPECT_FALSE(result.outcome.findings.empty()) << "odd widths raise";
    return report::find_format("json")->write(result.outcome, {});
  };
  const std::string alone = report(1);
  EXPECT_EQ(report(2), alone);
  EXPECT_EQ(report(7), alone);
}

TEST(Run, TellsOfConfigsThatSetTheSame) {
  const Scratch scratch(
      {{"vramlint.yaml",
        "recipes:\n  - name: toy\n    configs: [\"config/*.yaml\"]\n    model: torch.nn.Linear(8, cfg.width)\n"
        "    inputs: [\"float32[4, 8]\"]\n    loss: mse\n    optimizer: adam\n"},
       {"config/a.yaml", "width: 4\nnames: [x, y]\n"},
       {"config/b.yaml", "names: [x, y]  # in another order\nwidth: 4\n"},
       {"config/c.yaml", "width: 4\nnames: [y, x]\n"},
       {"config/d.yaml", "width: 4.0\nnames: [x, y]\n"}});
  Workspace workspace({}, {scratch.path().string()});
  const RunResult result =
      analyze_all(workspace, find_configs(workspace, {scratch.path().string()}, false).sources, {.jobs = 2});
  std::vector<Finding> same;
  for (const Finding& finding : result.outcome.findings) {
    if (finding.rule == "equal-configs") same.push_back(finding);
  }
  ASSERT_EQ(same.size(), 1U);
  EXPECT_EQ(same[0].span.source->path(), "config/b.yaml");
  EXPECT_EQ(same[0].related.at(0).span.source->path(), "config/a.yaml");
}

/// A patch embedding whose config sets three things to 16; `batch` is written last.
Scratch three_of_sixteen(const std::string& check) {
  return {
      {"vramlint.yaml",
       "recipes:\n  - name: toy\n    configs: [\"config.yaml\"]\n    model: model.Net(cfg)\n"
       "    inputs: [\"float32[cfg.batch, 3, cfg.size, cfg.size]\"]\n    loss: sum\n    optimizer: adam\n"},
      {"config.yaml", "stride: 16\nwidth: 16\nsize: 64\nbatch: 16\n"},
      {"model.py",
       "import torch.nn as nn\n\n\nclass Net(nn.Module):\n    def __init__(self, cfg):\n        super().__init__()\n"
       "        self.patches = nn.Conv2d(3, cfg.width, 16, stride=cfg.stride)\n\n    def forward(self, x):\n"
       "        x = self.patches(x).flatten(2)\n" +
           check + "        return x\n"}};
}

Finding only_error(const Scratch& scratch) {
  Workspace workspace({.memory = "1MiB"}, {scratch.path().string()});
  const RunResult result =
      analyze_all(workspace, find_configs(workspace, {scratch.path().string()}, false).sources, {.jobs = 1});
  Finding error;
  for (const Finding& finding : result.outcome.findings) {
    if (finding.severity != Severity::error) continue;
    EXPECT_TRUE(error.rule.empty()) << finding.rule << " beside " << error.rule;
    error = finding;
    error.config = finding.span.source->line(finding.span.start().line);
    for (Related& item : error.related) item.message = item.span.source->line(item.span.start().line);
  }
  return error;
}

std::vector<std::string> places_of(const Finding& finding) {
  std::vector<std::string> lines;
  for (const Related& item : finding.related) {
    const std::string& line = item.message.text();
    if (line.find("16") != std::string::npos || line.starts_with("size")) lines.push_back(line);
  }
  return lines;
}

TEST(Run, WhatStopsTheRunComesFirst) {
  const Source first("a.yaml", "x: 1\ny: 2\n"), second("b.yaml", "x: 1\ny: 2\n");
  const auto at = [](const char* rule, Severity severity, const Source& source, uint32_t offset) {
    return Finding{.rule = rule, .severity = severity, .message = "m", .span = {&source, offset, offset + 1}};
  };
  std::vector<Finding> findings = {
      at("relative-config-path", Severity::error, first, 0),    at("unused-config-key", Severity::error, first, 0),
      at("peak-memory-near-device", Severity::note, second, 5), at("cropped-activation", Severity::error, second, 0),
      at("constructor-raises", Severity::error, second, 5),     at("invalid-syntax", Severity::note, second, 0),
      at("no-rule-of-ours", Severity::error, first, 5)};
  sort_by_concern(findings, rules::all());
  std::vector<std::string> order;
  for (const Finding& finding : findings) order.push_back(finding.rule);
  EXPECT_EQ(order, (std::vector<std::string>{"constructor-raises", "invalid-syntax", "cropped-activation",
                                             "peak-memory-near-device", "unused-config-key", "relative-config-path",
                                             "no-rule-of-ours"}));
}

TEST(Run, ThePeakIsBlamedOnWhatSetsTheBatch) {
  const Scratch scratch = three_of_sixteen("");
  const Finding peak = only_error(scratch);
  EXPECT_EQ(peak.rule, "peak-memory-exceeds-device");
  EXPECT_EQ(peak.config, "batch: 16");
  const std::vector<std::string> related = places_of(peak);
  EXPECT_EQ(related, std::vector<std::string>{"size: 64"});
}

// Of what is as large as the batch, the check reads the width (patches: 64 / 16 = 4 a side).
TEST(Run, ARaisedErrorIsBlamedOnTheSizeThatItLookedAt) {
  for (const auto& [dim, line] : {std::pair("0", "batch: 16"), {"1", "width: 16"}, {"2", "size: 64"}}) {
    const Scratch scratch = three_of_sixteen("        if x.shape[" + std::string(dim) +
                                             "] > 2:\n            raise ValueError('too many')\n");
    const Finding raised = only_error(scratch);
    EXPECT_EQ(raised.rule, "constructor-raises");
    EXPECT_EQ(raised.config, line);
  }
}

/// The lines that the only error stands at: its own, then those of its keys.
std::vector<std::string> lines_of_error(const std::string& config, const std::string& model) {
  const Scratch scratch({{"vramlint.yaml",
                          "recipes:\n  - name: toy\n    configs: [\"config.yaml\"]\n    model: model.Net(cfg)\n"
                          "    inputs: [\"float32[cfg.batch, 3, cfg.size, cfg.size]\"]\n    loss: sum\n"},
                         {"config.yaml", config},
                         {"model.py", "import torch.nn as nn\n\n\nclass Net(nn.Module):\n" + model}});
  Workspace workspace({}, {scratch.path().string()});
  const RunResult result =
      analyze_all(workspace, find_configs(workspace, {scratch.path().string()}, false).sources, {.jobs = 1});
  std::vector<std::string> lines;
  for (const Finding& finding : result.outcome.findings) {
    if (finding.rule != "constructor-raises") continue;
    lines.emplace_back(finding.span.source->line(finding.span.start().line));
    for (const Related& item : finding.related) {
      if (item.message.text().find("contributes") != std::string::npos)
        lines.emplace_back(item.span.source->line(item.span.start().line));
    }
  }
  return lines;
}

TEST(Run, AMismatchIsBlamedOnTheSizesThatDoNotGoTogether) {
  const std::string config = "width: 8\nbatch: 2\nsize: 16\nchannels: 4\n";
  const std::string begin = "    def __init__(self, cfg):\n        super().__init__()\n";
  EXPECT_EQ(lines_of_error(config, begin + "        self.net = nn.Conv2d(cfg.channels, cfg.width, 3)\n\n"
                                           "    def forward(self, x):\n        return self.net(x)\n"),
            std::vector<std::string>{"channels: 4"});
  EXPECT_EQ(lines_of_error(config, begin + "        self.net = nn.Linear(cfg.channels, cfg.width)\n\n"
                                           "    def forward(self, x):\n        return self.net(x)\n"),
            (std::vector<std::string>{"size: 16", "channels: 4"}));
  EXPECT_EQ(lines_of_error(config, begin + "        self.net = nn.LayerNorm(cfg.width)\n\n"
                                           "    def forward(self, x):\n        return self.net(x)\n"),
            (std::vector<std::string>{"width: 8", "size: 16"}));
}

/// In the first turn it makes no difference how many there are to be.
TEST(Run, ARaisedErrorIsBlamedOnTheInnermostCondition) {
  const auto raising = [](const std::string& asked) {
    return lines_of_error("depth: 2\nbatch: 2\nsize: 16\nstride: 3\n",
                          "    def __init__(self, cfg):\n        super().__init__()\n        passed = 0\n"
                          "        for level in range(cfg.depth):\n            if " +
                              asked +
                              ":\n                raise ValueError('no such stride')\n            passed += 1\n\n"
                              "    def forward(self, x):\n        return x\n");
  };
  EXPECT_EQ(raising("cfg.stride == 3"), std::vector<std::string>{"stride: 3"});
  EXPECT_EQ(raising("passed > 0 and cfg.stride == 3"), (std::vector<std::string>{"stride: 3", "depth: 2"}));
}

}  // namespace
}  // namespace vramlint::cli
