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

// Training of 4 fits; 64 samples of validation take 2 x 64 x 128 MiB = 16 GiB of the middle layer.
TEST_F(FitBatches, ValidationsBatchAloneIsSetAndTrainingStays) {
  const Json found = finding(check(4, 64, "12GiB"), "peak-memory-exceeds-device");
  const std::string message = found.at("message").get<std::string>();
  EXPECT_NE(message.find("The largest `eval_batch` that fits is "), std::string::npos) << message;
  ASSERT_FALSE(found.at("fixes").empty()) << found;
  const Json& fix = found.at("fixes").at(0);
  EXPECT_EQ(fix.at("safety"), "safe") << fix;
  const int64_t to = std::stoll(fix.at("edits").at(0).at("text").get<std::string>());
  EXPECT_TRUE(fits(4, static_cast<int>(to), "12GiB"));
  EXPECT_GT(needs(4, static_cast<int>(to) + 1), (12LL << 30) * 98 / 100) << to;  // 2 % stay free
}

struct OneBatch {
  std::string head, config;
  std::string says;
};

std::string text_of_fix(const OneBatch& given) {
  const ScratchFolder folder;
  folder.put("c.yaml", given.config);
  folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - {name: a, configs: [c.yaml], script: train.py}\n");
  folder.put("train.py",
             "import torch, yaml\nfrom torch import nn\n" + given.head +
                 "net = nn.Sequential(nn.Conv2d(3, 64, 3), nn.ReLU(), nn.Conv2d(64, 3, 3)).cuda()\n"
                 "opt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
                 "data = torch.utils.data.TensorDataset(torch.zeros(9000, 3, 64, 64))\n"
                 "for x, in torch.utils.data.DataLoader(data, batch_size=batch, drop_last=True):\n"
                 "    loss = net(x.cuda()).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n");
  const ProgramRun run =
      run_program(folder.path(), {"check", "c.yaml", "--memory", "2GiB", "--format", "json", "--fail-on", "never"});
  const Json said = Json::parse(run.output);
  for (const Json& one : said.at("findings")) {
    if (one.at("rule") != "peak-memory-exceeds-device") continue;
    EXPECT_NE(one.at("message").get<std::string>().find(given.says), std::string::npos) << one;
    return one.at("fixes").empty() ? "" : one.at("fixes").at(0).at("edits").at(0).at("text").get<std::string>();
  }
  return run.output;
}

// 64 maps of 62 x 62 are 0.94 MiB a sample, of which three are there at once: 512 samples fit into 2 GiB, 1024 do not.
TEST(FitBatch, WhatTheProgramRefusesIsNotTaken) {
  EXPECT_EQ(text_of_fix({"batch = yaml.safe_load(open('c.yaml'))['batch']\nassert 4096 % batch == 0\n", "batch: 4096\n",
                         "A batch of 512 fits"}),
            "512");
}

TEST(FitBatch, IsSetWhereAReferenceLeads) {
  const std::string text =
      text_of_fix({"from omegaconf import OmegaConf\nbatch = OmegaConf.load('c.yaml').loader.batch\n",
                   "batch: 4096\nloader:\n  batch: ${batch}\n", "The largest batch that fits is"});
  EXPECT_GE(std::stoi("0" + text), 512) << text;
}

// Without no_grad a validation holds what its activations would be kept for: before and behind relu, 64 MiB a sample
// of 256 x 256 each, and half of it with it.
TEST(Validation, WithoutNoGradIsToldWhereItSetsThePeak) {
  const auto findings = [](const std::string& guard) {
    const ScratchFolder folder;
    folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - {name: a, configs: [train.py], script: train.py}\n");
    folder.put("train.py",
               "import torch\nfrom torch import nn\n"
               "net = nn.Sequential(nn.Conv2d(3, 64, 3), nn.GELU(), nn.Conv2d(64, 64, 3), nn.GELU(), "
               "nn.Conv2d(64, 3, 3)).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n" +
                   guard +
                   "def validate():\n    for i in range(10):\n"
                   "        print(net(torch.randn(32, 3, 256, 256).cuda()).mean().item())\n"
                   "for epoch in range(10):\n    for step in range(100):\n"
                   "        loss = net(torch.randn(8, 3, 256, 256).cuda()).mean()\n        opt.zero_grad()\n"
                   "        loss.backward()\n        opt.step()\n    validate()\n");
    const ProgramRun run = run_program(
        folder.path(), {"check", "train.py", "--memory", "80GiB", "--format", "json", "--fail-on", "never"});
    return Json::parse(run.output).at("findings").dump();
  };
  EXPECT_NE(findings("").find("evaluation-without-no-grad"), std::string::npos) << findings("");
  const std::string guarded = findings("@torch.no_grad()\n");
  EXPECT_EQ(guarded.find("evaluation-without-no-grad"), std::string::npos) << guarded;
}

// A collate function makes tensors of the loader's rows: there are as many as its batch size says.
TEST(FitBatch, IsFoundThroughACollateFunction) {
  for (const char* const collate :
       {"lambda rows: torch.stack([row[0] for row in rows])", "lambda rows: torch.stack([x for x, in rows])",
        "lambda rows: torch.utils.data.default_collate([row[0] for row in rows])"}) {
    const ScratchFolder folder;
    folder.put("c.yaml", "batch: 4096\n");
    folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - {name: a, configs: [c.yaml], script: train.py}\n");
    folder.put("train.py",
               "import torch, yaml\nfrom torch import nn\nbatch = yaml.safe_load(open('c.yaml'))['batch']\n"
               "net = nn.Sequential(nn.Conv2d(3, 64, 3), nn.ReLU(), nn.Conv2d(64, 3, 3)).cuda()\n"
               "opt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
               "data = torch.utils.data.TensorDataset(torch.zeros(9000, 3, 64, 64))\n"
               "for x in torch.utils.data.DataLoader(data, batch_size=batch, collate_fn=" +
                   std::string(collate) +
                   "):\n    loss = net(x.cuda()).mean()\n    opt.zero_grad()\n    loss.backward()\n"
                   "    opt.step()\n");
    const ProgramRun run =
        run_program(folder.path(), {"check", "c.yaml", "--memory", "2GiB", "--format", "json", "--fail-on", "never"});
    EXPECT_NE(run.output.find("the largest batch that fits"), std::string::npos) << collate << run.output;
  }
}

// Labels of the classes that are left away would be out of bounds.
TEST(FitClasses, FewerThanTheDataHaveAreNoPlan) {
  const ScratchFolder folder;
  folder.put("c.yaml", "classes: 64\nwidth: 64\nbatch: 1\n");
  folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - {name: a, configs: [c.yaml], script: train.py}\n");
  folder.put("train.py",
             "import torch, yaml\nfrom torch import nn\ncfg = yaml.safe_load(open('c.yaml'))\n"
             "net = nn.Sequential(nn.Conv2d(3, cfg['width'], 3), nn.Conv2d(cfg['width'], cfg['classes'], 3)).cuda()\n"
             "opt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
             "data = torch.utils.data.TensorDataset(torch.zeros(9, 3, 1024, 1024))\n"
             "for x, in torch.utils.data.DataLoader(data, batch_size=cfg['batch']):\n"
             "    loss = net(x.cuda()).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n");
  const ProgramRun run = run_program(folder.path(), {"fit", "c.yaml", "--memory", "1GiB", "--format", "json"});
  EXPECT_NE(run.output.find("width"), std::string::npos) << run.output;
  EXPECT_EQ(run.output.find("\"classes\""), std::string::npos) << run.output;
}

}  // namespace
}  // namespace vramlint::tests
