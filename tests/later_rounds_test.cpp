// What a training program does otherwise in a later round, or between two epochs: phases of their own where they need
// more than the first round.
#include <gtest/gtest.h>

#include <algorithm>

#include "open_world.h"

namespace vramlint::tests {
namespace {

constexpr int64_t kBig = int64_t{64} << 20;  // torch.ones(16, 1024, 1024) in float32

const std::string kBegin =
    "import torch\nfrom torch.utils.data import DataLoader, Dataset\n"
    "class Data(Dataset):\n    def __len__(self):\n        return 640\n"
    "    def __getitem__(self, i):\n        return torch.zeros(256)\n"
    "loader, val = DataLoader(Data(), batch_size=8), DataLoader(Data(), batch_size=8)\n"
    "net = torch.nn.Linear(256, 256).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
    "def more():\n    return torch.ones(16, 1024, 1024).cuda().sum()\n"
    "for epoch in range(20):\n    for i, x in enumerate(loader):\n        loss = net(x.cuda()).mean()\n";
const std::string kStep = "        opt.zero_grad()\n        loss.backward()\n        opt.step()\n";

Said check(const std::string& program, const std::vector<std::string>& options = {}) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - {configs: [train.py], script: train.py}\n");
  folder.put("train.py", program);
  std::vector<std::string> arguments = {"check", "--format", "json", "--fail-on", "never", "train.py"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  return said_by(run_program(folder.path(), arguments));
}

void expect_more(const Said& said, const std::string& phase) {
  ASSERT_EQ(said.phases(), (std::vector<std::string>{"train", phase})) << said.config << said.findings;
  EXPECT_EQ(said.status(), "estimated");
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_GE(said.allocated(1), kBig);
  EXPECT_LT(said.allocated(0), kBig);
  EXPECT_EQ(said.config["peak"]["phase"], phase);
}

TEST(LaterRounds, WhatALaterEpochAddsIsAPhase) {
  const Said said = check(kBegin + "        if epoch >= 5:\n            loss = loss + more()\n" + kStep);
  expect_more(said, "later");
  EXPECT_TRUE(said.assumes("`epoch >= 5` comes to hold in a later round")) << said.config["assumptions"];
}

// `warm` has steps of its own, and from epoch 5 on another function with a loop of its own trains.
TEST(LaterRounds, SoIsTheLoopOfAFunctionThatTrainsAfterAWarmUp) {
  const std::string before = kBegin.substr(0, kBegin.find("for epoch"));
  const std::string step = "        opt.zero_grad()\n        loss.backward()\n        opt.step()\n";
  const Said said = check(before + "def warm():\n    for x in loader:\n        loss = net(x.cuda()).mean()\n" + step +
                          "def train():\n    for x in loader:\n        loss = net(x.cuda()).mean() + more()\n" + step +
                          "for epoch in range(20):\n    if epoch < 5:\n        warm()\n    else:\n        train()\n");
  expect_more(said, "later");
  EXPECT_TRUE(said.assumes("`epoch < 5` no longer holds in a later round")) << said.config["assumptions"];
}

TEST(LaterRounds, SoIsWhatACountedStepAdds) {
  const Said said = check("step = 0\n" + kBegin + "        step += 1\n        late = step > 1000\n        if late:\n" +
                          "            loss = loss + more()\n" + kStep);
  expect_more(said, "later");
}

// The round that comes next takes the other arm of itself.
TEST(LaterRounds, SoIsWhatTheSecondRoundAdds) {
  for (const char* condition : {"i in (1, 50)", "(i + 1) in [2, 50]", "i % 2 == 1"}) {
    SCOPED_TRACE(condition);
    expect_more(check(kBegin + "        if " + condition + ":\n            loss = loss + more()\n" + kStep), "later");
  }
  const Said said = check("step, plan = 0, [2, 50]\n" + kBegin +
                          "        step += 1\n        if step in plan:\n            loss = loss + more()\n" + kStep);
  expect_more(said, "later");
}

// Two branches in one round are too much; each has a round of its own then.
TEST(LaterRounds, ABranchThatCannotBeFollowedLeavesTheOthers) {
  const Said said = check("def spin():\n    for k in range(10 ** 8):\n        x = k + 1\n" + kBegin +
                          "        if i % 50 == 49:\n            loss = loss + more()\n        if i % 60 == 59:\n"
                          "            spin()\n" +
                          kStep);
  ASSERT_EQ(said.phases(), (std::vector<std::string>{"train", "later"})) << said.config["assumptions"];
  EXPECT_GE(said.allocated(1), kBig);
  EXPECT_TRUE(said.assumes("in which `i % 60 == 59` goes the other way, is followed in part"))
      << said.config["assumptions"];
}

// Only what the first round has counted up is seen to be of rounds.
TEST(LaterRounds, SoIsWhatACounterInAnObjectAdds) {
  const Said said =
      check("class State:\n    step = 0\nstate = State()\n" + kBegin +
            "        if state.step == 20:\n            loss = loss + more()\n" + kStep + "        state.step += 1\n");
  expect_more(said, "later");
}

TEST(LaterRounds, WhatIsDoneBetweenEpochsIsAPhase) {
  const std::string validation =
      "    if (epoch + 1) % 5 == 0:\n        net.eval()\n        with torch.no_grad():\n"
      "            for x in val:\n                loss = net(x.cuda()).mean() + more()\n        net.train()\n";
  expect_more(check(kBegin + kStep + validation), "validation");
  expect_more(check(kBegin + kStep + "    probe = net(x.cuda()).mean() + more()\n    probe.backward()\n"),
              "between epochs");
}

TEST(LaterRounds, StepsOnOneBatchAreOneRound) {
  const std::string rates =
      "        for rate in (0, 1, 2):\n            loss = net(x.cuda()).mean() + rate\n            opt.zero_grad()\n"
      "            if rate == 2:\n                loss = loss + more()\n            loss.backward()\n            "
      "opt.step()\n";
  const std::string critic =
      "        for _ in range(3):\n            opt.zero_grad()\n            net(x.cuda()).mean().backward()\n"
      "            opt.step()\n        loss = net(x.cuda()).mean() + more()\n";
  for (const std::string& round : {rates, critic + kStep}) {
    const Said said = check(kBegin + round);
    ASSERT_EQ(said.phases(), std::vector<std::string>{"train"}) << said.config << said.findings;
    EXPECT_EQ(said.status(), "estimated");
    EXPECT_GE(said.allocated(0), kBig);
  }
}

TEST(LaterRounds, TheBatchesOfAValidationDoNotMakeAnEpochARound) {
  const std::string validation = "    for y in val:\n        loss = net(y.cuda()).mean().detach() + more()\n";
  expect_more(check(kBegin + kStep + "        break\n" + validation), "validation");
}

/// `append` of a validation whose outputs are 8 × 1024 × 1024 numbers in float32, 32 MiB a batch of 80.
std::string validating(const std::string& before, const std::string& append) {
  return kBegin + kStep + "    with torch.no_grad():\n" + before +
         "        for x in val:\n            y = torch.ones(8, 1024, 1024).cuda()\n" + "            " + append + "\n";
}

size_t kept_results(const Said& said) {
  return static_cast<size_t>(std::count_if(said.findings.begin(), said.findings.end(), [](const auto& finding) {
    return finding["rule"] == "evaluation-keeps-results";
  }));
}

TEST(LaterRounds, ResultsThatAListKeepsAreTold) {
  const Said said = check(validating("        ys = []\n", "ys.append(y)"));
  ASSERT_EQ(kept_results(said), 1) << said.findings;
  const std::string message = said.findings[0]["message"];
  EXPECT_NE(message.find("32.0 MiB of each batch"), std::string::npos) << message;
  EXPECT_NE(message.find("2.50 GiB with its 80 batches"), std::string::npos) << message;  // 80 × 32 MiB
  EXPECT_EQ(kept_results(check(validating("        all = {'y': []}\n", "all['y'].append(y)"))), 1);
}

TEST(LaterRounds, ResultsThatAreLetGoOfAreNot) {
  EXPECT_EQ(kept_results(check(validating("        ys = []\n", "ys.append(y.cpu())"))), 0);
  EXPECT_EQ(kept_results(check(validating("        ys = []\n", "ys.append(y.mean())"))), 0);
  EXPECT_EQ(kept_results(check(validating("", "ys = []; ys.append(y)"))), 0);  // a list of each batch
}

TEST(LaterRounds, WhatNeedsNoMoreIsNone) {
  EXPECT_EQ(check(kBegin + "        if epoch >= 5:\n            loss = loss * 2\n" + kStep).phases(),
            std::vector<std::string>{"train"});
  // Gradients of four batches: the branch goes one way and the other within a round.
  const Said said = check(kBegin +
                          "        loss.backward()\n        if (i + 1) % 4 == 0:\n            opt.step()\n"
                          "            opt.zero_grad()\n");
  EXPECT_EQ(said.phases(), std::vector<std::string>{"train"});
}

/// Rows of a tensor on the GPU, 32 at a time; `tail` is what is done where fewer are left.
std::string by_rows(int rows, const std::string& tail) {
  return "import torch\nX = torch.rand(" + std::to_string(rows) + ", 256).cuda()\n" +
         "net = torch.nn.Linear(256, 256).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
         "def more():\n    return torch.ones(16, 1024, 1024).cuda().sum()\n"
         "for epoch in range(20):\n    for i in range(0, X.size(0), 32):\n        if i + 32 > X.size(0):\n" +
         tail + "        else:\n            loss = net(X[i:i + 32]).mean()\n" + kStep;
}

// 100,000 rows are 102,400,000 bytes, and all of them through the layer as many once more: X[0:] is no batch.
TEST(LaterRounds, TheLastBatchIsWhatIsLeft) {
  const Said said = check(by_rows(100'008, "            loss = net(X[i:]).mean()\n"));
  EXPECT_EQ(said.phases(), std::vector<std::string>{"train"}) << said.config;
  EXPECT_LT(said.allocated(0), int64_t{2} * 102'400'000);
  const Said more = check(by_rows(100'008, "            loss = net(X[i:]).mean() + more()\n"));
  ASSERT_EQ(more.phases(), (std::vector<std::string>{"train", "last batch"})) << more.config;
  EXPECT_GE(more.allocated(1) - more.allocated(0), kBig - (int64_t{1} << 21));
  EXPECT_TRUE(more.assumes("`i + 32 > X.size(0)` comes to hold in a later round")) << more.config["assumptions"];
}

TEST(LaterRounds, WhatLeavesTheLoopIsNotTakenTheOtherWay) {
  const Said said = check(kBegin + "        if epoch == 10:\n            raise ValueError('too long')\n" + kStep +
                          "    if epoch > 15:\n        break\n");
  EXPECT_EQ(said.phases(), std::vector<std::string>{"train"});
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

// 100,000 passes in evaluation before the first step: a few of them are followed, and the last.
TEST(LaterRounds, GradientsAreAccumulatedOverManyBatches) {
  // 100,000 steps of an evaluation a batch: 4 million until the optimizer's turn.
  const std::string program =
      "import torch\nnet = torch.nn.Linear(256, 256).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "def batch():\n    noise = 0\n    for i in range(10000):\n        noise = (noise * 31 + i) % 1009\n"
      "    return torch.zeros(8, 256).cuda() + noise\n"
      "while True:\n    for micro_step in range(40):\n        loss = net(batch()).mean() / 40\n        "
      "loss.backward()\n"
      "    opt.step()\n    opt.zero_grad()\n";
  EXPECT_EQ(check(program).status(), "estimated");
}

TEST(LaterRounds, PassesThatAllDoTheSameAreNotFollowedOneByOne) {
  const std::string look =
      "@torch.no_grad\ndef look():\n    losses = torch.zeros(100000)\n    for k in range(100000):\n"
      "        losses[k] = net(torch.zeros(8, 256).cuda()).mean().item()\n        last = k\n"
      "    if last != 99999:\n        raise ValueError(last)\n    return losses.mean()\n";
  const std::string begin = kBegin.substr(0, kBegin.find("for epoch")), loop = kBegin.substr(kBegin.find("for epoch"));
  const Said said = check(begin + look + loop + "        if i == 0:\n            look()\n" + kStep);
  EXPECT_EQ(said.status(), "estimated") << said.config << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

/// 1,000 turns through 30 layers, each told by its number and a time, and what they end in on 64 MiB.
const std::string kSampler =
    "    net.eval()\n    with torch.no_grad():\n        x = torch.randn(8, 256).cuda()\n"
    "        for i, t in enumerate(torch.arange(999, -1, -1)):\n            x = net(x) * (1 - t / 1000)\n";
const std::string kDeep =
    "net = torch.nn.Sequential(*[torch.nn.Linear(256, 256) for _ in range(30)]).cuda()\n"
    "opt = torch.optim.SGD(net.parameters(), lr=0.1)\n";

std::string sampling() {
  const size_t head = kBegin.find("for epoch");
  return kBegin.substr(0, head) + kDeep + kBegin.substr(head) + kStep + kSampler +
         "        out = more()\n    net.train()\n";
}

TEST(LaterRounds, TurnsOfASamplerAreNotFollowedOneByOne) { expect_more(check(sampling()), "validation"); }

// A card that it fills to nine tenths: the most is needed long after the optimizer's step.
TEST(LaterRounds, AndTheirPeakIsThatOfAPhaseWithoutGradients) {
  const Said alone = check(sampling(), {"--device", "rtx3090"});
  const auto needed = alone.config["peak"]["process"]["point"].get<int64_t>();
  const std::string memory = std::to_string(needed * 10 / 9) + "B";
  const std::string said = check(sampling(), {"--device", "rtx3090", "--memory", memory}).findings.dump();
  EXPECT_NE(said.find("validation-peak-exceeds-training"), std::string::npos) << said;
  EXPECT_EQ(said.find("optimizer-step-sets-peak"), std::string::npos) << said;
}

// 2 million steps of an evaluation, where the step takes some thousand.
TEST(LaterRounds, WhatCannotBeFollowedToItsEndIsSaid) {
  const std::string long_one = "    mean = 0\n    for k in range(1000000):\n        mean = (mean * 31 + k) % 1009\n";
  const Said said = check(kBegin + kStep + long_one + "    probe = more() + mean\n");
  EXPECT_EQ(said.phases(), std::vector<std::string>{"train"});
  EXPECT_TRUE(said.assumes("what is done between two runs of the training loop is not counted: it takes more than"))
      << said.config["assumptions"];
}

TEST(LaterRounds, SoIsARoundThatIsCutOff) {
  const std::string late =
      "        if epoch >= 5:\n            mean = 0\n            for k in range(1000000):\n"
      "                mean = (mean * 31 + k) % 1009\n            loss = loss + more()\n";
  const Said said = check(kBegin + late + kStep);
  EXPECT_EQ(said.phases(), std::vector<std::string>{"train"});
  EXPECT_TRUE(said.assumes("in which `epoch >= 5` goes the other way, is followed in part: it takes more than"))
      << said.config["assumptions"];
}

// What an unknown function makes of the loss may hold anything; 64 MiB are in it all the same.
TEST(LaterRounds, OneThatNeedsMoreAndOfWhichLessIsKnownIsSaid) {
  const std::string late =
      "        if epoch >= 5:\n            import elsewhere\n            loss = loss + more() + elsewhere.term(net)\n";
  const Said said = check(kBegin + late + kStep);
  EXPECT_EQ(said.phases(), std::vector<std::string>{"train"});
  EXPECT_TRUE(said.assumes("phase `later`, which comes later, needs ")) << said.config["assumptions"];
}

// Its 64 MiB more do not fit beside the context into 540 MiB: it is told then, and no verdict of the first round's.
TEST(LaterRounds, OneThatAloneDoesNotFitIsToldWhateverIsKnownOfIt) {
  const std::string late =
      "        if epoch >= 5:\n            import elsewhere\n            loss = loss + more() + elsewhere.term(net)\n";
  const Said said = check(kBegin + late + kStep, {"--device", "rtx3090", "--memory", "540MiB"});
  EXPECT_EQ(said.phases(), (std::vector<std::string>{"train", "later"}));
  EXPECT_EQ(said.status(), "partial");
  EXPECT_NE(said.config["fits"], true);
}

// As engines do that can be interrupted: the loop stands in a generator, and what it waits for is another one.
TEST(LaterRounds, ALoopInAGeneratorIsOneWhileNothingIsYielded) {
  const std::string program =
      kBegin.substr(0, kBegin.find("for epoch")) +
      "def pause(wanted):\n    if wanted:\n        yield\n"
      "def run():\n    batches = iter(loader)\n    while True:\n        try:\n            x = next(batches)\n"
      "        except StopIteration:\n            return\n        yield from pause(False)\n"
      "        loss = net(x.cuda()).mean()\n        opt.zero_grad()\n        loss.backward()\n        opt.step()\n";
  const Said said = check(program + "for _ in range(3):\n    list(run())\n");
  ASSERT_EQ(said.status(), "estimated") << said.findings;
  EXPECT_EQ(said.parameters(), 256 * 256 + 256);
  EXPECT_EQ(said.phases(), std::vector<std::string>{"train"});
}

// A validation asks a generator for more batches than a loop over a loader is followed for.
TEST(LaterRounds, AGeneratorGivesAsManyBatchesAsAreAskedFor) {
  const std::string program =
      kBegin.substr(0, kBegin.find("for epoch")) +
      "from torch.utils.data import IterableDataset\n"
      "class Stream(IterableDataset):\n    def __iter__(self):\n        while True:\n            yield "
      "torch.zeros(256)\n"
      "def batches():\n    for x in DataLoader(Stream(), batch_size=8):\n        yield x.cuda()\n"
      "def validate():\n    given, losses = batches(), torch.zeros(200)\n    with torch.no_grad():\n"
      "        for k in range(200):\n            losses[k] = net(next(given)).mean().item()\n    return losses.mean()\n"
      "train = batches()\nfor i in range(1000):\n    if i % 100 == 0:\n        validate()\n"
      "    loss = net(next(train)).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n";
  const Said said = check(program);
  ASSERT_EQ(said.status(), "estimated") << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

TEST(LaterRounds, ALoopOverOptimizersIsNoTrainingLoop) {
  const std::string program =
      kBegin +
      "        loss.backward()\n        for each in [opt, torch.optim.SGD(net.parameters(), lr=0.1)]:\n"
      "            each.step()\n        for each in [opt]:\n            each.zero_grad()\n";
  const Said said = check(program);
  ASSERT_EQ(said.status(), "estimated") << said.findings;
  EXPECT_EQ(said.phases(), std::vector<std::string>{"train"}) << said.config;
}

// What is asked of the environment without anything in its place is there, as torchrun sets it.
TEST(LaterRounds, AProgramThatAsksForItsRankIsStartedByTorchrun) {
  const std::string begin =
      "import os\nrank, world = int(os.environ['RANK']), int(os.environ['WORLD_SIZE'])\n"
      "assert rank == 0 and world == 1\nbatches = range(rank, 640, world)\n";
  const Said said = check(begin + kBegin + "        if rank == 0:\n            print(loss)\n" + kStep);
  ASSERT_EQ(said.status(), "estimated") << said.config["unknowns"];
  EXPECT_TRUE(said.assumes("started by torchrun, on one GPU"));
  EXPECT_FALSE(said.assumes("the assertion holds"));
}

// 262,144 rows of 256 floats for eight processes: 32 MiB each.
TEST(LaterRounds, SoManyGpusAreSoManyProcessesOfADistributedProgram) {
  const std::string begin =
      "import os\nimport torch\nimport torch.distributed as dist\ndist.init_process_group('nccl')\n"
      "rows = 262144 // dist.get_world_size()\n";
  const std::string rest =
      kBegin.substr(0, kBegin.find("loss =")) + "loss = net(torch.zeros(rows, 256).cuda()).mean()\n";
  const Said one = check(begin + rest + kStep), eight = check(begin + rest + kStep, {"--gpus", "8"});
  EXPECT_GE(one.allocated(), int64_t{256} << 20);
  EXPECT_GE(eight.allocated(), int64_t{64} << 20);
  EXPECT_LE(eight.allocated(), int64_t{160} << 20);
  EXPECT_TRUE(eight.assumes("one process for each of the 8 GPUs"));
}

// The states of the layer that is held back in the first epoch: exp_avg and exp_avg_sq of 65,536 x 256 floats.
TEST(LaterRounds, WhatIsHeldBackAtFirstHasItsStatesLater) {
  const std::string made =
      "last = torch.nn.Linear(256, 65536, bias=False).cuda()\n"
      "opt = torch.optim.AdamW([*net.parameters(), *last.parameters()], foreach=False)\n";
  const std::string begin = kBegin.substr(0, kBegin.find("def more")) + made,
                    loop = kBegin.substr(kBegin.find("for epoch"));
  const std::string in_function =
      "def hold(epoch, model):\n    if epoch >= 1:\n        return\n"
      "    for p in model.parameters():\n        p.grad = None\n";
  const std::string step =
      "        loss = last(net(x.cuda())).mean()\n        opt.zero_grad()\n        loss.backward()\n";
  const std::string in_loop =
      "        if epoch < 1:\n            for p in last.parameters():\n                p.grad = None\n";
  for (const std::string& program :
       {begin + in_function + loop + step + "        hold(epoch, last)\n        opt.step()\n",
        begin + loop + step + in_loop + "        opt.step()\n"}) {
    const Said said = check(program);
    ASSERT_EQ(said.phases(), (std::vector<std::string>{"train", "later"})) << said.config << said.findings;
    EXPECT_GE(said.allocated(1) - said.allocated(0), 2 * kBig);
  }
}

}  // namespace
}  // namespace vramlint::tests
