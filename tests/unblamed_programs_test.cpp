// Programs that do something unusual and are right: nothing is to be said of them.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

void expect_nothing_said(const std::string& program) {
  SCOPED_TRACE(program);
  const Said said = said_of_script("import torch\nfrom torch import nn\n" + program);
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
  EXPECT_TRUE(said.findings.empty()) << said.findings;
}

// Every backward begins with cleared gradients, and the optimizer uses the sums that the program has made of them.
TEST(UnblamedPrograms, GradientsMayBeGatheredByHand) {
  const std::string begin =
      "net = nn.Linear(4096, 4096).cuda()\nopt = torch.optim.Adam(net.parameters())\nfor i in range(9):\n"
      "    total = [torch.zeros_like(p) for p in net.parameters()]\n    for k in range(4):\n"
      "        opt.zero_grad()\n        net(torch.zeros(8, 4096).cuda()).mean().backward()\n"
      "        for t, p in zip(total, net.parameters()):\n            t.add_(p.grad)\n";
  expect_nothing_said(begin + "    for t, p in zip(total, net.parameters()):\n        p.grad = t\n    opt.step()\n");
  expect_nothing_said(begin +
                      "    for t, p in zip(total, net.parameters()):\n        p.grad.copy_(t)\n    opt.step()\n");
  expect_nothing_said(begin +
                      "    opt.zero_grad()\n    for t, p in zip(total, net.parameters()):\n        p.grad = t\n"
                      "    opt.step()\n");
}

// The box may be the whole picture.
TEST(UnblamedPrograms, ABoxDrawnByChanceIsNoCrop) {
  const std::string begin =
      "import numpy as np\nnet = nn.Conv2d(3, 64, 3, padding=1).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=1)\n"
      "for i in range(100):\n    x = torch.zeros(64, 3, 224, 224).cuda()\n";
  const std::string end = "    opt.zero_grad()\n    net(x).relu().mean().backward()\n    opt.step()\n";
  expect_nothing_said(begin +
                      "    y1, y2 = sorted(np.random.randint(0, 224, size=2))\n"
                      "    x[:, :, y1:y2, :] = x.flip(0)[:, :, y1:y2, :]\n" +
                      end);
  expect_nothing_said(begin +
                      "    cy = np.random.randint(0, 224)\n"
                      "    y1, y2 = np.clip(cy - 56, 0, 224), np.clip(cy + 56, 0, 224)\n"
                      "    x[:, :, y1:y2, y1:y2] = x.flip(0)[:, :, y1:y2, y1:y2]\n" +
                      end);
}

// It trains on batches of 64; one picture is run for the log.
TEST(UnblamedPrograms, OnePictureForTheLogIsNoBatchOfOne) {
  const std::string begin =
      "net = nn.Sequential(nn.Linear(64, 64), nn.BatchNorm1d(64)).cuda()\nopt = torch.optim.SGD(net.parameters(), "
      "lr=1)\n"
      "kept = torch.zeros(2, 64).cuda()\nfor i in range(100):\n    opt.zero_grad()\n"
      "    net(torch.zeros(64, 64).cuda()).mean().backward()\n    opt.step()\n";
  expect_nothing_said(begin + "    print(net(kept).detach().cpu())\n");
  expect_nothing_said(begin + "    if i % 10 == 0:\n        shown = net(kept)\n");
  const Said trains =
      said_of_script("import torch\nfrom torch import nn\n" + begin + "    net(kept).mean().backward()\n");
  EXPECT_NE(trains.findings.dump().find("small-batch-with-batch-norm"), std::string::npos) << trains.findings;
}

}  // namespace
}  // namespace vramlint::tests
