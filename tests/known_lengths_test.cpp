// Lengths that are known though what they are the lengths of is not: windows of texts, numbers with leading zeros.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

const std::string kBegin =
    "import random\nimport numpy as np\nimport torch\nfrom torch import nn\nfrom torch.utils.data import DataLoader, "
    "Dataset\n";

/// `sample` is what __getitem__ returns; `step` trains `net` on the batch `x`. Estimated, and the batch has so many
/// bytes, in blocks of 512.
void expect_batch(const std::string& before, const std::string& sample, const std::string& net, const std::string& step,
                  int64_t bytes) {
  SCOPED_TRACE(sample);
  const Said said =
      said_of_script(kBegin + before + "class Data(Dataset):\n    def __len__(self):\n        return 4096\n" +
                     "    def __getitem__(self, i):\n" + sample + "net = " + net +
                     ".cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
                     "for x in DataLoader(Data(), batch_size=32):\n    opt.zero_grad()\n" +
                     step + "    opt.step()\n");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.config["breakdown"]["input"].get<int64_t>(), (bytes + 511) / 512 * 512);
}

const std::string kLookUp = "    net(x.cuda()).mean().backward()\n";

// 65 letters, as the recipe would say; windows of 129 of them: 128 numbers of eight bytes for each of 32 samples.
TEST(KnownLengths, AWindowOfATextHasTheLettersThatAreTaken) {
  expect_batch("text = open('input.txt').read()\nplace = {c: i for i, c in enumerate(sorted(set(text)))}\n",
               "        i = random.randint(0, len(text) - 129)\n        chunk = text[i:i + 129]\n"
               "        ids = [place[c] for c in chunk]\n        assert len(chunk[:-1]) == 128\n"
               "        return torch.tensor(ids[:-1], dtype=torch.long)\n",
               "nn.Embedding(65, 16)", kLookUp, int64_t{32} * 128 * 8);
}

// They may be the numbers of words as well as what something measures.
TEST(KnownLengths, NumbersOfASampleWhoseTypeNobodySaysAreNoMistake) {
  const auto trained = [](const std::string& net) {
    return said_of_script(
        kBegin +
        "place = {c: i for i, c in enumerate(sorted(set(open('a.txt').read())))}\n"
        "class Data(Dataset):\n    def __len__(self):\n        return 4096\n    def __getitem__(self, i):\n"
        "        return torch.tensor([place[c] for c in open('a.txt').read()[i:i + 64]])\nnet = " +
        net +
        ".cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor x in DataLoader(Data(), batch_size=32):\n"
        "    opt.zero_grad()\n    net(x.cuda()).mean().backward()\n    opt.step()\n");
  };
  const Said looked_up = trained("nn.Embedding(65, 16)"), measured = trained("nn.Linear(64, 16)");
  EXPECT_EQ(looked_up.mistakes(), 0) << looked_up.findings;
  EXPECT_EQ(measured.status(), "estimated") << measured.config["unknowns"];
  EXPECT_TRUE(measured.assumes("are taken for floats"));
}

