// Errors of programs that are followed: told as errors, at the key that decides them, also behind files that are
// written and runs that are logged.
#include <gtest/gtest.h>

#include <algorithm>

#include "open_world.h"

namespace vramlint::tests {
namespace {

const std::string kBegin = R"(import argparse
import csv
import importlib
import os

import torch
import wandb
import yaml

from models import small, large

parser = argparse.ArgumentParser()
parser.add_argument("--config")
parser.add_argument("--mode", default="train")
args = parser.parse_args()
cfg = yaml.safe_load(open(args.config))


class Log:
    def __init__(self, path):
        self.path = path

    def begin(self):
        with open(self.path, "w") as file:
            csv.writer(file).writerow(["epoch", self])
            yaml.dump(cfg, file)


log = Log("log.csv")
log.begin()
run = wandb.init(project="p", config=cfg)
run.log({"size": cfg["size"]})
)";

const std::string kLoop = R"(
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(10):
    optimizer.zero_grad()
    model(torch.randn(4, 8, 16, 16, device="cuda")).mean().backward()
    optimizer.step()
)";

Said check(const std::string& made, const std::string& config) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "device: rtx3090\ntorch: \"2.4\"\nrecipes:\n  - configs: [config/*.yaml]\n"
             "    script: {path: train.py, args: [--config, '{config}']}\n");
  folder.put("models/__init__.py",
             "from torch import nn\n\ndef small():\n    return dict(channels=32)\n\n"
             "def large():\n    return dict(channels=48)\n\n"
             "class Net(nn.Sequential):\n    def __init__(self, channels):\n"
             "        super().__init__(nn.Conv2d(8, channels, 3), nn.GroupNorm(32, channels))\n");
  folder.put("train.py", kBegin + made + kLoop);
  folder.put("config/a.yaml", config);
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "config/a.yaml"}));
}

nlohmann::json error_of(const Said& said) {
  for (const auto& finding : said.findings)
    if (finding["level"] == "error") return finding;
  return {};
}

const std::string kPreset = R"(
if args.mode == "train":
    if cfg["preset"] == "small":
        settings = small()
    else:
        settings = large()
    from models import Net

    model = Net(**settings).cuda()
)";

TEST(BlamedKeys, AFileThatIsWrittenAndARunThatIsLoggedChangeNothing) {
  const Said said = check("\nmodel = torch.nn.Conv2d(cfg['size'], 8, 3).cuda()\n", "size: 4\n");
  ASSERT_EQ(said.mistakes(), 1) << said.findings;
  const nlohmann::json error = error_of(said);
  EXPECT_EQ(error["rule"], "constructor-raises");
  EXPECT_EQ(error["file"], "config/a.yaml");
  EXPECT_NE(error["message"].get<std::string>().find("to have 4 channels, but got 8"), std::string::npos);
  const Said fits = check("\nmodel = torch.nn.Conv2d(cfg['size'], 8, 3).cuda()\n", "size: 8\n");
  EXPECT_EQ(fits.status(), "estimated") << fits.config;
  EXPECT_EQ(fits.mistakes(), 0) << fits.findings;
}

TEST(BlamedKeys, ALayerThatRefusesIsAnErrorAtTheKeyThatChoseItsSettings) {
  // GroupNorm of 32 groups takes 32 channels and not 48.
  const Said fits = check(kPreset, "size: 8\npreset: small\n");
  EXPECT_EQ(fits.status(), "estimated") << fits.config;
  EXPECT_EQ(fits.mistakes(), 0) << fits.findings;
  const Said said = check(kPreset, "size: 8\npreset: large\n");
  ASSERT_EQ(said.mistakes(), 1) << said.findings;
  const nlohmann::json error = error_of(said);
  EXPECT_EQ(error["file"], "config/a.yaml");
  EXPECT_EQ(error["range"]["start"]["line"], 2);
  EXPECT_NE(error["message"].get<std::string>().find("divisible by num_groups"), std::string::npos) << error;
}

