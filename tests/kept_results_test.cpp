// What an evaluation keeps on the GPU of every batch counts for all batches of its loader, followed or not.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

constexpr int64_t kBatch = int64_t{32} << 20;  // torch.ones(8, 1024, 1024) in float32

/// `count` samples, eight a batch; an evaluation whose outputs are `kBatch` bytes a batch.
Said evaluating(const std::string& before, const std::string& turn, const std::string& count = "640") {
  return said_of_script(
      "import os\nimport torch\nfrom torch.utils.data import DataLoader, Dataset\n"
      "class Data(Dataset):\n    def __init__(self, count):\n        self.count = count\n"
      "    def __len__(self):\n        return self.count\n"
      "    def __getitem__(self, i):\n        return torch.zeros(256)\n"
      "loader, val = DataLoader(Data(640), batch_size=8), DataLoader(Data(" +
      count +
      "), batch_size=8)\n"
      "net = torch.nn.Linear(256, 256).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "for epoch in range(20):\n    for x in loader:\n        loss = net(x.cuda()).mean()\n        opt.zero_grad()\n"
      "        loss.backward()\n        opt.step()\n    with torch.no_grad():\n" +
      before + "        for i, x in enumerate(val):\n            y = torch.ones(8, 1024, 1024).cuda()\n" + turn);
}

/// The network, a batch of its inputs and cuBLAS's workspace are below that.
constexpr int64_t kRest = int64_t{20} << 20;

void expect_batches(const Said& said, int64_t batches) {
  EXPECT_EQ(said.status(), "estimated") << said.config;
  EXPECT_GE(said.allocated(), batches * kBatch);
  EXPECT_LE(said.allocated(), batches * kBatch + kRest);
}

// 640 / 8 = 80 batches, all in the list.
TEST(KeptResults, AListHoldsThoseOfAllBatches) {
  expect_batches(evaluating("        ys = []\n", "            ys.append(y)\n"), 80);
  expect_batches(evaluating("        ys = []\n", "            ys.append({'y': y, 'i': i})\n"), 80);
}

TEST(KeptResults, OneExpressionHoldsThoseOfAllBatchesToo) {
  for (const char* const gathered :
       {"[torch.ones(8, 1024, 1024).cuda() for x in val]", "tuple(torch.ones(8, 1024, 1024).cuda() for x in val)",
        "{i: torch.ones(8, 1024, 1024).cuda() for i, x in enumerate(val)}"}) {
    const Said said = evaluating("        ys = " + std::string(gathered) + "\n        del ys\n", "            del y\n");
    expect_batches(said, 80);
    EXPECT_NE(said.findings.dump().find("evaluation-keeps-results"), std::string::npos) << gathered;
  }
}

// 1,000 batches of 32 MiB are more than the device has: no smaller batch, and no cast, changes that.
TEST(KeptResults, WhatTheyMakeTooMuchIsNoQuestionOfTheBatch) {
  const Said said = evaluating("        ys = []\n",
                               "            ys.append(net(x.cuda()) + y.mean())\n            ys.append(y)\n", "8000");
  const std::string findings = said.findings.dump();
  EXPECT_NE(findings.find("whatever the batch"), std::string::npos) << findings;
  EXPECT_EQ(findings.find("a smaller batch there"), std::string::npos) << findings;
}

// Of 16 and 32 MiB, larger in one dimension than the other of the turn before.
TEST(KeptResults, WhatTwoLayersMakeAtOnePlaceIsNotJoined) {
  const Said said = evaluating(
      "        kept = {}\n        def layer(name, rows):\n            kept[name] = torch.ones(rows, 1024, 1024).cuda() "
      "+ 1\n",
      "            layer('a', 4)\n            layer('b', 8)\n");
  EXPECT_EQ(said.status(), "estimated") << said.config;
  EXPECT_LE(said.allocated(), 5 * kBatch + kRest);
  EXPECT_EQ(said.findings.dump().find("evaluation-keeps-results"), std::string::npos) << said.findings;
}

// In the last turn: 79 joined before, the batch, and 80 joined now.
TEST(KeptResults, WhatIsJoinedIsThereTwice) {
  const std::string join = "            ys = y if ys is None else torch.cat([ys, y])\n";
  expect_batches(evaluating("        ys = None\n", join), 79 + 1 + 80);
}

// Sixteen batches in the list, and the join of them; then they are on the host. The batch at hand is one of the 16.
TEST(KeptResults, WhatIsMovedEverySoManyBatchesIsCountedUpToThere) {
  const std::string move =
      "            ys.append(y)\n            if (i + 1) % 16 == 0:\n                torch.cat(ys).cpu()\n"
      "                ys.clear()\n";
  expect_batches(evaluating("        ys = []\n", move), 16 + 16);
  const std::string log = "            ys.append(y)\n            if (i + 1) % 16 == 0:\n                print(i)\n";
  expect_batches(evaluating("        ys = []\n", log), 80);
}

