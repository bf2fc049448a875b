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
