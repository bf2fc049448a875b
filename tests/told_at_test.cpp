// Where findings stand, and what they name, on small projects that are checked as a user checks them.
#include <gtest/gtest.h>

#include <algorithm>

#include "open_world.h"

namespace vramlint::tests {
namespace {

using Json = nlohmann::json;

Said check(const ScratchFolder& folder, const std::string& config, const std::string& memory) {
  return said_by(run_program(
      folder.path(), {"check", "--format", "json", "--fail-on", "never", "--root", ".", "--memory", memory, config}));
}

const Json& finding_of(const Said& said, const std::string& rule) {
  static const Json kNone = Json::object();
  for (const Json& finding : said.findings)
    if (finding["rule"] == rule) return finding;
  ADD_FAILURE() << "no " << rule << " in " << said.findings;
  return kNone;
}

// Fourteen layers of 16384 x 4096 x 4 = 256 MiB, each sized by a key of its own, are tried before what no size is seen
// to come from. Half of the batch is 256 x (2 x 16384 + 14 x 2 x 4096) x 4 = 144 MiB, half of a layer 128 MiB.
TEST(ToldAt, TheBatchIsTriedHoweverManyKeysSizeMore) {
  const ScratchFolder folder;
  std::string keys;
  for (int i = 0; i < 14; ++i) keys += "w" + std::to_string(i) + ": 4096\n";
  folder.put("vramlint.yaml",
             "recipes:\n  - {name: a, configs: [c.yaml], model: net.Net(cfg), inputs: [\"float32[cfg.batch, 16384]\"], "
             "loss: mean, optimizer: sgd}\n");
  folder.put("net.py", R"(import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(1))
        self.parts = nn.ModuleList([nn.Linear(16384, cfg[f"w{i}"], bias=False) for i in range(14)])
        self.parts.requires_grad_(False)

    def forward(self, x):
        x = torch.ones(int(str(len(x))), 16384, device=x.device) * self.scale
        return sum(part(x).pow(2).mean() for part in self.parts)
)");
  folder.put("c.yaml", keys + "batch: 512\n");
  const Said said = check(folder, "c.yaml", "3GiB");
  const Json& finding = finding_of(said, "peak-memory-exceeds-device");
  EXPECT_NE(finding.value("message", "").find("`batch` (512 → 256 saves"), std::string::npos) << finding;
  EXPECT_EQ(finding["range"]["start"]["line"], 15) << finding;
}

// 32 x 64 x 512 x 512 x 4 = 2 GiB of activations, and gradients as large; behind a stride of 4 a sixteenth.
TEST(ToldAt, FitTriesWhatOtherConfigsOfTheRecipeSet) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "recipes:\n  - {name: a, configs: [\"config/*.yaml\", \"config/examples/*.yaml\"], model: net.Net(cfg), "
             "inputs: [\"float32[cfg.batch, 3, 512, 512]\"], loss: mean, optimizer: sgd}\n");
  folder.put("net.py", R"(from torch import nn


class Net(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        stride = cfg.get("strides", [1])[0]
        self.body = nn.Sequential(nn.Conv2d(3, 64, 3, stride=stride), nn.Tanh(), nn.Conv2d(64, 8, 1))

    def forward(self, x):
        return self.body(x)
)");
  folder.put("config/own.yaml", "width: 64\nbatch: 32\n");
  folder.put("config/examples/small.yaml", "width: 64\nstrides: [4]\nbatch: 32\n");
  const ProgramRun run = run_program(folder.path(), {"fit", "config/own.yaml", "--root", ".", "--memory", "3GiB",
                                                     "--keep", "batch", "--format", "json"});
  const Json found = Json::parse(run.output).at("configs").at(0);
  ASSERT_FALSE(found["plans"].empty()) << found;
  EXPECT_EQ(found["plans"][0]["changes"][0]["key"], "strides") << found;
  EXPECT_EQ(found["plans"][0]["changes"][0]["to"], "[4]");
}

// What a dialect's own program says stands in no file of the user's.
TEST(ToldAt, AGapOfADialectStandsAtTheConfig) {
  const ScratchFolder folder;
  folder.put("configs/a.py",
             "model = dict(type='Net')\ndata = dict(samples_per_gpu=2, train=dict(type='Set', pipeline=[\n"
             "    dict(type='LoadImageFromFile'), dict(type='Normalize', mean=[0.0], std=[1.0])]))\n");
  folder.put("mmdet/__init__.py", "");
  const Said said = check(folder, "configs/a.py", "24GiB");
  ASSERT_FALSE(said.findings.empty());
  for (const Json& finding : said.findings) EXPECT_EQ(finding["file"], "configs/a.py") << finding;
}

// One stage of two ends without training, the other keeps 16 x 64 x 256 x 256 x 4 = 256 MiB twice in a frozen decoder.
TEST(ToldAt, AFrozenNetworkStandsAtItsWeightWhateverAnotherStageDoes) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "recipes:\n  - name: a\n    configs: [c.yaml]\n    inputs: [\"float32[16, 4, 256, 256]\"]\n    stages:\n"
             "      train: {script: {path: main.py, args: [--mode, train, --config, '{config}']}}\n"
             "      other: {script: {path: main.py, args: [--mode, other, --config, '{config}']}}\n");
  folder.put("main.py", R"(import argparse

import torch
import yaml
from torch import nn
from torch.utils.data import DataLoader

from somewhere import Rows


class Trainer:
    def __init__(self, decoder, cfg):
        self.decoder = decoder.cuda().eval()
        for weight in self.decoder.parameters():
            weight.requires_grad = False
        self.net = nn.Conv2d(4, 4, 3, padding=1).cuda()
        self.opt = torch.optim.Adam(self.net.parameters())
        self.image_weight = float(cfg["image_weight"])

    def train(self, loader):
        for latent in loader:
            made = self.net(latent.cuda())
            loss = made.abs().mean()
            if self.image_weight > 0:
                loss = loss + self.image_weight * self.decoder(made).abs().mean()
            self.opt.zero_grad()
            loss.backward()
            self.opt.step()


parser = argparse.ArgumentParser()
parser.add_argument("--mode")
parser.add_argument("--config")
args = parser.parse_args()
if args.mode == "train":
    decoder = nn.Sequential(nn.Conv2d(4, 64, 3, padding=1), nn.SiLU(), nn.Conv2d(64, 3, 3, padding=1))
    Trainer(decoder, yaml.safe_load(open(args.config))).train(DataLoader(Rows(), 16))
)");
  folder.put("c.yaml", "name: a\nimage_weight: 0.05\n");
  const Said said = check(folder, "c.yaml", "24GiB");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
  EXPECT_EQ(said.config["fits"], true);
  const Json& finding = finding_of(said, "auxiliary-network-cost");
  EXPECT_EQ(finding["range"]["start"]["line"], 2) << finding;
  EXPECT_NE(finding.value("message", "").find("Only `image_weight` puts it into the step"), std::string::npos);
  EXPECT_EQ(finding.value("fixes", Json::array()).size(), 1);
  finding_of(said, "unsupported-source");
}

