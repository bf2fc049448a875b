// Rounds in which the number of the round, what the program counts or an item of a list picks what the step does.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

const std::string kBegin =
    std::string(kLoaderAndNet) +
    "def step(rows):\n    loss = net(torch.zeros(rows, 256).cuda()).mean()\n    opt.zero_grad()\n"
    "    loss.backward()\n    opt.step()\n\n";
// The network's output alone, of 65,536 rows of 256 numbers, is 64 MiB; so is its input, and cuBLAS's workspace is
// less.
constexpr int64_t kOutput = 65536 * 256 * 4;

/// In one of its phases alone the network runs on 65,536 rows.
void expect_later(const std::string& program, const std::string& phase) {
  SCOPED_TRACE(program);
  const Said said = said_of_script(kBegin + program);
  EXPECT_EQ(said.status(), "estimated");
  ASSERT_GE(said.phases().size(), 2U) << said.config << said.findings;
  EXPECT_EQ(said.config["peak"]["phase"], phase);
  EXPECT_LT(said.allocated(0), kOutput);
  EXPECT_GE(said.allocated(), 2 * kOutput);
  EXPECT_LE(said.allocated(), 3 * kOutput + (int64_t{40} << 20));
}

TEST(PickedRounds, ACounterOfTheProgramComesToWhatItIsInTheLastRound) {
  const std::string epochs = "sizes = [8, 64, 65536]\nstep_number = 0\nfor epoch in range(30):\n    for x in loader:\n";
  expect_later(epochs + "        step(sizes[min(step_number // 1000, 2)])\n        step_number += 1\n", "last round");
  expect_later(
      "sizes = [8, 65536]\nn = 0\nwhile n < 2000:\n    for x in loader:\n        n += 1\n"
      "        step(sizes[n // 1500])\n        if n == 2000:\n            break\n",
      "last round");
}

TEST(PickedRounds, TheLastRoundIsOneThatSteps) {
  expect_later(
      "n = 0\nwhile n <= 2000:\n    for x in loader:\n        n += 1\n        if n > 2000:\n            break\n"
      "        step(8 if n <= 1500 else 65536)\n",
      "last round");
}

TEST(PickedRounds, TheNumberPicksAnItemAnArmOrAMethod) {
  expect_later(
      "for epoch in range(30):\n    rows = 8 if epoch < 5 else 65536\n    for x in loader:\n        step(rows)\n",
      "last round");
  expect_later(
      "plan = {0: 8, 10: 65536}\nrows = 8\nfor epoch in range(30):\n    if epoch in plan:\n"
      "        rows = plan[epoch]\n    for x in loader:\n        step(rows)\n",
      "later");
  expect_later(
      "class Phases:\n    def warm(self):\n        step(8)\n    def full(self):\n        step(65536)\n"
      "for epoch in range(30):\n    name = 'warm' if epoch < 5 else 'full'\n    for x in loader:\n"
      "        getattr(Phases(), name)()\n",
      "last round");
  expect_later(
      "import numpy as np\nends = np.array([10, 20, 30])\nsizes = [8, 8, 65536, 8]\nfor epoch in range(25):\n"
      "    k = int((epoch >= ends).sum())\n    for x in loader:\n        step(sizes[k])\n",
      "last round");
}

TEST(PickedRounds, EachItemOfAListAroundTheTrainingIsFollowed) {
  for (const char* items :
       {"[8, 64, 65536]", "(8, 65536, 64)", "{'a': 8, 'b': 65536}.values()", "[8, 8, 8, 8, 8, 8, 65536]"})
    expect_later("for rows in " + std::string(items) + ":\n    for i in range(100):\n        step(rows)\n", "later");
}

TEST(PickedRounds, BehindAContinueIsTheOtherArm) {
  expect_later(
      "n = 0\nfor epoch in range(30):\n    for x in loader:\n        n += 1\n        if n < 500:\n"
      "            step(8)\n            continue\n        step(65536)\n",
      "later");
}