TEST(BlamedKeys, WhatIsRefusedBehindSomethingUnknownIsNoMistake) {
  const std::string unknown =
      "\nimport other\n\nsettings = dict(channels=48)\nother.mend(settings)\n"
      "from models import Net\n\nmodel = Net(**settings).cuda()\n";
  EXPECT_EQ(check(unknown, "size: 8\n").mistakes(), 0);
  const std::string caught =
      "\nfrom models import Net\n\ntry:\n    model = Net(48).cuda()\nexcept ValueError:\n"
      "    model = Net(32).cuda()\n";
  const Said said = check(caught, "size: 8\n");
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_EQ(said.status(), "estimated") << said.config;
}

TEST(BlamedKeys, AModuleThatAKeyNamesIsInTheProjectsPackageOrNowhere) {
  const std::string made =
      "\nmodule, name = cfg['target'].rsplit('.', 1)\n"
      "model = getattr(importlib.import_module(module), name)(32).cuda()\n";
  const Said fits = check(made, "size: 8\ntarget: models.Net\n");
  EXPECT_EQ(fits.mistakes(), 0) << fits.findings;
  EXPECT_EQ(fits.status(), "estimated") << fits.config;
  const Said said = check(made, "size: 8\ntarget: models.unet.Net\n");
  ASSERT_EQ(said.mistakes(), 1) << said.findings;
  const nlohmann::json error = error_of(said);
  EXPECT_EQ(error["range"]["start"]["line"], 2);
  EXPECT_NE(error["message"].get<std::string>().find("No module named 'models.unet'"), std::string::npos) << error;
  // Of a package that is not the project's nobody knows what it has.
  EXPECT_EQ(check(made, "size: 8\ntarget: others.unet.Net\n").mistakes(), 0);
}

TEST(BlamedKeys, AKeyThatIsNoParameterOfWhatTheSectionIsGivenToIsAnError) {
  const std::string made =
      "\nclass Runner:\n    def __init__(self, steps=10):\n        self.steps = steps\n\n"
      "runner = Runner(**cfg['runner'])\nmodel = torch.nn.Conv2d(8, 8, 3).cuda()\n";
  EXPECT_EQ(check(made, "runner: {steps: 4}\n").mistakes(), 0);
  const Said said = check(made, "runner:\n  steps: 4\n  accumulate: 2\n");
  ASSERT_EQ(said.mistakes(), 1) << said.findings;
  const nlohmann::json error = error_of(said);
  EXPECT_EQ(error["rule"], "training-program-raises");
  EXPECT_EQ(error["range"]["start"]["line"], 3);
  EXPECT_NE(error["message"].get<std::string>().find("unexpected keyword argument 'accumulate'"), std::string::npos);
  // Of what the section would do nothing is said.
  EXPECT_EQ(said.findings.dump().find("ineffective-setting"), std::string::npos) << said.findings;
}

TEST(BlamedKeys, AProgramThatEndsWithoutTrainingSaysSo) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "recipes:\n  - {configs: [a.yaml], script: {path: train.py, args: [--mode, other]}}\n");
  folder.put("train.py",
             "import argparse\n\nparser = argparse.ArgumentParser()\nparser.add_argument('--mode')\n"
             "if parser.parse_args().mode == 'train':\n    raise ValueError('not here')\nprint('done')\n");
  folder.put("a.yaml", "size: 8\n");
  const Said said = said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "a.yaml"}));
  EXPECT_EQ(said.mistakes(), 0);
  EXPECT_NE(said.findings.dump().find("started like this, it ends without training"), std::string::npos)
      << said.findings;
}

const std::string kDays = R"(import numpy
import torch
import yaml
from torch.utils.data import DataLoader, Dataset

cfg = yaml.safe_load(open("a.yaml"))


class Days(Dataset):
    def __init__(self):
        self.all = numpy.load("days.npy")

    def __len__(self):
        return len(self.all)

    def __getitem__(self, i):
        return torch.tensor(self.all[i])


)";

const std::string kDaysLoop = R"(
optimizer = torch.optim.Adam(model.parameters())
for epoch in range(cfg["epochs"]):
    for x in DataLoader(Days(), batch_size=cfg["batch"]):
        loss = model(cast(x.cuda())).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
)";