// Two batches of y: the one at hand while the next is made.
TEST(KeptResults, WhatIsLetGoOfIsNotCounted) {
  const Said said = evaluating("        ys = []\n", "            ys.append(y.mean())\n");
  EXPECT_LE(said.allocated(), 2 * kBatch + kRest);
}

TEST(KeptResults, WhereNobodyKnowsHowManyBatchesThereAreThatIsSaid) {
  const Said said = evaluating("        ys = []\n", "            ys.append(y)\n", "int(os.environ['SAMPLES'])");
  EXPECT_EQ(said.status(), "partial");
  EXPECT_TRUE(said.lists("32.0 MiB of each stay on the GPU until it ends")) << said.config["unknowns"];
}

// Of eight batches of an evaluation without torch.no_grad() the history goes with the next one's, however many there
// are; where their sum keeps it, that is said, and what two of them hold is counted.
TEST(KeptResults, HistoryThatNothingRefersToIsGone) {
  const auto over_a_folder = [](const std::string& turn) {
    return said_of_script(
        "import os\nimport torch\nfrom torch import nn\nnet = nn.Sequential(nn.Linear(256, 4096), nn.ReLU()).cuda()\n"
        "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor epoch in range(10):\n    for step in range(100):\n"
        "        loss = net(torch.randn(8, 256).cuda()).mean()\n        opt.zero_grad()\n        loss.backward()\n"
        "        opt.step()\n    total = 0.0\n    for i in range(len(os.listdir('masks'))):\n"
        "        result = net(torch.randn(1024, 256).cuda())\n" +
        turn + "    print(total)\n");
  };
  const Said gone =
      over_a_folder("        result = result.cpu().numpy()\n        total = total + float(result.mean())\n");
  const Said kept = over_a_folder("        total = total + result.mean()\n");
  EXPECT_EQ(gone.status(), "estimated") << gone.config["unknowns"] << gone.config["assumptions"];
  EXPECT_EQ(kept.status(), "partial") << kept.config["assumptions"];
  EXPECT_GE(kept.low(), 2.0 * 2 * 1024 * 4096 * 4);  // of two turns, the layer's result and the activation's
}

// Of a loader whose batches are on the GPU before the loop asks for them: the batch is the step's input, and what
// differs where fewer samples are taken is that.
TEST(KeptResults, ABatchThatIsDrawnBeforeTheLoopIsItsInput) {
  const Said said = said_of_script(
      "import torch\nfrom torch.utils.data import DataLoader, Dataset\n"
      "class Data(Dataset):\n    def __len__(self):\n        return 640\n"
      "    def __getitem__(self, i):\n        return torch.zeros(1024, 1024)\n"
      "def ahead(loader):\n    batches = iter(loader)\n    following = next(batches).cuda()\n    for batch in "
      "batches:\n"
      "        now, following = following, batch.cuda()\n        yield now\n    yield following\n"
      "net = torch.nn.Linear(1024, 1).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "for x in ahead(DataLoader(Data(), batch_size=8)):\n    loss = net(x).mean()\n    opt.zero_grad()\n"
      "    loss.backward()\n    opt.step()\n");
  // The batch at hand and the next one, of 8 × 1024 × 1024 × 4 bytes.
  EXPECT_EQ(said.status(), "estimated") << said.config << said.findings;
  EXPECT_EQ(said.config["breakdown"]["input"].get<int64_t>(), 2 * kBatch) << said.config["breakdown"];
}

/// A layer of 1,024 rows of 1,024 numbers keeps its input, 4 MiB a batch, beside the 4 MiB of the weight and as much of
/// its gradient; the relu behind it keeps its result, 4 MiB more.
std::string with_history(const std::string& count, const std::string& epoch) {
  return "import torch\nfrom torch.utils.data import DataLoader, Dataset\n"
         "class Data(Dataset):\n    def __init__(self, count):\n        self.count = count\n"
         "    def __len__(self):\n        return self.count\n"
         "    def __getitem__(self, i):\n        return torch.zeros(1024)\n"
         "loader, val = DataLoader(Data(1024), 1024), DataLoader(Data(1024 * " +
         count +
         "), 1024)\nnet = torch.nn.Sequential(torch.nn.Linear(1024, 1024), torch.nn.ReLU()).cuda()\n"
         "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor epoch in range(20):\n" +
         epoch;
}

const std::string kTrain =
    "    for x in loader:\n        loss = net(x.cuda()).mean()\n        opt.zero_grad()\n        loss.backward()\n"
    "        opt.step()\n";

int64_t mebibytes(int64_t count) { return count << 20; }

