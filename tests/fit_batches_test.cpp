// Programs in which training and validation each have a batch of their own: what `fit` and `check` say of the two.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.h"
#include "source_tree.h"

namespace vramlint::tests {
namespace {

using Json = nlohmann::json;

const char* const kProgram = R"(import argparse

import torch
import yaml
from torch.utils.data import DataLoader, TensorDataset

parser = argparse.ArgumentParser()
parser.add_argument("--config")
cfg = yaml.safe_load(open(parser.parse_args().config))


class Net(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first = torch.nn.Conv2d(3, width, 3, padding=1)
        self.middle = torch.nn.Conv2d(width, 8 * width, 3, padding=1)
        self.last = torch.nn.Conv2d(8 * width, 3, 3, padding=1)

    def forward(self, x):
        return self.last(torch.relu(self.middle(torch.relu(self.first(x)))))


net = Net(64).cuda()
optimizer = torch.optim.Adam(net.parameters())
train = DataLoader(TensorDataset(torch.zeros(1000, 3, 256, 256)), batch_size=cfg["train_batch"])
valid = DataLoader(TensorDataset(torch.zeros(1000, 3, 256, 256)), batch_size=cfg["eval_batch"])
for epoch in range(10):
    net.train()
    for (x,) in train:
        loss = (net(x.cuda()) - x.cuda()).abs().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    net.eval()
    with torch.no_grad():
        for (x,) in valid:
            loss = (net(x.cuda()) - x.cuda()).abs().mean()
)";

/// What `middle` makes of a sample is 512 x 256 x 256 x 4 bytes = 128 MiB. Validation holds it before and behind relu,
/// training behind relu and, at the end of the backward, its two gradients.
class FitBatches : public testing::Test {
 protected:
  FitBatches()
      : folder_({{"vramlint.yaml",
                  "torch: \"2.4\"\nrecipes:\n"
                  "  - {name: a, configs: [c.yaml], script: {path: train.py, args: [--config, '{config}']}}\n"},
                 {"train.py", kProgram}}) {}

  Json fit(int train, int eval, const std::string& memory) {
    put(train, eval);
    const ProgramRun run = run_program(folder_.path(), {"fit", "c.yaml", "--memory", memory, "--format", "json"});
    return Json::parse(run.output).at("configs").at(0);
  }

  Json check(int train, int eval, const std::string& memory) {
    put(train, eval);
    const ProgramRun run =
        run_program(folder_.path(), {"check", "c.yaml", "--memory", memory, "--format", "json", "--fail-on", "never"});
    return Json::parse(run.output);
  }

  bool fits(int train, int eval, const std::string& memory) {
    return check(train, eval, memory).at("configs").at(0).at("fits").get<bool>();
  }

  int64_t needs(int train, int eval) {
    return check(train, eval, "80GiB").at("configs").at(0).at("peak").at("process").at("point").get<int64_t>();
  }

  static Json finding(const Json& checked, const std::string& rule) {
    for (const Json& one : checked.at("findings"))
      if (one.at("rule") == rule) return one;
    ADD_FAILURE() << "no " << rule << " in " << checked.at("findings");
    return Json::object();
  }

 private:
  void put(int train, int eval) {
    folder_.put("c.yaml", "train_batch: " + std::to_string(train) + "\neval_batch: " + std::to_string(eval) + "\n");
  }

