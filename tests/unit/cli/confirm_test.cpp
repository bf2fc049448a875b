#include "integrations/cli/confirm.h"

#include <gtest/gtest.h>

#include "integrations/cli/config_paths.h"
#include "integrations/cli/run.h"
#include "scratch.h"

namespace vramlint::cli {
namespace {

/// Two configs, of which the second inherits the first one's batch: 16,384 maps of 64 x 64 float32 are 256 MiB, and
/// the step keeps five of them and what cuDNN works with.
Scratch inherited(const std::string& second) {
  return {
      {"vramlint.yaml",
       "recipes:\n  - name: toy\n    configs: [\"config/*.py\"]\n    model: model.Net(cfg)\n"
       "    inputs: [\"float32[cfg.data.samples_per_gpu, 1, 64, 64]\"]\n"
       "    forward: \"{'loss': model(inputs[0]).sum()}\"\n    optimizer: sgd\n"},
      {"config/first.py", "model = dict(type='Net')\ndata = dict(samples_per_gpu=16384)\n"},
      {"config/second.py", "_base_ = './first.py'\n" + second},
      {"model.py",
       "import torch.nn as nn\n\n\nclass Net(nn.Module):\n    def __init__(self, cfg):\n        super().__init__()\n"
       "        if cfg.data.samples_per_gpu < cfg.get('least', 0):\n"
       "            raise ValueError('a batch is too small')\n"
       "        self.steps = nn.Sequential(nn.ReLU(), nn.Sigmoid(), nn.Tanh(), nn.Sigmoid())\n"
       "        self.last = nn.Conv2d(1, 1, 1)\n\n    def forward(self, x):\n"
       "        return self.last(self.steps(x))\n"}};
}

std::vector<std::string> titles_of_fixes(const Scratch& scratch, const std::string& config) {
  Workspace workspace({.memory = "1500MiB"}, {scratch.path().string()});
  const RunResult result =
      analyze_all(workspace, find_configs(workspace, {scratch.path().string()}, false).sources, {.jobs = 2});
  EXPECT_EQ(result.outcome.configs.size(), 2U);
  EXPECT_TRUE(result.bugs.empty());
  std::vector<std::string> titles;
  for (const Finding& finding : result.outcome.findings) {
    if (finding.config != config) continue;
    for (const Fix& fix : finding.fixes) titles.push_back(finding.rule + ": " + fix.title.text());
  }
  return titles;
}

TEST(Confirm, AFixIsOfferedWhereAllThatTheFileReachesGoOn) {
  const Scratch scratch = inherited("name = 'second'\n");
  EXPECT_FALSE(titles_of_fixes(scratch, "config/first.py").empty());
}

TEST(Confirm, AFixThatStopsAConfigWhichInheritsTheFileIsNone) {
  const Scratch scratch = inherited("least = 16384\n");
  EXPECT_TRUE(titles_of_fixes(scratch, "config/first.py").empty());
}

TEST(Confirm, AConfigOfItsOwnValueIsNotReached) {
  const Scratch scratch = inherited("least = 16384\ndata = dict(samples_per_gpu=16384)\n");
  EXPECT_FALSE(titles_of_fixes(scratch, "config/first.py").empty());
}

}  // namespace
}  // namespace vramlint::cli
