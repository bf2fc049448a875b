// What training programs do beside their model, as they do it on anybody's machine: draw numbers, read files that are
// not here, write logs. None of it may make the figures of the step less than they are known.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

constexpr const char* kHead = R"(import os
import random
import time

import torch
from torch.utils.data import DataLoader, Dataset

model = torch.nn.Conv2d(3, 8, 3).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
)";

/// A program of `body`, and `more` lines of its recipe.
Said run(const std::string& body, const std::string& more = "") {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - configs: [train.py]\n    script: train.py\n" + more);
  folder.put("train.py", kHead + body);
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
}

/// A step on `x`, made by `statements` in every round.
Said stepped(const std::string& statements) {
  return run("for step in range(100):\n" + statements +
             "    model(x.cuda()).mean().backward()\n    optimizer.step()\n    optimizer.zero_grad()\n");
}

/// What the convolution keeps of its input.
int64_t kept(const Said& said) { return said.config["saved_for_backward"].get<int64_t>(); }

TEST(OpenPrograms, APlaceThatIsDrawnLeavesTheSizeOfACrop) {
  const Said drawn = stepped(
      "    x0 = int((128 - 64) * random.random())\n    y0 = random.randint(0, 64)\n"
      "    x = torch.zeros(4, 3, 128, 128)[:, :, x0:x0 + 64, y0:y0 + 64]\n");
  EXPECT_EQ(drawn.status(), "estimated") << drawn.config["unknowns"];
  EXPECT_EQ(kept(drawn), 4 * 3 * 64 * 64 * 4);
}

TEST(OpenPrograms, ADrawnSizeIsItsLargestAndNoMoreThanThat) {
  const Said drawn = stepped("    s = random.randrange(64, 257, 64)\n    x = torch.zeros(4, 3, s, s)\n");
  const Said smallest = stepped("    s = 64\n    x = torch.zeros(4, 3, s, s)\n");
  const Said largest = stepped("    s = 256\n    x = torch.zeros(4, 3, s, s)\n");
  ASSERT_EQ(drawn.status(), "estimated") << drawn.config["unknowns"];
  EXPECT_EQ(drawn.config["peak"]["allocated"]["point"], largest.config["peak"]["allocated"]["point"]);
  EXPECT_LE(drawn.low(), smallest.config["peak"]["allocated"]["point"].get<double>());
}

// Pairs of those of `rows` numbers that are positive: of 4,096 as much as 4,096 * 4,096 * 4 bytes, 64 MiB, and as
// little as nothing; of 64 no more than 16 KiB.
TEST(OpenPrograms, AFigureInTheMiddleOfAnOrderOfMagnitudeIsALowerBound) {
  const auto pairs = [](const std::string& rows) {
    return stepped("    x = torch.zeros(4, 3, 64, 64)\n    y = model(x.cuda()).flatten()[:" + rows +
                   "]\n    chosen = y[y > 0]\n    pairs = chosen.unsqueeze(0) * chosen.unsqueeze(1)\n"
                   "    (pairs.exp() + pairs.sigmoid()).mean().backward()\n");
  };
  const Said many = pairs("4096"), few = pairs("64");
  EXPECT_EQ(many.status(), "partial");
  EXPECT_NE(many.config["unknowns"].dump().find("of which only the data tells the size"), std::string::npos);
  EXPECT_EQ(few.status(), "estimated") << few.config["unknowns"];
}

TEST(OpenPrograms, AsManyAreDrawnAsAreAskedFor) {
  const Said drawn = stepped("    x = torch.zeros(16, 3, 64, 64)[random.sample(range(16), k=4)]\n");
  EXPECT_EQ(drawn.status(), "estimated") << drawn.config["unknowns"];
  EXPECT_EQ(kept(drawn), 4 * 3 * 64 * 64 * 4);
}

constexpr const char* kData = R"(
class Pictures(Dataset):
    def __init__(self, folder):
        self.paths = []
        for name in open(folder + "/names.bin", "rb"):
            self.paths.append(name)
        if not self.paths:
            raise RuntimeError(f"no pictures in {folder}")

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        return torch.load(self.paths[index])


for x in DataLoader(Pictures("/data/pictures"), batch_size=4):
    model(x.cuda()).mean().backward()
    optimizer.step()
    optimizer.zero_grad()
)";

TEST(OpenPrograms, WhatADataSetDoesIsNoGapWhereTheBatchIsSaid) {
  const Said said = run(kData, "    inputs: [\"float32[4, 3, 64, 64]\"]\n");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
  EXPECT_TRUE(said.config["unknowns"].empty()) << said.config["unknowns"];
  EXPECT_EQ(run(kData).status(), "not_estimable");
}

TEST(OpenPrograms, AFolderThatMayLackIsNotThereYet) {
  const Said said = stepped(
      "    try:\n        states = os.listdir('experiments/states')\n    except FileNotFoundError:\n        states = "
      "[]\n"
      "    x = torch.zeros(4 + len(states), 3, 64, 64)\n");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
  EXPECT_EQ(kept(said), 4 * 3 * 64 * 64 * 4);
}

TEST(OpenPrograms, ANameThatTellsTheTimeIsAName) {
  const Said said = stepped(
      "    log = os.path.join('logs', f\"{time.strftime('%m%d')}.log\")\n    places = []\n"
      "    if log is not None:\n        places.append(1)\n    x = torch.zeros(3 + len(places), 3, 64, 64)\n");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
  EXPECT_EQ(kept(said), 4 * 3 * 64 * 64 * 4);
}

