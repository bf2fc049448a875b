// What recipes of torchtune's kind are made of: modules wrapped for checkpoints, names filed while weights are read,
// trees of settings that are cut apart.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {

namespace {

Said trained(const std::string& before, const std::string& model) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes: [{configs: [train.py], script: train.py}]\n");
  folder.put("train.py", R"(import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(64, 256), nn.Linear(256, 64)
    def forward(self, x):
        return self.second(self.first(x).relu())

class Stack(nn.Module):
    saves = False
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([Part() for _ in range(4)])
    def forward(self, x):
        for part in self.parts:
            x = checkpoint(part, x, use_reentrant=False) if self.saves else part(x)
        return x

)" + before + "\nnet = Stack()\n" +
                             model + R"(
net = net.cuda()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(100):
    opt.zero_grad()
    net(torch.rand(32, 64).cuda()).sum().backward()
    opt.step()
)");
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
}

int64_t saved(const Said& said) { return said.config["saved_for_backward"].get<int64_t>(); }

}  // namespace

TEST(TrainedRecipes, AWrappedModuleSavesAsACheckpointOfItDoes) {
  const std::string wrap =
      "from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import apply_activation_checkpointing\n"
      "from torch.distributed.fsdp.wrap import ModuleWrapPolicy";
  const Said wrapped = trained(wrap, R"(names = list(net.state_dict())
apply_activation_checkpointing(net, auto_wrap_policy=ModuleWrapPolicy({Part}))
assert list(net.state_dict()) == names, list(net.state_dict())
net.load_state_dict(net.state_dict()))");
  const Said by_hand = trained("", "net.saves = True"), plain = trained("", "pass");
  EXPECT_EQ(wrapped.status(), "estimated") << wrapped.config["unknowns"] << wrapped.findings;
  EXPECT_EQ(wrapped.mistakes(), 0) << wrapped.findings;
  EXPECT_EQ(saved(wrapped), saved(by_hand));
  // each part saves its input and what the relu makes of 32 x 256, float32
  EXPECT_EQ(saved(plain), 4 * (32 * 64 + 32 * 256) * 4);
  EXPECT_EQ(saved(by_hand), 4 * 32 * 64 * 4);
}

TEST(TrainedRecipes, NamesInFilesOfWeightsAreFiled) {
  const Said said = trained(R"(from safetensors import safe_open
weights, index = {}, {}
with safe_open("model.safetensors", framework="pt", device="cpu") as file:
    for name in file.keys():
        weights[name] = file.get_tensor(name)
for name, value in weights.items():
    index[name] = "0001")",
                            "net.load_state_dict(weights)");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

// Modules that a loop of an unknown length lists are memory of an unknown size.
TEST(TrainedRecipes, ModulesOfALoopOfUnknownLengthAreNot) {
  const Said said = trained("",
                            "with open('/data/widths.txt') as lines:\n    for line in lines:\n"
                            "        net.parts.append(Part())\n");
  EXPECT_NE(said.status(), "estimated");
}

TEST(TrainedRecipes, APartOfSettingsThatIsMadeAnewRefersToTheWhole) {
  const Said said = trained(R"(from omegaconf import OmegaConf
import copy
import numpy as np
whole = OmegaConf.create({"out": "/tmp/a", "saver": {"out": "${out}"}})
part = copy.deepcopy(whole.saver)
part._set_parent(whole.saver._get_parent())
assert OmegaConf.create(part).out == "/tmp/a"
assert np.iinfo(np.uint32).max == 4294967295 and np.iinfo(np.int16).min == -32768)",
                            "pass");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

// jsonargparse's documentation: dataclasses, classes by `class_path`, numbers and paths by what is annotated.
TEST(TrainedRecipes, ACommandLineFillsWhatIsAnnotated) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "torch: \"2.4\"\nrecipes:\n  - configs: [config/*.yaml]\n"
             "    script: {path: train.py, args: [fit, --config, '{config}', --train.batch, '8']}\n");
  folder.put("config/a.yaml",
             "out: some/folder\nrate: 1\ntrain: {batch: 4, width: 16}\n"
             "data: {class_path: parts.Random, init_args: {size: 24}}\noptimizer: {class_path: torch.optim.SGD, "
             "init_args: {lr: 4e-4}}\n");
  folder.put("parts.py",
             "import torch\n\nclass Data:\n    pass\n\nclass Random(Data):\n    def __init__(self, size: int = 8):\n"
             "        self.size = size\n    def batch(self, count):\n        return torch.rand(count, self.size)\n");
  folder.put("train.py", R"(import inspect
from dataclasses import dataclass
from pathlib import Path
import torch
from jsonargparse import CLI
from parts import Data

@dataclass
class Train:
    batch: int = 2
    width: int = 4
    rounds: int = 50

def fit(out: Path, rate: float = 0.1, train: Train = Train(), data: Data | None = None, optimizer: str | dict = "SGD"):
    assert isinstance(out, Path) and isinstance(rate, float) and optimizer["init_args"]["lr"] == 0.0004
    assert inspect.signature(fit).parameters["rate"].annotation is float
    net = torch.nn.Linear(data.size, train.width).cuda()
    opt = torch.optim.SGD(net.parameters(), lr=rate)
    for step in range(train.rounds):
        opt.zero_grad()
        net(data.batch(train.batch).cuda()).sum().backward()
        opt.step()

def test():
    raise ValueError("not this one")

CLI({"fit": fit, "test": test})
)");
  const Said said =
      said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "config/a.yaml"}));
  EXPECT_EQ(said.status(), "estimated") << said.config << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_EQ(said.parameters(), 24 * 16 + 16);
}

}  // namespace vramlint::tests
