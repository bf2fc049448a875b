// Large tables of numbers that comprehensions compute.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

/// A network of `wide` inputs with `table` as a buffer.
Said with_table(const std::string& statements, const std::string& wide = "8") {
  return said_of_script(
      "import math\nimport numpy as np\nimport torch\n" + statements + "wide = " + wide +
      "\nnet = torch.nn.Linear(wide, 4)\nnet.register_buffer('table', torch.FloatTensor(np.array(table)))\n"
      "net.cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor i in range(9):\n"
      "    opt.zero_grad()\n    net(torch.zeros(2, wide).cuda()).sum().backward()\n    opt.step()\n");
}

// Sines of 4096 positions in 1024 columns: 16 MiB of floats, of which each would take ten steps and more of the 20
// million.
TEST(LongTables, AngleTablesAreAsLargeAsTheyAre) {
  const Said said = with_table(
      "def angle(i, j):\n    return i / np.power(10000, 2 * (j // 2) / 1024)\n"
      "def row(i):\n    return [angle(i, j) for j in range(1024)]\n"
      "table = np.array([row(i) for i in range(4096)])\ntable[:, 0::2] = np.sin(table[:, 0::2])\n");
  ASSERT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.config["breakdown"]["buffer"], 4096 * 1024 * 4);
  EXPECT_EQ(said.parameters(), 8 * 4 + 4);
}

// 149 x 149 is 22201; a list that the numbers are written to holds each of the 40,000.
TEST(LongTables, WhatSizesMayDependOnIsComputed) {
  const Said whole = with_table("table = [[i * j for j in range(150)] for i in range(150)]\n", "table[-1][-1]");
  ASSERT_EQ(whole.status(), "estimated") << whole.config["unknowns"] << whole.findings;
  EXPECT_EQ(whole.parameters(), 22201 * 4 + 4);
  const Said written = with_table(
      "seen = []\ndef put(x):\n    seen.append(x)\n    return x\n"
      "table = [[put(i / (j + 1)) for j in range(200)] for i in range(200)]\n",
      "len(seen)");
  ASSERT_EQ(written.status(), "estimated") << written.config["unknowns"] << written.findings;
  EXPECT_EQ(written.parameters(), 40000 * 4 + 4);
}

// Three passes over two million words, of ten steps and more each: none takes more than half of what is left of 20
// million steps, and the training comes after them. Only the data tells how many words there are.
TEST(LongLoops, LeaveStepsForWhatComesAfterThem) {
  const std::string count =
      "    for i in range(2000000):\n        w = i * 7 % 5000\n        if w not in words:\n"
      "            words[w] = len(words)\n        seen[0] += 1\n";
  const Said said = said_of_script(
      "import torch\nwords, seen = {}, [0]\ndef count():\n" + count +
      "count()\ncount()\ncount()\nntokens = seen[0]\nnet = torch.nn.Linear(8, 4).cuda()\n"
      "head = torch.nn.Linear(8, ntokens)\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor i in range(9):\n"
      "    opt.zero_grad()\n    net(torch.zeros(2, 8).cuda()).sum().backward()\n    opt.step()\n");
  ASSERT_EQ(said.status(), "partial") << said.findings;
  EXPECT_GE(said.parameters(), 8 * 4 + 4);
  EXPECT_TRUE(said.lists("`data: {ntokens: NUMBER}`")) << said.config["unknowns"];
}

}  // namespace
}  // namespace vramlint::tests
