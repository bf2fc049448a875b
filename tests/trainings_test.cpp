// What a program does beside one round of its first training loop: sizes that go by the number of the round, what
// stands behind the training, and a second training.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

const std::string kBegin =
    std::string(kLoaderAndNet) +
    "def step(x):\n    loss = net(x).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n\n";
// The network's output alone, of rows of 256 numbers.
constexpr int64_t kRow = 256 * 4;

/// Two phases, of which only the second holds as much.
void expect_second(const Said& said, const std::string& phase, int64_t bytes) {
  ASSERT_EQ(said.phases(), (std::vector<std::string>{"train", phase})) << said.config << said.findings;
  EXPECT_EQ(said.status(), "estimated");
  EXPECT_GE(said.allocated(1), bytes);
  EXPECT_LT(said.allocated(0), bytes);
  EXPECT_EQ(said.config["peak"]["phase"], phase);
}

TEST(Trainings, AnArmBeforeTheLoopOverBatchesChoosesASizeForLaterEpochs) {
  const Said said = said_of_script(kBegin +
                                   "for epoch in range(10):\n    if epoch < 5:\n        rows = 1\n    else:\n"
                                   "        rows = 65536\n    for x in loader:\n"
                                   "        step(torch.zeros(rows, 256).cuda())\n");
  expect_second(said, "later", 65536 * kRow);
  EXPECT_TRUE(said.assumes("`epoch < 5` no longer holds in a later round")) << said.config["assumptions"];
}

TEST(Trainings, SizesThatAreComputedOfTheRoundAreFollowedInTheLastOneToo) {
  for (const char* rows : {"8 if i < 900 else 65536", "min(8 * (1 + i), 65536)", "[8, 65536][i // 10000]"}) {
    SCOPED_TRACE(rows);
    const Said said = said_of_script(kBegin + "for i in range(20000):\n    rows = " + rows +
                                     "\n    step(torch.zeros(rows, 256).cuda())\n");
    expect_second(said, "last round", 65536 * kRow);
    EXPECT_TRUE(said.assumes("the first and the last round are followed")) << said.config["assumptions"];
  }
}

TEST(Trainings, WhereTheLastRoundIsNotKnownThatIsSaid) {
  const Said said = said_of_script(kBegin +
                                   "import itertools\nfor i in itertools.count():\n"
                                   "    step(torch.zeros(8 * (i + 1), 256).cuda())\n");
  EXPECT_TRUE(said.assumes("what the step makes goes by the number of the round: the first round is followed"))
      << said.config["assumptions"];
}

TEST(Trainings, WhatStandsBehindTheTrainingIsAPhase) {
  const std::string behind =
      "wide = torch.nn.Linear(256, 65536).cuda()\nnet.eval()\nwith torch.no_grad():\n    wide(net(next(iter(loader))"
      ".cuda()).repeat(512, 1))\n";
  const Said said =
      said_of_script(kBegin + "for epoch in range(10):\n    for x in loader:\n        step(x.cuda())\n\n" + behind);
  // 4,096 rows of 65,536 numbers.
  expect_second(said, "after training", int64_t{4096} * 65536 * 4);
}

TEST(Trainings, WhatIsKeptThereIsTold) {
  const Said said = said_of_script(kBegin +
                                   "for epoch in range(10):\n    for x in loader:\n        step(x.cuda())\n\n"
                                   "kept = []\nwith torch.no_grad():\n    for x in loader:\n"
                                   "        kept.append(net(x.cuda().repeat(4096, 1)))\nkept = torch.cat(kept)\n");
  EXPECT_NE(said.findings.dump().find("32.0 MiB of each batch stay on the GPU"), std::string::npos) << said.findings;
  // 80 batches, and all of them once more where they are joined; what is fresh in the last turns is less than two.
  constexpr int64_t kAll = 2 * int64_t{80} * 8 * 4096 * kRow;
  ASSERT_EQ(said.phases().back(), "after training") << said.config;
  EXPECT_GE(said.allocated(1), kAll);
  EXPECT_LT(said.allocated(1), kAll + 3 * int64_t{8} * 4096 * kRow);
}

TEST(Trainings, NothingBehindItIsNoPhase) {
  const Said said = said_of_script(kBegin +
                                   "for epoch in range(10):\n    for x in loader:\n        step(x.cuda())\n\n"
                                   "torch.save(net.state_dict(), 'net.pth')\nprint('done')\n");
  EXPECT_EQ(said.status(), "estimated");
  EXPECT_LE(said.phases().size(), 1U) << said.config;
}

TEST(Trainings, ASecondTrainingIsAPhase) {
  const std::string fit =
      "def fit(rows):\n    for epoch in range(3):\n        for x in loader:\n"
      "            step(x.cuda().repeat(rows, 1))\n\n";
  const Said said = said_of_script(kBegin + fit + "fit(1)\nfit(8192)\n");
  expect_second(said, "next training", int64_t{8 * 8192} * kRow);
}

