#include "integrations/cli/run.h"

#include <gtest/gtest.h>

#include "integrations/cli/config_paths.h"
#include "report/report.h"
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
    const RunResult result = analyze_all(workspace, configs.sources, jobs);
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
  const RunResult result = analyze_all(workspace, find_configs(workspace, {scratch.path().string()}, false).sources, 2);
  std::vector<Finding> same;
  for (const Finding& finding : result.outcome.findings) {
    if (finding.rule == "equal-configs") same.push_back(finding);
  }
  ASSERT_EQ(same.size(), 1U);
  EXPECT_EQ(same[0].span.source->path(), "config/b.yaml");
  EXPECT_EQ(same[0].related.at(0).span.source->path(), "config/a.yaml");
}

}  // namespace
}  // namespace vramlint::cli
