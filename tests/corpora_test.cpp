// Texts that are counted word by word outside of any data set: how many there are only the file tells, and yet what is
// cut out of them is as long as the program says.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

constexpr const char* kWords =
    "import torch\nfrom torch import nn\n\n\nclass Words:\n    def __init__(self):\n        self.index = {}\n"
    "        self.listed = []\n\n    def add(self, word):\n        if word not in self.index:\n"
    "            self.listed.append(word)\n            self.index[word] = len(self.listed) - 1\n"
    "        return self.index[word]\n\n    def __len__(self):\n        return len(self.listed)\n\n\n"
    "words = Words()\nwith open('words.txt') as f:\n    count = 0\n    for line in f:\n"
    "        parts = line.split() + ['<end>']\n        count += len(parts)\n        for word in parts:\n"
    "            words.add(word)\n";

/// `ids` are all words by their numbers; a round takes 30 columns of 20 rows.
Said with_words(const std::string& ids, const std::string& data, const std::string& moved = "") {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "device: rtx3090\ntorch: \"2.4\"\n" + data + "recipes:\n  - {configs: [a.py], script: a.py}\n");
  folder.put("a.py",
             std::string(kWords) + ids + "rows = ids.size(0) // 20\nids = ids.narrow(0, 0, rows * 20).view(20, -1)" +
                 moved +
                 "\nkinds = len(words)\nnet = nn.Sequential(nn.Embedding(kinds, 16), nn.Linear(16, kinds)).cuda()\n"
                 "opt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
                 "for i in range(0, ids.size(1) - 30, 30):\n    x = ids[:, i:i + 30].cuda()\n"
                 "    assert x.shape == (20, 30)\n    loss = net(x).mean()\n    opt.zero_grad()\n"
                 "    loss.backward()\n    opt.step()\n");
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "a.py"}));
}

constexpr const char* kWritten =
    "ids = torch.LongTensor(count)\nat = 0\nwith open('words.txt') as f:\n    for line in f:\n"
    "        for word in line.split() + ['<end>']:\n            ids[at] = words.index[word]\n            at += 1\n";
constexpr const char* kJoined =
    "parts = []\nwith open('words.txt') as f:\n    for line in f:\n        ids = []\n"
    "        for word in line.split():\n            ids.append(words.index[word])\n"
    "        parts.append(torch.tensor(ids).type(torch.int64))\nids = torch.cat(parts)\n";
constexpr const char* kListed = "ids = torch.tensor([words.index[w] for w in open('words.txt').read().split()])\n";

constexpr const char* kThereAndBack =
    "listed = torch.LongTensor(count).tolist()\nlisted.append(3)\n"
    "ids = torch.tensor(listed)\n";

// An embedding of 100 words and a layer that gives as many: 100 x 16 + 16 x 100 + 100.
TEST(Corpora, WindowsOfWordsAreAsLongAsTheProgramCutsThem) {
  for (const char* ids : {kWritten, kJoined, kListed, kThereAndBack}) {
    const Said said = with_words(ids, "data: {kinds: 100}\n");
    ASSERT_EQ(said.status(), "estimated") << ids << said.config["unknowns"] << said.findings;
    EXPECT_EQ(said.mistakes(), 0) << said.findings;
    EXPECT_EQ(said.parameters(), 3300);
    EXPECT_FALSE(said.assumes("the assertion holds")) << said.config["assumptions"];
  }
}

TEST(Corpora, HowManyWordsThereAreIsAskedForByItsName) {
  const Said said = with_words(kWritten, "");
  EXPECT_EQ(said.status(), "not_estimable");
  EXPECT_NE(said.findings.dump().find("`data: {kinds: NUMBER}`"), std::string::npos) << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

// 1,000,000 int64 are 8,000,000 bytes, in a block of 8,388,608 whose rest is split off.
TEST(Corpora, WhatGoesToTheGpuAsAWholeIsNeverNothing) {
  const Said open = with_words(kWritten, "data: {kinds: 100}\n", ".cuda()");
  EXPECT_NE(open.status(), "estimated") << open.config["unknowns"];
  EXPECT_TRUE(open.lists("`data: {rows: NUMBER}`")) << open.config["unknowns"];
  const Said said = with_words(kWritten, "data: {kinds: 100, rows: 50000}\n", ".cuda()");
  ASSERT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.config["breakdown"]["buffer"], 8'000'000);
}

TEST(Corpora, ANumberOfCopiesThatIsNotKnownMakesAList) {
  for (const char* made : {"[None] * len(open('names.txt').readlines())", "'ab' * len(open('names.txt').read())"}) {
    const Said said = with_words(kWritten + std::string("kept = ") + made + "\nassert not isinstance(kept, int)\n",
                                 "data: {kinds: 100}\n");
    EXPECT_EQ(said.status(), "estimated") << made << said.config["unknowns"] << said.findings;
    EXPECT_EQ(said.mistakes(), 0) << said.findings;
  }
}

}  // namespace
}  // namespace vramlint::tests