// Of each of the twelve batches the layer keeps its input, 32,768 rows; the last one's output and its gradient come on
// top.
TEST(Trainings, ALossMayBeOfTwelveBatches) {
  const Said said = said_of_script(kBegin +
                                   "loss = 0\nfor epoch in range(10):\n    for i, x in enumerate(loader):\n"
                                   "        loss = loss + net(x.cuda().repeat(4096, 1)).mean()\n"
                                   "        if (i + 1) % 12 == 0:\n            opt.zero_grad()\n"
                                   "            loss.backward()\n            opt.step()\n            loss = 0\n");
  EXPECT_EQ(said.status(), "estimated") << said.findings;
  EXPECT_GE(said.allocated(), 12 * 32768 * kRow);
  EXPECT_LE(said.allocated(), 16 * 32768 * kRow);
}

// The teacher's output, 65,536 rows of 256 numbers, comes with the second task.
TEST(Trainings, TheSecondTaskFindsWhatTheFirstOneLeft) {
  const Said said = said_of_script(kBegin +
                                   "import copy\nold = None\nfor task in range(5):\n    for epoch in range(2):\n"
                                   "        for x in loader:\n            step(x.cuda())\n"
                                   "            if old is not None:\n                with torch.no_grad():\n"
                                   "                    old(torch.zeros(65536, 256).cuda())\n"
                                   "    old = copy.deepcopy(net).eval()\n");
  expect_second(said, "next epoch", 2 * 65536 * kRow);
}

TEST(Trainings, SoIsAThird) {
  const std::string fit =
      "def fit(rows):\n    for epoch in range(3):\n        for x in loader:\n"
      "            step(x.cuda().repeat(rows, 1))\n\n";
  const Said said = said_of_script(kBegin + fit + "fit(1)\nfit(64)\nfit(8192)\n");
  EXPECT_EQ(said.status(), "estimated") << said.config;
  EXPECT_EQ(said.config["peak"]["phase"], "next training");
  EXPECT_GE(said.config["peak"]["allocated"]["point"].get<int64_t>(), int64_t{8 * 8192} * kRow);
}

// Eight layers of 4,096 x 4,096: 64 MiB of weights each, and as much of gradients once they are trained.
TEST(Trainings, SoIsWhatIsTrainedOnceItIsNoLongerFrozen) {
  const std::string body =
      "body = torch.nn.Sequential(*[torch.nn.Linear(4096, 4096) for _ in range(8)]).cuda()\n"
      "head = torch.nn.Linear(4096, 16).cuda()\n\n"
      "def run(opt):\n    for epoch in range(3):\n        for i in range(100):\n"
      "            loss = head(body(torch.zeros(8, 4096).cuda())).mean()\n"
      "            opt.zero_grad()\n            loss.backward()\n            opt.step()\n\n"
      "for p in body.parameters():\n    p.requires_grad = False\nrun(torch.optim.SGD(head.parameters(), lr=0.1))\n"
      "for p in body.parameters():\n    p.requires_grad = True\n"
      "run(torch.optim.SGD(list(head.parameters()) + list(body.parameters()), lr=0.01))\n";
  expect_second(said_of_script("import torch\n\n" + body), "next training", 2 * 8 * (int64_t{64} << 20));
}

// PyTorch 1.13.1 keeps 8,388,608 bytes of momentum for the two weights, whichever of the networks is trained first.
TEST(Trainings, ADiscriminatorThatIsFrozenWhileItsGeneratorLearnsIsTrainedAllTheSame) {
  const std::string made =
      "import torch\nG, D = [torch.nn.Linear(1024, 1024, bias=False).cuda() for _ in range(2)]\n"
      "of_g, of_d = [torch.optim.SGD(n.parameters(), lr=0.1, momentum=0.9) for n in (G, D)]\n"
      "for i in range(100):\n    x = torch.rand(8, 1024).cuda()\n    fake = G(x)\n";
  const std::string of_d =
      "    D.requires_grad_(True)\n    of_d.zero_grad()\n    (D(fake.detach()).mean() - D(x).mean()).backward()\n"
      "    of_d.step()\n";
  const std::string of_g =
      "    D.requires_grad_(False)\n    of_g.zero_grad()\n    (-D(fake).mean()).backward()\n    of_g.step()\n";
  for (const std::string& program : {made + of_d + of_g, made + of_g + of_d}) {
    SCOPED_TRACE(program);
    const Said said = said_of_script(program);
    ASSERT_EQ(said.status(), "estimated") << said.config["unknowns"];
    EXPECT_EQ(said.config["breakdown"]["optimizer"].get<int64_t>(), 8'388'608);
    EXPECT_EQ(said.config["parameters"]["trainable"], 2 * 1024 * 1024);
  }
}

}  // namespace
}  // namespace vramlint::tests