// The second run of the loop, in the same epoch, takes 65,536 rows and trains nothing.
TEST(PickedRounds, ALoopThatRunsOnceMoreInAnEpochIsTheValidation) {
  const std::string run =
      "def run(loader, rows, training):\n    for x in loader:\n        with torch.set_grad_enabled(training):\n"
      "            loss = net(torch.zeros(rows, 256).cuda()).mean()\n        if training:\n            "
      "opt.zero_grad()\n"
      "            loss.backward()\n            opt.step()\n";
  expect_later(run + "for epoch in range(10):\n    run(loader, 8, True)\n    run(loader, 65536, False)\n",
               "validation");
  expect_later(run +
                   "for epoch in range(10):\n    for phase in ['train', 'val']:\n        training = phase == 'train'\n"
                   "        run(loader, 8 if training else 65536, training)\n",
               "validation");
  expect_later(run +
                   "for phase in ['train', 'val']:\n    for i in range(50):\n        training = phase == 'train'\n"
                   "        run([0], 8 if training else 65536, training)\n",
               "validation");
}

// 128 MiB of weights (2 x 8,192 x 2,048 floats), as much of gradients.
TEST(PickedRounds, OrForAnotherNetwork) {
  const Said said = said_of_script(kBegin +
                                   "big = torch.nn.Linear(8192, 4096, bias=False).cuda()\n"
                                   "def run(net, size, opt):\n    for x in loader:\n        opt.zero_grad()\n"
                                   "        net(torch.zeros(8, size).cuda()).mean().backward()\n        opt.step()\n"
                                   "second = torch.optim.SGD(big.parameters(), lr=0.1)\n"
                                   "for epoch in range(10):\n    run(net, 256, opt)\n    run(big, 8192, second)\n");
  ASSERT_EQ(said.phases(), (std::vector<std::string>{"train", "between epochs"})) << said.config;
  EXPECT_GE(said.allocated(1) - said.allocated(0), int64_t{8192} * 4096 * 4);
  EXPECT_FALSE(said.findings.dump().find("idle-weights") != std::string::npos) << said.findings;
}

// 64 MiB of weights, of which a few rows are asked for between the epochs: no more is needed then, and they are no
// leftover.
TEST(PickedRounds, WhatARoundReadsThatNeedsNoMoreIsNotIdle) {
  const std::string epochs = "for epoch in range(10):\n    for x in loader:\n        step(8)\n";
  const std::string other = "other = torch.nn.Linear(4096, 4096, bias=False).cuda()\n";
  const auto is_idle = [](const Said& said) { return said.findings.dump().find("idle-weights") != std::string::npos; };
  EXPECT_TRUE(is_idle(said_of_script(kBegin + other + epochs)));
  EXPECT_FALSE(is_idle(said_of_script(kBegin + other + epochs +
                                      "    if epoch > 5:\n        with torch.no_grad():\n"
                                      "            other(torch.zeros(8, 4096).cuda())\n")));
}

// What a round picks on the host alone is no phase.
TEST(PickedRounds, ARateOfAListIsNone) {
  const Said said = said_of_script(kBegin +
                                   "rates = [0.1, 0.01]\nfor epoch in range(30):\n    for x in loader:\n"
                                   "        opt.param_groups[0]['lr'] = rates[epoch // 15]\n        step(8)\n");
  EXPECT_EQ(said.status(), "estimated");
  EXPECT_LE(said.phases().size(), 1U) << said.config;
}

TEST(PickedRounds, EachArmOfAChainIsFollowed) {
  const std::string loop = "for i in range(1000):\n";
  expect_later(loop +
                   "    if i < 100:\n        step(8)\n    elif i < 200:\n        step(64)\n    else:\n"
                   "        step(65536)\n",
               "later");
  expect_later(loop +
                   "    if i % 3 == 0:\n        step(8)\n    elif i % 3 == 1:\n        step(64)\n    else:\n"
                   "        step(65536)\n",
               "later");
  expect_later(loop +
                   "    step(8)\n    if i % 100 == 0:\n        print(i)\n    elif i % 16 == 0:\n"
                   "        step(65536)\n",
               "later");
}

}  // namespace
}  // namespace vramlint::tests