TEST(ToldAt, AnErrorWithoutAKeyStandsAtTheSectionWhoseClassRaises) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "recipes:\n  - {name: a, configs: [c.yaml], model: net.build(cfg), inputs: [\"float32[2, 3, 8, 8]\"], "
             "loss: mean, optimizer: sgd}\n");
  folder.put("net.py", R"(from torch import nn

from heads import Head


class Twins(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Conv2d(3, 4, 1)

    def forward(self, x):
        return self.body(x), self.body(x)


KNOWN = {"Twins": Twins, "Head": Head}


def build(cfg):
    return nn.Sequential(KNOWN[cfg["neck"]["type"]](), KNOWN[cfg["head"]["type"]]())
)");
  folder.put("heads.py",
             "from torch import nn\n\n\nclass Head(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
             "        self.out = nn.Conv2d(4, 1, 1)\n\n    def forward(self, x):\n        return self.out(x)\n");
  folder.put("c.yaml", "neck:\n  type: Twins\nhead:\n  type: Head\n");
  const Said said = check(folder, "c.yaml", "24GiB");
  const Json& finding = finding_of(said, "constructor-raises");
  EXPECT_EQ(finding.value("file", ""), "c.yaml") << finding;
  EXPECT_EQ(finding["range"]["start"]["line"], 4) << finding;
}

// The context alone takes most of 520 MiB: the first steps, with 64 MiB, do not fit either.
TEST(ToldAt, APeakThatComesLaterStandsAtTheNumberThatDecidesWhen) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "recipes:\n  - {name: a, configs: [c.yaml], script: {path: train.py, args: ['{config}']}, "
             "inputs: [\"float32[16, 64]\"]}\n");
  folder.put("train.py", R"(import sys

import torch
import yaml
from torch.utils.data import DataLoader

from somewhere import Rows

cfg = yaml.safe_load(open(sys.argv[1]))
warm_up_epochs = cfg["warm_up_epochs"]
net = torch.nn.Linear(64, 64).cuda()
opt = torch.optim.Adam(net.parameters())
for epoch in range(cfg["epochs"]):
    for x in DataLoader(Rows(), 16):
        loss = net(x.cuda()).mean() + torch.ones(16, 1024, 1024).cuda().sum()
        if epoch >= warm_up_epochs:
            loss = loss + torch.ones(64, 1024, 1024).cuda().sum()
        opt.zero_grad()
        loss.backward()
        opt.step()
)");
  folder.put("c.yaml", "epochs: 100\nwarm_up_epochs: 10\n");
  const Said said = check(folder, "c.yaml", "520MiB");
  const Json& finding = finding_of(said, "peak-appears-late");
  EXPECT_EQ(finding["range"]["start"]["line"], 2) << finding;
  EXPECT_EQ(finding["level"], "note") << said.config["phases"];
}