/// Of a program whose data `stated` says.
Said check_data(const std::string& model, const std::string& stated, const std::string& config) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "torch: \"2.4\"\ndata: {\"*.npy\": \"" + stated +
                                  "\"}\nrecipes:\n  - {name: a, configs: [a.yaml], script: train.py}\n");
  folder.put("train.py", kDays + model + kDaysLoop);
  folder.put("a.yaml", config);
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "a.yaml"}));
}

// 4 channels of the data and 16 of the state where 4 + 32 are expected: so it is for every height and width.
TEST(BlamedKeys, SizesOfTheDataThatDoNotDifferAreNotToBlame) {
  const std::string net = R"(
class Net(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = torch.nn.Conv2d(4 + width, 8, 3, padding=1)

    def forward(self, x):
        state = torch.zeros((x.shape[0], 16, x.shape[2], x.shape[3]), device=x.device)
        return self.conv(torch.cat([x, state], dim=1))


cast = lambda x: x
model = Net(cfg["width"]).cuda()
)";
  const Said said = check_data(net, "float32[31, 4, 371, 701]", "epochs: 10\nwidth: 32\nbatch: 2\n");
  ASSERT_EQ(said.mistakes(), 1) << said.findings;
  const nlohmann::json error = error_of(said);
  EXPECT_EQ(error["rule"], "constructor-raises");
  EXPECT_EQ(error["range"]["start"]["line"], 2);
  EXPECT_EQ(error["message"].get<std::string>().find("`data:`"), std::string::npos) << error;
  EXPECT_EQ(error.dump().find("epochs"), std::string::npos) << error;  // how often the loop runs
}

TEST(BlamedKeys, ANumberWithinAWordIsNoSize) {
  const std::string net = "cast = lambda x: x.half()\nmodel = torch.nn.Conv2d(3, cfg['width'], 3).cuda()\n";
  const Said said = check_data(net, "float32[100, 3, 32, 32]", "epochs: 10\nwidth: 8\nbatch: 2\n");
  ASSERT_EQ(said.mistakes(), 1) << said.findings;
  EXPECT_NE(error_of(said)["message"].get<std::string>().find("float32"), std::string::npos) << said.findings;
}

// 2 x 371 rows are not multiplied with 64 rows: another width of the data would do. 64 of the data is no side of 8 x 3.
TEST(BlamedKeys, SizesOfTheDataThatDifferMayBeOthersElsewhere) {
  const std::string net = "cast = lambda x: x\nmodel = torch.nn.Linear(cfg['width'], 8).cuda()\n";
  const Said other = check_data(net, "float32[100, 371]", "epochs: 10\nwidth: 64\nbatch: 2\n");
  EXPECT_EQ(other.mistakes(), 0) << other.findings;
  EXPECT_NE(other.findings.dump().find("`data:` says 371"), std::string::npos) << other.findings;
  const std::string two =
      "cast = lambda x: x\nmodel = torch.nn.Sequential(torch.nn.Linear(64, cfg['width']), "
      "torch.nn.Linear(16, 3)).cuda()\n";
  const Said own = check_data(two, "float32[100, 64]", "epochs: 10\nwidth: 8\nbatch: 2\n");
  EXPECT_EQ(own.mistakes(), 1) << own.findings;
}

const std::string kPlainStep = R"(
optimizer = torch.optim.Adam(net.parameters())
for step in range(100):
    loss = net(torch.rand(4, 3, 64, 64, device="cuda")).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
)";