TEST(KeptResults, WhatIsMadeWithoutNoGradKeepsItsHistory) {
  const Said said = said_of_script(
      with_history("40", kTrain + "    total = 0\n    for x in val:\n        total += net(x.cuda()).mean()\n"));
  EXPECT_EQ(said.config["peak"]["phase"], "validation") << said.config;
  EXPECT_GE(said.allocated(), mebibytes(40 * 8));
  EXPECT_LE(said.allocated(), mebibytes(40 * 8 + 48));
  const std::string message = said.findings.dump();
  EXPECT_NE(
      message.find("autograd keeps 8.00 MiB of each batch until the loop over the loader ends, 320 MiB with its 40"),
      std::string::npos)
      << message;
}

TEST(KeptResults, UnderNoGradThereIsNone) {
  const Said said =
      said_of_script(with_history("40", kTrain + "    total = 0\n    with torch.no_grad():\n        for x in val:\n    "
                                                 "        total += net(x.cuda()).mean()\n"));
  EXPECT_LE(said.allocated(), mebibytes(64));
  EXPECT_EQ(said.findings.dump().find("autograd keeps"), std::string::npos) << said.findings;
}

TEST(KeptResults, OfALongLoopAFewTurnsAreFollowed) {
  const Said said = said_of_script(
      with_history("1000", kTrain + "    total = 0\n    for x in val:\n        total += net(x.cuda()).mean()\n"));
  EXPECT_EQ(said.status(), "estimated");
  EXPECT_GE(said.allocated(), mebibytes(1000 * 8));
  EXPECT_LE(said.allocated(), mebibytes(1000 * 8 + 48));
}

// A loss of all 40 batches, and one backward through it: that is what the program wants, and no leak.
TEST(KeptResults, ASumOfLossesOverALoaderHasThoseOfAllItsBatches) {
  for (const char* sum : {"    total = 0\n    for x in val:\n        total = total + net(x.cuda()).mean()\n",
                          "    total = torch.stack([net(x.cuda()).mean() for x in val]).sum()\n"}) {
    const Said said = said_of_script(
        with_history("40", std::string("    opt.zero_grad()\n") + sum + "    total.backward()\n    opt.step()\n"));
    EXPECT_EQ(said.status(), "estimated") << said.config;
    EXPECT_GE(said.allocated(), mebibytes(40 * 8)) << sum;
    EXPECT_LE(said.allocated(), mebibytes(40 * 8 + 48)) << sum;
    EXPECT_EQ(said.findings.dump().find("autograd keeps"), std::string::npos) << said.findings;
  }
}

const char* const kLarge =
    "import torch\nfrom torch.utils.data import DataLoader, Dataset\nclass Data(Dataset):\n"
    "    def __len__(self):\n        return 6400\n"
    "    def __getitem__(self, i):\n        return torch.zeros(1024, 1024)\n"
    "net = torch.nn.Linear(1024, 8).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
    "def ahead(loader):\n    it = iter(loader)\n    now = next(it)\n    for following in it:\n"
    "        yield now.cuda()\n        now = following\n    yield now.cuda()\n"
    "def step(x):\n    loss = net(x).mean()\n    loss.backward()\n    opt.step()\n    opt.zero_grad()\n";

// Of 8 x 1024 x 1024 floats: four of them, while the four before are still bound.
TEST(KeptResults, BatchesThatAreGatheredForOneUpdateAreLetGoOfTogether) {
  for (const int each : {3, 4, 5}) {
    const Said said = said_of_script(
        kLarge + std::string("def gather(it):\n    got = []\n    for _ in range(") + std::to_string(each) +
        "):\n        try:\n            got.append(next(it))\n        except StopIteration:\n            break\n"
        "    return got\nit = ahead(DataLoader(Data(), batch_size=8))\nfor update in range(200):\n"
        "    got = gather(it)\n    for x in got:\n        step(x)\n");
    EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
    EXPECT_GE(said.allocated(), 2 * each * kBatch) << each;
    EXPECT_LE(said.allocated(), (2 * each + 1) * kBatch + kRest) << each;
    EXPECT_EQ(said.findings.dump().find("evaluation-keeps-results"), std::string::npos) << said.findings;
  }
}

// The loader is one batch ahead of the turn.
TEST(KeptResults, WhatIsMovedEverySoManyTurnsIsCountedByTheTurns) {
  for (const int each : {2, 4, 5, 16}) {
    const Said said = said_of_script(
        kLarge +
        std::string("for epoch in range(3):\n    for x in DataLoader(Data(), batch_size=8):\n        step(x.cuda())\n"
                    "    ys = []\n    with torch.no_grad():\n"
                    "        for i, x in enumerate(ahead(DataLoader(Data(), batch_size=8))):\n"
                    "            ys.append(x * 2)\n            if (i + 1) % ") +
        std::to_string(each) +
        " == 0:\n                print(torch.stack([y.mean() for y in ys]))\n"
        "                ys = []\n");
    EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
    EXPECT_GE(said.allocated(), each * kBatch) << each;
    EXPECT_LE(said.allocated(), (each + 2) * kBatch + kRest) << each;
  }
}

}  // namespace
}  // namespace vramlint::tests
