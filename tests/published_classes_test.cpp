// What training scripts of public repositories do that an H100 was asked about: `.data` written in place, layers that
// are script modules, a command line whose choices a hub tells, tables whose size `data:` says.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

Said check(const std::string& program, const std::string& recipe = "") {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "torch: \"2.11\"\n" + recipe + "recipes:\n  - {configs: [train.py], script: train.py}\n");
  folder.put("train.py", program);
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
}

const std::string kSteps = "    optimizer.zero_grad()\n    loss.backward()\n    optimizer.step()\n";

// The codebook of a VQ-VAE: `sums` is computed of what requires gradients, and what that keeps, the 256 MiB of `one`
// (131,072 x 512 floats), goes with it: nothing of it is there when the next step begins.
TEST(PublishedClasses, WhatIsWrittenThroughDataHasAHistoryOfItsOwn) {
  const std::string begin =
      "import torch\n"
      "class Net(torch.nn.Module):\n"
      "    def __init__(self):\n        super().__init__()\n        self.first = torch.nn.Linear(64, 64)\n"
      "        self.register_buffer('mean', torch.zeros(64, 512))\n"
      "    def forward(self, x):\n        x = self.first(x)\n"
      "        one = torch.rand(x.shape[0], 512, device='cuda')\n        sums = x.transpose(0, 1) @ one\n";
  const std::string end =
      "\n        return x.mean()\n"
      "net = Net().cuda()\noptimizer = torch.optim.SGD(net.parameters(), lr=0.1)\nfor i in range(10):\n"
      "    loss = net(torch.randn(131072, 64, device='cuda'))\n" +
      kSteps;
  constexpr int64_t kOne = int64_t{131'072} * 512 * 4;
  const auto peak = [&](const std::string& written) {
    const Said said = check(begin + "        " + written + end);
    EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
    return said.config["peak"]["allocated"]["point"].get<int64_t>();
  };
  const int64_t none = peak("pass");
  for (const char* written : {"self.mean.data.mul_(0.9).add_(sums, alpha=0.1)", "self.mean.data.copy_(sums)",
                              "self.mean.detach().add_(sums)"})
    EXPECT_LT(peak(written), none + kOne / 2) << written;
}

// 8 * 4 weights and 4 biases, in a module that is scripted.
TEST(PublishedClasses, AScriptModuleIsAModule) {
  const Said said = check(
      "import torch\n"
      "class Block(torch.jit.ScriptModule):\n"
      "    def __init__(self):\n        super().__init__()\n        self.layer = torch.nn.Linear(8, 4)\n"
      "    @torch.jit.script_method\n"
      "    def forward(self, x):\n        return self.layer(x)\n"
      "net = torch.nn.Sequential(Block()).cuda()\noptimizer = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "assert not isinstance(net, torch.jit.ScriptModule)\n"
      "for i in range(10):\n    loss = net(torch.zeros(2, 8, device='cuda')).sum()\n" +
      kSteps);
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
  EXPECT_EQ(said.parameters(), 8 * 4 + 4);
}

TEST(PublishedClasses, ChoicesThatAHubTellsLeaveNothingOpen) {
  const Said said = check(
      "import argparse\nimport torch\nparser = argparse.ArgumentParser()\n"
      "parser.add_argument('--arch', default='tiny', choices=['tiny', 'small'] + torch.hub.list('a/b:main'))\n"
      "width = {'tiny': 8, 'small': 16}[parser.parse_args().arch]\n"
      "net = torch.nn.Linear(width, 4).cuda()\noptimizer = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "for i in range(10):\n    loss = net(torch.zeros(2, width, device='cuda')).sum()\n" +
      kSteps);
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
  EXPECT_EQ(said.parameters(), 8 * 4 + 4);
}

// Layers that are left out at random: the most that a run holds is what all three of them hold, 64 Ki floats each kept
// for backward (one by each of them, beside the input of the first).
TEST(PublishedClasses, WhatChanceLeavesOutIsTakenToBeThere) {
  const auto check_layers = [](const std::string& layers) {
    return check(
        "import torch\nnet = torch.nn.ModuleList([torch.nn.Linear(64, 64) for i in range(3)]).cuda()\n"
        "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)\nfor i in range(10):\n"
        "    x = torch.zeros(1024, 64, device='cuda')\n    drop = torch.zeros(3).uniform_(0., 1.) < 0.05\n" +
        layers + "    for layer in layers:\n        x = layer(x).relu()\n    loss = x.sum()\n" + kSteps);
  };
  const Said some = check_layers("    layers = [layer for layer, out in zip(net, drop) if not out]\n");
  const Said all = check_layers("    layers = net\n");
  ASSERT_EQ(some.status(), "estimated") << some.config["unknowns"];
  EXPECT_TRUE(some.assumes("an item is kept whose condition is not known")) << some.config["assumptions"];
  EXPECT_EQ(some.config["peak"]["allocated"], all.config["peak"]["allocated"]);
}

// 100 rows of 7 numbers: a layer as wide as the table, and all of it in float32 at once.
TEST(PublishedClasses, DataSaysHowLargeTablesAre) {
  const std::string end =
      "net = torch.nn.Linear(x.shape[1], 4).cuda()\noptimizer = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "for i in range(10):\n    loss = net(x.cuda()).sum()\n" +
      kSteps;
  const std::vector<std::pair<std::string, std::string>> readers = {
      {"a.txt", "np.loadtxt('a.txt')"},
      {"a.content", "np.genfromtxt('a.content', dtype=np.dtype(str))[:, :].astype(np.float32)"},
      {"a.csv", "pd.read_csv('a.csv').values"},
      {"a.csv", "pd.read_csv('a.csv', names=list('abcdefg'))[list('abcdefg')].to_numpy()"}};
  for (const auto& [file, reader] : readers) {
    const Said said =
        check("import numpy as np\nimport pandas as pd\nimport torch\nx = torch.FloatTensor(" + reader + ")\n" + end,
              "data: {\"" + file + "\": \"float64[100, 7]\"}\n");
    EXPECT_EQ(said.status(), "estimated") << reader << said.config["unknowns"] << said.findings;
    EXPECT_EQ(said.parameters(), 7 * 4 + 4) << reader;
  }
  const Said saved =
      check("import torch\nx = torch.load('rows.pt')\n" + end, "data: {\"rows.pt\": \"float32[100, 7]\"}\n");
  EXPECT_EQ(saved.status(), "estimated") << saved.config["unknowns"];
  EXPECT_EQ(saved.parameters(), 7 * 4 + 4);
  EXPECT_EQ(check("import torch\nx = torch.load('rows.pt')\n" + end).status(), "partial") << "nobody says";
}

}  // namespace
}  // namespace vramlint::tests