TEST(BlamedKeys, AProgramWhoseOwnCallsDoNotFitEndsThere) {
  const ScratchFolder folder;
  folder.put("judge.py",
             "class Critic:\n    def __init__(self, channels):\n        self.channels = channels\n\n\n"
             "class Judge:\n    def __init__(self):\n        self.critic = Critic(channels=3, width=8)\n");
  folder.put(
      "train.py",
      "import judge\nimport torch\n\nfirst = judge.Judge()\nnet = torch.nn.Conv2d(3, 8, 3).cuda()\n" + kPlainStep);
  folder.put("launch.sh", "python train.py\n");
  folder.put("vramlint.yaml",
             "recipes:\n  - {name: a, configs: [launch.sh], script: train.py}\n  - {name: b, configs: [train.py], "
             "script: train.py}\n");
  for (const char* config : {"launch.sh", "train.py"}) {
    SCOPED_TRACE(config);
    const std::vector<std::string> options = {"check", config, "--memory", "8GiB", "--fail-on", "never"};
    std::vector<std::string> json = options;
    json.insert(json.end(), {"--format", "json"});
    const Said said = said_by(run_program(folder.path(), json));
    const nlohmann::json error = error_of(said);
    ASSERT_FALSE(error.is_null()) << said.findings << said.config["assumptions"];
    EXPECT_EQ(error["rule"], "training-program-raises");
    EXPECT_EQ(error["file"], "judge.py");
    EXPECT_EQ(error["range"]["start"]["line"], 8);
    EXPECT_NE(error["message"].get<std::string>().find("unexpected keyword argument 'width'"), std::string::npos);
    EXPECT_EQ(run_program(folder.path(), options).output.find("✔"), std::string::npos);
  }
}

/// Two stages of one config, the second of which takes widths of 32.
Said check_stages(int width) {
  const ScratchFolder folder;
  const std::string begin =
      "import argparse\nimport torch\nimport yaml\nparser = argparse.ArgumentParser()\n"
      "parser.add_argument('--config')\ncfg = yaml.safe_load(open(parser.parse_args().config))";
  folder.put("first.py", begin +
                             "['first']\nnet = torch.nn.Conv2d(3, cfg['channels'], 3).cuda()\n"
                             "if cfg.get('checkpointing', False):\n    if hasattr(net, 'enable_checkpointing'):\n"
                             "        net.enable_checkpointing()\n" +
                             kPlainStep);
  folder.put("second.py", begin +
                              "['second']\nclass Net(torch.nn.Conv2d):\n    def __init__(self, width):\n"
                              "        super().__init__(3, width, 3)\n        if width % 32:\n"
                              "            raise ValueError('not a multiple of 32')\n"
                              "net = Net(cfg['width']).cuda()\n" +
                              kPlainStep);
  folder.put("a.yaml",
             "first:\n  channels: 8\n  checkpointing: true\nsecond:\n  width: " + std::to_string(width) + "\n");
  folder.put("vramlint.yaml",
             "recipes:\n  - name: both\n    configs: [a.yaml]\n    stages:\n"
             "      first: {script: {path: first.py, args: [--config, '{config}']}}\n"
             "      second: {script: {path: second.py, args: [--config, '{config}']}}\n");
  return said_by(
      run_program(folder.path(), {"check", "a.yaml", "--memory", "8GiB", "--format", "json", "--fail-on", "never"}));
}

TEST(BlamedKeys, AStageThatRaisesLeavesTheOthersWhatIsKnownOfThem) {
  const auto is_told = [](const Said& said, const std::string& rule) {
    return std::count_if(said.findings.begin(), said.findings.end(),
                         [&](const auto& finding) { return finding["rule"] == rule; });
  };
  const Said whole = check_stages(64), said = check_stages(30);
  EXPECT_EQ(whole.mistakes(), 0) << whole.findings;
  EXPECT_EQ(is_told(whole, "ineffective-setting"), 1) << whole.findings;
  EXPECT_EQ(said.mistakes(), 1) << said.findings;
  EXPECT_EQ(error_of(said)["range"]["start"]["line"], 5);
  EXPECT_EQ(is_told(said, "unsupported-source"), 0) << said.findings;
  EXPECT_EQ(is_told(said, "ineffective-setting"), 1) << said.findings;
  EXPECT_EQ(said.status(), "estimated") << said.config;
  const auto peak_of = [](const nlohmann::json& config) { return config["phases"][0]["peak"]["process"]; };
  EXPECT_EQ(peak_of(said.config), peak_of(whole.config));
}

}  // namespace
}  // namespace vramlint::tests
