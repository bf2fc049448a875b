// What a program keeps on the GPU beside what it trains: copies of the weights, and of two networks the larger one.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

constexpr int64_t kWidth = 2048;
constexpr int64_t kWeights = kWidth * kWidth * 4 + kWidth * 4;  // of one linear layer, both whole blocks

std::string program(const std::string& before, const std::string& behind) {
  return "import copy, random\nimport torch\n\nnet = torch.nn.Linear(2048, 2048).cuda()\n"
         "big = torch.nn.Sequential(torch.nn.Linear(2048, 8192), torch.nn.Linear(8192, 2048)).cuda()\n"
         "opt = torch.optim.SGD(list(net.parameters()) + list(big.parameters()), lr=0.1)\nbest, kept = 1e9, None\n" +
         before +
         "for epoch in range(10):\n    for i in range(100):\n        model = net\n        opt.zero_grad()\n"
         "        model(torch.zeros(8192, 2048).cuda()).mean().backward()\n        opt.step()\n" +
         behind;
}

TEST(KeptCopies, AreCountedWhenTheyAreMadeBeforeTheTraining) {
  const int64_t plain = said_of_script(program("", "")).allocated();
  for (const char* copy : {"kept = copy.deepcopy(net.state_dict())\n",
                           "kept = {name: value.clone() for name, value in net.state_dict().items()}\n",
                           "kept = [p.detach().clone() for p in net.parameters()]\n"}) {
    SCOPED_TRACE(copy);
    EXPECT_EQ(said_of_script(program(copy, "")).allocated(), plain + kWeights);
  }
}

TEST(KeptCopies, OfTheBestEpochLieBesideTheNextOne) {
  const int64_t plain = said_of_script(program("", "")).allocated();
  for (const char* loss : {"net(torch.zeros(16, 2048).cuda()).mean().item()", "random.random()"}) {
    SCOPED_TRACE(loss);
    const Said said = said_of_script(
        program("", "    with torch.no_grad():\n        loss = " + std::string(loss) +
                        "\n    if loss < best:\n        best, kept = loss, copy.deepcopy(net.state_dict())\n"));
    EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
    EXPECT_EQ(said.allocated(), plain + kWeights);
  }
}

// PyTorch's detach() and .data: no bytes of their own.
TEST(KeptCopies, OtherNamesOfWeightsAreNone) {
  const int64_t plain = said_of_script(program("", "")).allocated();
  for (const char* name : {"kept = net.state_dict()\n", "kept = [p.data for p in net.parameters()]\n",
                           "kept = [p.detach() for p in net.parameters()]\n"}) {
    SCOPED_TRACE(name);
    EXPECT_EQ(said_of_script(program(name, "")).allocated(), plain);
  }
}

int64_t highest(const Said& said) {
  int64_t most = 0;
  for (size_t i = 0; i < std::max<size_t>(said.phases().size(), 1); ++i) most = std::max(most, said.allocated(i));
  return most;
}

/// What ten epochs leave beside one, in copies of the weights.
int64_t copies_left(const std::string& before, const std::string& behind) {
  const Said said = said_of_script(program(before, behind));
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
  return (highest(said) - highest(said_of_script(program("", "")))) / kWeights;
}

TEST(KeptCopies, OfEachEpochAreAsManyAsTheProgramKeeps) {
  const std::string copied = "copy.deepcopy(net.state_dict())", all = "all = []\n", named = "all = {}\n";
  // The copy of the last epoch is made once its step is over.
  EXPECT_EQ(copies_left(all, "    all.append(" + copied + ")\n"), 9);
  EXPECT_EQ(copies_left(named, "    all[epoch] = " + copied + "\n"), 9);
  EXPECT_LE(copies_left(all, "    all.append(" + copied + ")\n    if len(all) > 2:\n        all.pop(0)\n"), 3);
  EXPECT_LE(copies_left("from collections import deque\nall = deque(maxlen=2)\n", "    all.append(" + copied + ")\n"),
            3);
  EXPECT_LE(copies_left(named, "    all[epoch % 2] = " + copied + "\n"), 2);
  EXPECT_LE(copies_left(named, "    all['last'] = " + copied + "\n"), 1);
  EXPECT_LE(copies_left(all, "    all.clear()\n    all.append(" + copied + ")\n"), 1);
  EXPECT_EQ(copies_left(all, "    all.append(net.state_dict())\n"), 0);
  EXPECT_EQ(copies_left(all, "    all.append((epoch, net, [p for p in net.parameters()]))\n"), 0);
}

// Made in the first step, and there from then on.
TEST(KeptCopies, StatesOfAnOptimizerOfTheProgramsOwnAreMadeOnce) {
  const std::string own =
      "class Own(torch.optim.Optimizer):\n    def __init__(self, params):\n"
      "        super().__init__(params, dict(lr=0.1))\n    @torch.no_grad()\n    def step(self):\n"
      "        for p in self.param_groups[0]['params']:\n            if p.grad is None:\n                continue\n"
      "            if 'mu' not in self.state[p]:\n                self.state[p]['mu'] = torch.zeros_like(p)\n"
      "            self.state[p]['mu'].add_(p.grad)\n            p.sub_(self.state[p]['mu'])\n"
      "opt = Own(net.parameters())\n";
  EXPECT_EQ(copies_left(own, ""), 1);
}

TEST(KeptCopies, OfStepsInARingAreNoMoreThanItHolds) {
  std::string ring = program("all = {}\n", "");
  const std::string step = "        opt.step()\n";
  ring.replace(ring.rfind(step), step.size(), step + "        all[i % 2] = net.weight.detach().clone()\n");
  EXPECT_LE(highest(said_of_script(ring)) - highest(said_of_script(program("", ""))), 2 * kWeights);
}

TEST(KeptCopies, OfNetworksDrawnByChanceTheLargerTrains) {
  const auto trained = [](const std::string& choice) {
    std::string text = program("", "");
    text.replace(text.find("model = net"), std::string("model = net").size(), "model = " + choice);
    return said_of_script(text);
  };
  const int64_t larger = trained("big").allocated();
  for (const char* choice : {"random.choice([net, big])", "[net, big][random.randint(0, 1)]",
                             "net if random.random() < 0.5 else big", "big if torch.rand(1).item() < 0.5 else net"}) {
    SCOPED_TRACE(choice);
    const Said said = trained(choice);
    EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
    EXPECT_EQ(said.allocated(), larger);
    EXPECT_EQ(said.findings.dump().find("idle-weights"), std::string::npos) << said.findings;
  }
}

}  // namespace
}  // namespace vramlint::tests