// What a game pays: many numbers, and a mean of integers would be a mistake.
TEST(KnownLengths, RewardsHaveAMean) {
  const Said said = said_of_script(
      "import gym\nimport torch\nfrom torch import nn\nenv = gym.make('CartPole-v1')\nnet = nn.Linear(4, 2).cuda()\n"
      "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor episode in range(9):\n    env.reset()\n    rewards = []\n"
      "    for t in range(64):\n        state, r, done, info = env.step(0)\n        rewards.append(r)\n"
      "    paid = torch.tensor(rewards)\n    loss = net(torch.zeros(64, 4).cuda()).mean() * (paid - "
      "paid.mean()).std()\n"
      "    opt.zero_grad()\n    loss.backward()\n    opt.step()\n");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

TEST(KnownLengths, ANumberWithLeadingZerosIsAsLongAsItIsWide) {
  const std::string draw = "        a, b = random.randint(0, 99), random.randint(0, 99)\n";
  const std::string read = "        return torch.tensor([int(c) for c in text])\n";
  // 2 + 2 + 3 digits.
  expect_batch("", draw + "        text = f'%0{2}d' % a + '%02d' % b + ('%03d' % (a + b))[::-1]\n" + read,
               "nn.Embedding(10, 16)", kLookUp, int64_t{32} * 7 * 8);
  expect_batch("", draw + "        text = f'{a:02d}0{b:02d}'\n" + read, "nn.Embedding(10, 16)", kLookUp,
               int64_t{32} * 5 * 8);
}

const std::string kTrain =
    "net = nn.Linear(64, 64).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor i in range(9):\n"
    "    opt.zero_grad()\n    net(torch.zeros(8, 64).cuda()).mean().backward()\n    opt.step()\n";

// Which GPU it is changes no size; how many there are would.
TEST(KnownLengths, AListOfDataIsOpenOnlyToWhoGoesThroughIt) {
  const auto gather = [](const std::string& item) {
    return "def free():\n    found = []\n    for i in range(torch.cuda.device_count()):\n"
           "        left, all = torch.cuda.mem_get_info(i)\n        if left > all // 2:\n            found.append(" +
           item + ")\n    return found\n";
  };
  const std::string program = kBegin + gather("i");
  const Said picks = said_of_script(program + "torch.cuda.set_device(free()[0])\n" + kTrain);
  EXPECT_EQ(picks.status(), "estimated") << picks.config["unknowns"];
  const Said goes_through =
      said_of_script(program + "extra = [torch.zeros(1024, 1024).cuda() for i in free()]\n" + kTrain);
  EXPECT_EQ(goes_through.status(), "partial");
  const Said holds = said_of_script(kBegin + gather("torch.zeros(1024, 1024).cuda()") + "kept = free()\n" + kTrain);
  EXPECT_EQ(holds.status(), "partial");
}

/// `draw` fills `kept` up to 32 rows of 64 floats, of which nobody knows which are good enough.
void expect_filled(const std::string& draw) {
  SCOPED_TRACE(draw);
  const Said said = said_of_script(
      kBegin + "class Replay:\n    at = 0\n    def valid(self, i):\n        if i >= 4 and i < self.at:\n" +
      "            return True\n        if i + 4 >= self.at:\n            return True\n        return False\n" +
      "def sample(replay, n):\n    kept, count = [], 0\n" + draw +
      "    return torch.tensor(np.stack(kept))\nreplay = Replay()\nwide = sample(replay, 32).size(0)\n"
      "net = nn.Linear(wide, 8).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor step in range(100):\n"
      "    x = sample(replay, 32).cuda()\n    opt.zero_grad()\n    net(x.t()).mean().backward()\n    opt.step()\n");
  expect_parameters(said, 32 * 8 + 8);
}

// The loop ends when there are 32.
TEST(KnownLengths, WhatALoopWaitsForIsThereBehindIt) {
  const std::string draw = "        i = np.random.randint(0, 1000)\n", row = "np.zeros(64, dtype=np.float32)";
  expect_filled("    while len(kept) < n:\n" + draw + "        if replay.valid(i):\n            kept.append(" + row +
                ")\n");
  expect_filled("    while n > len(kept):\n" + draw + "        if not replay.valid(i):\n            continue\n" +
                "        kept.append(" + row + ")\n");
  expect_filled("    while count < n:\n" + draw +
                "        if i > 500:\n            count += 1\n            kept.append(" + row + ")\n");
}

// Either arm adds something: nothing says which.
TEST(KnownLengths, WhatALoopWaitsForDecidesNoOtherBranch) {
  const Said said =
      said_of_script(kBegin +
                     "count, wide = 0, 64\nwhile count < 8:\n    if np.random.rand() > 0.5:\n        count += 2\n"
                     "    else:\n        count += 1\nnet = nn.Linear(64, 8).cuda()\n"
                     "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor step in range(100):\n"
                     "    opt.zero_grad()\n    net(torch.zeros(4, 64).cuda()).mean().backward()\n    opt.step()\n");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_FALSE(said.assumes("what a loop waits for")) << said.config["assumptions"];
}

}  // namespace
}  // namespace vramlint::tests