// 64 x 3 x 512 x 512 x 4 = 192 MiB, beside a context that nearly fills 520 MiB: no key of the config has a part in it.
TEST(ToldAt, APeakThatNoKeySetsStandsAtTheBatchOfTheRecipe) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "recipes:\n  - name: a\n    configs: [c.yaml]\n    script: {path: train.py, args: ['{config}']}\n"
             "    batch: 'float32[64, 3, 512, 512]'\n");
  folder.put("train.py", R"(import torch
from torch.utils.data import DataLoader

from somewhere import Images

net = torch.nn.Conv2d(3, 3, 1).cuda()
opt = torch.optim.Adam(net.parameters())
for x in DataLoader(Images(), 64):
    loss = net(x.cuda()).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
)");
  folder.put("c.yaml", "epochs: 100\n");
  const Said said = check(folder, "c.yaml", "520MiB");
  const Json& finding = finding_of(said, "peak-memory-exceeds-device");
  EXPECT_EQ(finding.value("file", ""), "vramlint.yaml") << finding;
  EXPECT_EQ(finding["range"]["start"]["line"], 5) << finding;
}

// 16 x 4096 x 4096 x 4 = 1 GiB a turn is kept for backward; half of the turns are tried in the file that says them.
TEST(ToldAt, NumbersOfFilesThatTheProgramOpensAreTried) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "recipes:\n  - name: a\n    configs: [c.yaml]\n    script: {path: train.py, args: ['{config}']}\n"
             "    batch: 'float32[16, 4096, 4096]'\n");
  folder.put("train.py", R"(import sys

import torch
import yaml
from torch.utils.data import DataLoader

from somewhere import Rows

model = yaml.safe_load(open(yaml.safe_load(open(sys.argv[1]))["model"]))
net = torch.nn.Linear(4096, 4096, bias=False).cuda()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for x in DataLoader(Rows(), 16):
    x = x.cuda()
    for turn in range(model["turns"]):
        x = net(x)
    opt.zero_grad()
    x.mean().backward()
    opt.step()
)");
  folder.put("c.yaml", "model: model.yaml\n");
  folder.put("model.yaml", "name: net\nturns: 6\n");
  const Said said = check(folder, "c.yaml", "4GiB");
  const Json& finding = finding_of(said, "peak-memory-exceeds-device");
  EXPECT_NE(finding.value("message", "").find("`turns` (6 → 3 saves"), std::string::npos) << finding;
  EXPECT_EQ(finding.value("file", ""), "model.yaml");
  EXPECT_EQ(finding["range"]["start"]["line"], 2) << finding;
}

const char* const kAttending = R"(import torch
import torch.nn as nn


class Attend(nn.Module):
    def forward(self, x):
        b, c, h, w = x.shape
        flat = x.flatten(2).transpose(1, 2)
        scores = torch.bmm(flat, flat.transpose(1, 2))
        return torch.bmm(scores.softmax(dim=-1), flat).transpose(1, 2).reshape(b, c, h, w)


class Fused(nn.Module):
    def forward(self, x):
        b, c, h, w = x.shape
        flat = x.flatten(2).transpose(1, 2)[:, None]
        flat = nn.functional.scaled_dot_product_attention(flat, flat, flat)
        return flat[:, 0].transpose(1, 2).reshape(b, c, h, w)
)";

