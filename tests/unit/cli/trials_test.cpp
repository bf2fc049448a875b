// What rules try of a config is bounded, all of it together: a config that takes long to evaluate keeps its findings,
// and what was not tried is said.
#include <gtest/gtest.h>

#include "integrations/cli/workspace.h"
#include "rules/list.h"
#include "scratch.h"

namespace vramlint::cli {
namespace {

class Trials : public testing::Test {
 protected:
  Trials()
      : scratch_({{"vramlint.yaml",
                   "recipes:\n  - name: toy\n    configs: [\"c.yaml\"]\n    model: model.Net(cfg)\n"
                   "    inputs: [\"float32[cfg.batch, 3, cfg.size, cfg.size]\"]\n    loss: mse\n    optimizer: adam\n"},
                  {"c.yaml", "batch: 512\nsize: 256\nwidth: 64\nhidden: 48\ninner: 32\ndeep: 16\n"},
                  {"model.py",
                   "import torch.nn as nn\n\n\nclass Net(nn.Module):\n    def __init__(self, cfg):\n"
                   "        super().__init__()\n        total = 0\n        for i in range(20000):\n"
                   "            total = (total * 31 + i) % 1009\n"
                   "        self.conv = nn.Conv2d(3, cfg.width, 3, padding=1)\n"
                   "        sizes = [cfg.width, cfg.hidden, cfg.inner, cfg.deep, 3]\n"
                   "        self.last = nn.Sequential(*[nn.Conv2d(a, b, 3, padding=1) for a, b in zip(sizes, "
                   "sizes[1:])])\n\n"
                   "    def forward(self, x):\n        return self.last(self.conv(x).relu())\n"}}),
        workspace_(options(), {(scratch_.path() / "c.yaml").string()}) {}

  static ProjectOptions options() {
    ProjectOptions given;
    given.device = "rtx3090";
    return given;
  }

  Analysis checked(int64_t steps) {
    Session session = workspace_.session();
    session.rules = rules::all();
    if (steps > 0) session.options.limits.steps = steps;
    return analyze(*workspace_.files().read(scratch_.path() / "c.yaml").source, session);
  }

  Scratch scratch_;
  Workspace workspace_;
};

size_t count(const Analysis& analysis, std::string_view rule) {
  size_t found = 0;
  for (const Finding& finding : analysis.findings.sorted()) found += finding.rule == rule ? 1 : 0;
  return found;
}

std::string message_of(const Analysis& analysis, std::string_view rule) {
  for (const Finding& finding : analysis.findings.sorted())
    if (finding.rule == rule) return finding.message.text();
  return {};
}

bool is_left_out(const Analysis& analysis) {
  for (const std::string& line : analysis.outcome.not_checked)
    if (line.find("trying other settings takes longer") != std::string::npos) return true;
  return false;
}

TEST_F(Trials, TogetherTakeSixteenTimesWhatAnEvaluationMay) {
  const Analysis free = checked(0);
  EXPECT_EQ(count(free, "peak-memory-exceeds-device"), 1U);
  EXPECT_FALSE(is_left_out(free));
  const int64_t steps = free.steps;
  ASSERT_GT(steps, 20'000);
  ASSERT_GT(free.tried, 21 * steps) << "there is little to try";
  const Analysis bounded = checked(steps + steps / 4);
  EXPECT_TRUE(is_left_out(bounded));
  EXPECT_EQ(count(bounded, "peak-memory-exceeds-device"), 1U) << "what is wrong is said as before";
  EXPECT_NE(message_of(bounded, "peak-memory-exceeds-device").find("The settings that lower it most"),
            std::string::npos)
      << "and what was tried until then";
  EXPECT_LE(bounded.tried, 16 * (steps + steps / 4) + steps);
}

}  // namespace
}  // namespace vramlint::cli
