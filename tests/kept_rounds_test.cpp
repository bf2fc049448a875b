// What a training loop keeps on the GPU of each of its iterations counts for all of them, and is told.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

constexpr int64_t kOne = int64_t{4} << 20;  // torch.ones(1024, 1024) in float32

/// 80 batches an epoch, three epochs.
Said training(const std::string& before, const std::string& epoch, const std::string& turn) {
  return said_of_script(
      "from collections import deque\nimport torch\nfrom torch.utils.data import DataLoader, Dataset\n"
      "class Data(Dataset):\n    def __len__(self):\n        return 640\n"
      "    def __getitem__(self, i):\n        x = torch.zeros(256)\n        return x\n"
      "loader = DataLoader(Data(), batch_size=8)\n"
      "net = torch.nn.Linear(256, 256).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n" +
      before + "for epoch in range(3):\n" + epoch +
      "    for i, x in enumerate(loader):\n        loss = net(x.cuda()).mean()\n        opt.zero_grad()\n"
      "        loss.backward()\n        opt.step()\n        y = torch.ones(1024, 1024).cuda()\n" +
      turn);
}

/// The network, a batch of its inputs and cuBLAS's workspace are less than 24 MiB, and `y` is held once more.
void expect_kept(const Said& said, int64_t iterations) {
  const int64_t allocated = said.allocated();
  EXPECT_EQ(said.status(), "estimated") << said.config;
  EXPECT_GE(allocated, iterations * kOne);
  EXPECT_LE(allocated, iterations * kOne + (int64_t{28} << 20));
}

std::string told(const Said& said) {
  for (const auto& finding : said.findings)
    if (finding["rule"] == "training-keeps-results") return finding["message"];
  return "";
}

TEST(KeptRounds, AListOfAnEpochHoldsOneOfEachOfItsIterations) {
  const Said said = training("", "    ys = []\n", "        ys.append(y)\n");
  expect_kept(said, 80);
  EXPECT_NE(told(said).find("4.00 MiB of each training iteration stay on the GPU, 320 MiB after 80 iterations"),
            std::string::npos)
      << told(said);
}

TEST(KeptRounds, AListFromBeforeTheEpochsHoldsThoseOfAll) {
  const Said said = training("class Log:\n    def __init__(self):\n        self.ys = []\nlog = Log()\n", "",
                             "        log.ys.append((i, y))\n");
  expect_kept(said, 240);
}

TEST(KeptRounds, ARecordIsKeptAsATupleIs) {
  const std::string record = "from collections import namedtuple\nItem = namedtuple('Item', 'i y')\n";
  expect_kept(training(record + "kept = deque(maxlen=100)\n", "", "        kept.append(Item(i, y))\n"), 100);
  const std::string made = "class Item:\n    def __init__(self, y):\n        self.y = y\n";
  expect_kept(training(made + "kept = []\n", "", "        kept.append(Item(y))\n"), 240);
}

TEST(KeptRounds, WhatTwoItemsShareIsThereOnce) {
  expect_kept(training("kept = []\nlast = torch.ones(1024, 1024).cuda()\n", "",
                       "        kept.append((last, y))\n        last = y\n"),
              240);
}

TEST(KeptRounds, TheProgramsOwnLimitOfAListBoundsIt) {
  for (const char* turn :
       {"        if len(kept) < 100:\n            kept.append(y)\n        else:\n            kept[i] = y\n",
        "        kept.append(y)\n        if len(kept) > most:\n            kept.pop(0)\n",
        "        kept.append(y)\n        while len(kept) > 100:\n            del kept[0]\n"}) {
    const Said said = training("kept, most = [], 100\n", "", turn);
    expect_kept(said, 100);
    EXPECT_EQ(told(said), "") << turn;
  }
}

TEST(KeptRounds, ALengthThatHoldsOffSomethingElseBoundsNothing) {
  expect_kept(training("kept, losses = [], []\n", "",
                       "        kept.append(y)\n        if len(kept) >= 2:\n            losses.append(1)\n"),
              240);
}

/// A tensor that is given another's data once stood on both storages, and on the first after its end.
TEST(KeptRounds, ATensorThatWasGivenOtherDataEndsWithIt) {
  const Said said = training("", "", "        z = y.new().resize_as_(y).fill_(1)\n        w = z * y\n");
  EXPECT_EQ(said.status(), "estimated") << said.config;
}

TEST(KeptRounds, ADictHoldsOneForEachOfItsKeys) {
  const Said said = training("ys = {}\n", "", "        ys[i] = y\n");
  expect_kept(said, 80);
  EXPECT_NE(told(said).find("320 MiB after 80 iterations"), std::string::npos) << told(said);
}

TEST(KeptRounds, WhatTheProgramLetsGoOfIsNotCounted) {
  for (const auto& [before, turn, kept] : {
           std::tuple("ys = deque(maxlen=20)\n", "        ys.append(y)\n", 20),
           std::tuple("ys = []\n", "        ys.append(y)\n        if len(ys) > 30:\n            ys = ys[-30:]\n", 30),
           std::tuple("ys = []\n", "        ys.append(y)\n        if len(ys) > 30:\n            ys.clear()\n", 3),
           std::tuple("ys = []\n", "        ys.append(y.cpu())\n", 0),
           std::tuple("ys = []\n", "        ys.append(y.mean())\n", 0),
       }) {
    SCOPED_TRACE(turn);
    const Said said = training(before, "", turn);
    expect_kept(said, kept);
    EXPECT_EQ(told(said), "");
  }
}

TEST(KeptRounds, WhereNobodyKnowsHowManyThereAreAHundredAreTaken) {
  const Said said = said_of_script(
      "import torch\nnet = torch.nn.Linear(256, 256).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "ys = []\nwhile True:\n    loss = net(torch.zeros(8, 256).cuda()).mean()\n    opt.zero_grad()\n"
      "    loss.backward()\n    opt.step()\n    ys.append(torch.ones(1024, 1024).cuda())\n");
  expect_kept(said, 100);
  EXPECT_NE(told(said).find("memory grows from iteration to iteration; 100 iterations hold 400 MiB"), std::string::npos)
      << told(said);
}

// Every DQN: the first rounds gather. 32 tensors of 28,224 bytes, 28,672 as the allocator rounds, are not one round.
TEST(KeptRounds, SoDoWhatIsGatheredBeforeTheFirstRoundThatTrains) {
  const auto gathering = [](const std::string& wait) {
    return said_of_script(
        "import random\nimport torch\nfrom collections import deque\nnet = torch.nn.Linear(7056, 128).cuda()\n"
        "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nmemory = deque(maxlen=20000)\nfor step in range(100000):\n"
        "    memory.append(torch.rand(1, 7056).cuda())\n" +
        wait +
        "    x = torch.cat(random.sample(memory, 32))\n    loss = net(x).pow(2).mean()\n    opt.zero_grad()\n"
        "    loss.backward()\n    opt.step()\n");
  };
  const Said said = gathering("    if len(memory) < 32:\n        continue\n");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
  EXPECT_GE(said.allocated(), int64_t{20000} * 28'672);
  EXPECT_LE(said.allocated(), int64_t{20000} * 28'672 + (int64_t{48} << 20));
}

}  // namespace
}  // namespace vramlint::tests