  ScratchFolder folder_;
};

int to_of(const Json& change) { return std::stoi(change.at("to").get<std::string>()); }

// Validation of 48 takes 2 x 48 x 128 MiB = 12 GiB, less than training with 64, and more than with 24.
TEST_F(FitBatches, ASmallerBatchBehindWhichValidationNeedsMostIsTheSameModel) {
  const Json found = fit(64, 48, "22GiB");
  ASSERT_FALSE(found.at("plans").empty());
  const Json& plan = found.at("plans").at(0);
  EXPECT_EQ(plan.at("effect"), "fewer samples a step");
  ASSERT_EQ(plan.at("changes").size(), 1U) << plan;
  EXPECT_EQ(plan.at("changes").at(0).at("key"), "train_batch");
  const int to = to_of(plan.at("changes").at(0));
  EXPECT_TRUE(fits(to, 48, "22GiB"));
  EXPECT_GT(needs(to + 1, 48), (22LL << 30) * 98 / 100) << to;  // 2 % stay free
}

// Each by itself leaves the other phase too large: training of 64 takes 3 x 64 x 128 MiB = 24 GiB, validation 16 GiB.
TEST_F(FitBatches, TwoBatchesGoDownTogether) {
  EXPECT_FALSE(fits(1, 64, "12GiB"));
  EXPECT_FALSE(fits(64, 1, "12GiB"));
  const Json found = fit(64, 64, "12GiB");
  ASSERT_FALSE(found.at("plans").empty());
  const Json& plan = found.at("plans").at(0);
  EXPECT_EQ(plan.at("effect"), "fewer samples a step");
  ASSERT_EQ(plan.at("changes").size(), 2U) << plan;
  EXPECT_EQ(plan.at("changes").at(0).at("key"), "eval_batch");
  EXPECT_EQ(plan.at("changes").at(1).at("key"), "train_batch");
  EXPECT_TRUE(fits(to_of(plan.at("changes").at(1)), to_of(plan.at("changes").at(0)), "12GiB"));

  const std::string message =
      finding(check(64, 64, "12GiB"), "peak-memory-exceeds-device").at("message").get<std::string>();
  EXPECT_EQ(message.find("Not even a batch of 1"), std::string::npos) << message;
  EXPECT_NE(message.find("with `eval_batch` no larger"), std::string::npos) << message;
}

// Training of 4 takes 1.5 GiB: only validation is too large.
TEST_F(FitBatches, ValidationIsToldAtItsOwnBatch) {
  EXPECT_EQ(finding(check(4, 64, "12GiB"), "peak-appears-late").at("range").at("start").at("line"), 2);
  EXPECT_EQ(finding(check(4, 64, "20GiB"), "validation-peak-exceeds-training").at("range").at("start").at("line"), 2);
  const Json found = fit(4, 64, "12GiB");
  ASSERT_FALSE(found.at("plans").empty());
  EXPECT_EQ(found.at("plans").at(0).at("effect"), "training stays the same");
  EXPECT_EQ(found.at("plans").at(0).at("changes").at(0).at("key"), "eval_batch");
}

// With one output the validation, which sets the peak, ends with an IndexError at its first batch: what it does not
// come to is no saving.
TEST(FitTwoBatches, AChangeThatStopsTheValidationIsNoPlan) {
  const ScratchFolder folder;
  folder.put("train.py",
             "import numpy as np, torch, yaml\nfrom torch import nn\ncfg = yaml.safe_load(open('a.yaml'))\n"
             "net = nn.Conv2d(3, 32, 3).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
             "for epoch in range(10):\n    for step in range(100):\n"
             "        loss = net(torch.randn(8, 3, 64, 64).cuda()).mean()\n        opt.zero_grad()\n"
             "        loss.backward()\n        opt.step()\n    counts = np.zeros((4, cfg['outputs']))\n"
             "    with torch.no_grad():\n        for i in range(2):\n            counts[..., i] += 1\n"
             "            big = net(torch.randn(cfg['batch'], 3, 512, 512).cuda())\n            "
             "print(big.softmax(1).max())\n");
  folder.put("a.yaml", "outputs: 2\nbatch: 16\n");
  folder.put("vramlint.yaml", "recipes:\n  - {name: a, configs: [a.yaml], script: train.py}\n");
  const ProgramRun run =
      run_program(folder.path(), {"fit", "a.yaml", "--root", ".", "--memory", "1GiB", "--format", "json"});
  const std::string plans = Json::parse(run.output).at("configs").at(0).at("plans").dump();
  EXPECT_EQ(plans.find("outputs"), std::string::npos) << plans;
  EXPECT_NE(plans.find("batch"), std::string::npos) << plans;
}

}  // namespace
}  // namespace vramlint::tests