/// In the second stage a frozen network attends over 96 x 96 = 9216 positions: a map of 8 samples is
/// 8 x 9216 x 9216 x 4 bytes = 2.53 GiB. What is trained attends over 24 x 24 = 576.
TEST(ToldAt, AttentionIsToldAtTheKeyOfTheNetworkThatAttends) {
  const ScratchFolder folder;
  const std::string begin =
      "import argparse\nimport torch\nimport yaml\nfrom nets import Attend\nparser = argparse.ArgumentParser()\n"
      "parser.add_argument('--config')\ncfg = yaml.safe_load(open(parser.parse_args().config))\n"
      "def made(section, stride):\n    attends = cfg[section]['attention'][0]\n"
      "    return torch.nn.Sequential(torch.nn.Conv2d(3, 16, 4, stride, 2), "
      "Attend() if attends else torch.nn.Identity()).cuda()\n";
  const std::string loop =
      "optimizer = torch.optim.Adam(net.parameters())\nfor step in range(100):\n"
      "    x = torch.rand(samples, 3, 95, 95, device='cuda')\n    with torch.no_grad():\n        z = look(x)\n"
      "    loss = net(x).pow(2).mean()\n    optimizer.zero_grad()\n    loss.backward()\n    optimizer.step()\n";
  folder.put("nets.py", kAttending);
  folder.put("coder.py", begin + "samples = 1\nnet = made('coder', 1)\nlook = lambda x: x\n" + loop);
  folder.put("diffusion.py", begin + "samples = 8\nnet, look = made('diffusion', 4), made('coder', 1).eval()\n" + loop);
  folder.put("vramlint.yaml",
             "torch: \"2.4\"\nrecipes:\n  - name: both\n    configs: [c.yaml]\n    stages:\n"
             "      coder: {script: {path: coder.py, args: [--config, '{config}']}}\n"
             "      diffusion: {script: {path: diffusion.py, args: [--config, '{config}']}}\n");
  folder.put("c.yaml", "coder:\n  attention: [true]\ndiffusion:\n  attention: [true]\n");
  const Said said = check(folder, "c.yaml", "2GiB");
  const Json& finding = finding_of(said, "quadratic-attention");
  EXPECT_EQ(finding["range"]["start"]["line"], 2) << finding;
  EXPECT_NE(finding.value("message", "").find("`look.1` attends over 9216 × 9216"), std::string::npos) << finding;
}

/// Without the kernels that need none it makes a map of 8 x 9216 x 9216 x 4 bytes = 2.53 GiB.
TEST(ToldAt, TheMapOfAFusedCallIsOneWhereNoKernelDoesWithout) {
  for (const bool has_kernels : {false, true}) {
    const ScratchFolder folder;
    const std::string off =
        "torch.backends.cuda.enable_flash_sdp(False)\ntorch.backends.cuda.enable_mem_efficient_sdp(False)\n";
    folder.put("nets.py", kAttending);
    folder.put("train.py",
               "import torch\nfrom nets import Fused\n" + (has_kernels ? std::string() : off) +
                   "net = torch.nn.Sequential(torch.nn.Conv2d(3, 16, 3, padding=1), Fused()).cuda()\n"
                   "optimizer = torch.optim.Adam(net.parameters())\nfor step in range(100):\n"
                   "    loss = net(torch.rand(8, 3, 96, 96, device='cuda')).pow(2).mean()\n    optimizer.zero_grad()\n"
                   "    loss.backward()\n    optimizer.step()\n");
    folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - {name: a, configs: [train.py], script: train.py}\n");
    const Said said = check(folder, "train.py", "1GiB");
    const auto is_told = [](const Json& finding) { return finding["rule"] == "quadratic-attention"; };
    EXPECT_EQ(std::any_of(said.findings.begin(), said.findings.end(), is_told), !has_kernels) << said.config["top"];
  }
}

/// Nothing is unknown: what a fix comes to is no bound where no device is named.
TEST(ToldAt, WhatAFixComesToIsNoBoundWithoutADevice) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "torch: \"2.4\"\nrecipes:\n"
             "  - {name: a, configs: [c.yaml], script: {path: train.py, args: [--config, '{config}']}}\n");
  folder.put("train.py", R"(import argparse

import torch
import yaml

parser = argparse.ArgumentParser()
parser.add_argument("--config")
cfg = yaml.safe_load(open(parser.parse_args().config))
judge = torch.nn.Sequential(*[torch.nn.Conv2d(3, 3, 3, padding=1) for _ in range(64)]).cuda().eval()
judge.requires_grad_(False)
net = torch.nn.Conv2d(3, 3, 3, padding=1).cuda()
optimizer = torch.optim.Adam(net.parameters())
for step in range(100):
    y = net(torch.rand(cfg["batch"], 3, 256, 256, device="cuda"))
    loss = y.abs().mean()
    if cfg["weight"] > 0:
        loss = loss + cfg["weight"] * judge(y.sigmoid()).sigmoid().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
)");
  folder.put("c.yaml", "batch: 64\nweight: 0.05\n");
  const ProgramRun run = run_program(folder.path(), {"check", "c.yaml", "--fail-on", "never", "--root", "."});
  EXPECT_NE(run.output.find("fix: Set `weight` to 0"), std::string::npos) << run.output;
  EXPECT_EQ(run.output.find("at least"), std::string::npos) << run.output;
}

}  // namespace
}  // namespace vramlint::tests