TEST(OpenPrograms, ALoopThatChangesNothingIsNoGap) {
  const std::string loop =
      "import other\ntable = other.table()\n"
      "def reset():\n    for column in table.columns:\n        table[column].values[:] = 0\nreset()\n";
  const std::string counts =
      "found = []\ndef count():\n    for column in table.columns:\n        found.append(1)\ncount()\n";
  const std::string train =
      "for step in range(100):\n    model(torch.zeros(4, 3, 64, 64).cuda()).mean().backward()\n"
      "    optimizer.step()\n    optimizer.zero_grad()\n";
  EXPECT_EQ(run(loop + train).status(), "estimated");
  EXPECT_EQ(run(loop + counts + train).status(), "estimated") << "nobody asks how many there are";
  EXPECT_EQ(run(loop + counts + "kept = [each + 1 for each in found]\n" + train).status(), "partial");
}

TEST(OpenPrograms, WhatOneParserDoesNotKnowIsForTheNext) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "torch: \"2.4\"\nrecipes:\n  - configs: [train.py]\n"
             "    script: {path: train.py, args: [/data, --width, 16, -c, x.yaml]}\n");
  folder.put("train.py", std::string(kHead) + R"(
import argparse

first = argparse.ArgumentParser(add_help=False)
first.add_argument("-c", "--config", default="")
second = argparse.ArgumentParser()
second.add_argument("data", nargs="?")
second.add_argument("--width", type=int, default=4)
known, remaining = first.parse_known_args()
args = second.parse_args(remaining)
assert (known.config, args.data) == ("x.yaml", "/data")  # as CPython 3.11 has it
model = torch.nn.Linear(8, args.width).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(100):
    model(torch.zeros(4, 8).cuda()).mean().backward()
    optimizer.step()
    optimizer.zero_grad()
)");
  const Said said =
      said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
  ASSERT_EQ(said.status(), "estimated") << said.findings << said.config["unknowns"];
  EXPECT_EQ(said.parameters(), 8 * 16 + 16);
}

TEST(OpenPrograms, WhatCannotTouchTheStepIsPassedOver) {
  const std::string schedule =
      "import elsewhere\ndef schedule():\n    rates = {}['rates']\n    return rates\n"
      "rates = schedule()\n";
  const std::string train =
      "for step in range(100):\n    model(torch.zeros(4, 3, 64, 64).cuda()).mean().backward()\n"
      "    optimizer.param_groups[0]['lr'] = rates\n    optimizer.step()\n    optimizer.zero_grad()\n";
  const std::string local =
      "def main():\n    model = torch.nn.Conv2d(3, 8, 3).cuda()\n"
      "    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n    {}['rates'](model)\n";
  const auto indented = [](std::string text) {
    for (size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) text.insert(at, "    ");
    return text;
  };
  EXPECT_EQ(
      run("del model, optimizer\n" + schedule + local.substr(0, local.find("    {}")) + indented(train) + "main()\n")
          .status(),
      "estimated");
  EXPECT_EQ(run(schedule + local + indented(train) + "main()\n").status(), "partial") << "the model was within reach";
}

TEST(OpenPrograms, BackbonesAreCutWhereTorchvisionCutsThem) {
  const Said said =
      run("from torchvision.models._utils import IntermediateLayerGetter\n"
          "net = torch.nn.Sequential(torch.nn.Conv2d(3, 8, 1), torch.nn.Conv2d(8, 8, 1), torch.nn.Conv2d(8, 8, 1))\n"
          "cut = IntermediateLayerGetter(net, {'0': 'low', '1': 'high'}).cuda()\ndel net, model\n"
          "optimizer = torch.optim.SGD(cut.parameters(), lr=0.1)\n"
          "for step in range(100):\n    made = cut(torch.zeros(4, 3, 64, 64).cuda())\n"
          "    (made['low'] + made['high']).mean().backward()\n    optimizer.step()\n    optimizer.zero_grad()\n");
  ASSERT_EQ(said.status(), "estimated") << said.findings << said.config["unknowns"];
  EXPECT_EQ(said.parameters(), (3 * 8 + 8) + (8 * 8 + 8)) << "the third layer is left out";
}

TEST(OpenPrograms, AModuleThatIsMovedToTheHostHoldsNothingOnTheGpu) {
  const std::string copied = "import copy\nmean = copy.deepcopy(model)\n", moved = "mean.to(device=\"cpu\")\n";
  const auto averaged = [&](const std::string& setup, const std::string& place) {
    return run(setup +
               "for step in range(100):\n    x = torch.zeros(2, 3, 64, 64, device='cuda')\n"
               "    model(x).mean().backward()\n    optimizer.step()\n    optimizer.zero_grad()\n"
               "    with torch.no_grad():\n"
               "        for mine, other in zip(mean.state_dict().values(), model.state_dict().values()):\n"
               "            mine.copy_(0.9 * mine + 0.1 * other.detach()" +
               place + ")\n");
  };
  const auto parameters = [](const Said& said) { return said.config["breakdown"]["parameter"].get<int64_t>(); };
  const Said host = averaged(copied + moved, ".to(device=\"cpu\")"), device = averaged(copied, "");
  ASSERT_EQ(host.status(), "estimated") << host.config;
  // 216 weights and 8 biases: blocks of 1024 and 512 bytes, once and twice.
  EXPECT_EQ(parameters(host), 1536);
  EXPECT_EQ(parameters(device), 3072);
  EXPECT_EQ(parameters(averaged(copied + moved + "mean.cuda()\n", "")), 3072);
}

}  // namespace
}  // namespace vramlint::tests
