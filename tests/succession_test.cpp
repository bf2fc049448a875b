// What one round of a training loop leaves to the next: tensors that take the place of others, leaves that the history
// of a loss still holds. The figures are of PyTorch 1.13.1 on the CPU, which has no workspaces: the most that lived at
// once in its allocator.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

const std::string kBegin =
    "import torch\nfrom torch import nn\n"
    "net = nn.Sequential(*[nn.Sequential(nn.Linear(1024, 1024), nn.ReLU()) for _ in range(4)]).cuda()\n"
    "opt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
    "def batch():\n    return torch.rand(512, 1024, device='cuda')\n"
    "def step(loss):\n    opt.zero_grad(set_to_none=True)\n    loss.backward()\n    opt.step()\n";

/// What lives at the peak, without what libraries and the allocator keep beside it.
int64_t live(const std::string& program, const std::string& begin = kBegin) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "torch: \"1.13\"\nrecipes:\n  - {configs: [train.py], script: train.py}\n");
  folder.put("train.py", begin + program);
  const Said said =
      said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
  EXPECT_EQ(said.status(), "estimated") << said.config << said.findings;
  int64_t bytes = 0;
  for (const auto& [category, held] : said.config["breakdown"].items())
    if (category != "workspace" && category != "cached" && category != "context") bytes += held.get<int64_t>();
  return bytes;
}

/// Of a loss and the like a GPU takes 512 bytes each.
void expect_as_measured(const std::string& program, int64_t bytes) {
  SCOPED_TRACE(program);
  EXPECT_NEAR(static_cast<double>(live(program)), static_cast<double>(bytes), 16 << 10);
}

TEST(Succession, AnAverageThatIsMadeAnewIsThereOnce) {
  expect_as_measured(
      "shadow = {k: p.detach().clone() for k, p in net.named_parameters()}\n"
      "for i in range(4):\n    step(net(batch()).mean())\n"
      "    for k, p in net.named_parameters():\n        shadow[k] = 0.9 * shadow[k] + 0.1 * p.detach()\n",
      62'963'712);
  expect_as_measured(
      "shadow = [p.detach().clone() for p in net.parameters()]\n"
      "for i in range(4):\n    step(net(batch()).mean())\n"
      "    shadow = [0.9 * s + 0.1 * p.detach() for s, p in zip(shadow, net.parameters())]\n",
      75'558'912);
}

TEST(Succession, SoIsAHiddenState) {
  expect_as_measured(
      "h = torch.zeros(512, 1024, device='cuda')\nfor i in range(4):\n    y = net(batch() + h)\n    step(y.mean())\n"
      "    h = y.detach()\n",
      48'267'264);
}

TEST(Succession, WhatABackwardStillNeedsOfOneThatIsReplacedStays) {
  expect_as_measured(
      "c = torch.rand(512, 1024, device='cuda')\nfor i in range(4):\n    y = net(batch())\n    z = (y * c).mean()\n"
      "    c = y.detach() * 2\n    step(z)\n",
      50'364'416);
}

TEST(Succession, ABankOfWhichEachRoundReplacesAnotherEntryStaysAsLarge) {
  expect_as_measured(
      "bank = {i: torch.randn(512, 1024, device='cuda') for i in range(8)}\nfor i in range(4):\n    y = net(batch())\n"
      "    step((y - bank[i]).mean())\n    bank[i] = y.detach()\n",
      62'947'328);
}

TEST(Succession, ALeafAndItsGradientLiveAsLongAsALossThatCameOfIt) {
  expect_as_measured("for i in range(4):\n    x = batch().requires_grad_()\n    loss = net(x).mean()\n    step(loss)\n",
                     50'364'416);
  expect_as_measured(
      "for i in range(4):\n    x = batch().requires_grad_()\n    loss = net(x).mean()\n    step(loss)\n    del x\n",
      50'364'416);
}

// Without an optimizer the loop trains where it writes to leaves that need gradients.
TEST(Succession, AProgramThatMovesItsParametersByHandTrains) {
  std::string begin = kBegin;
  begin.erase(begin.find("opt ="), begin.find("def batch") - begin.find("opt ="));
  begin.erase(begin.find("def step"));
  const std::string loop = "for i in range(4):\n    net(batch()).mean().backward()\n";
  const std::string moves[] = {
      "    for p in net.parameters():\n        p.data.add_(p.grad, alpha=-0.1)\n    net.zero_grad()\n",
      "    with torch.no_grad():\n        for p in net.parameters():\n            p -= 0.1 * p.grad\n"
      "            p.grad.zero_()\n"};
  for (const std::string& move : moves)
    EXPECT_NEAR(static_cast<double>(live(loop + move, begin)), 50'368'512, 16 << 10) << move;
}

}  // namespace
}  // namespace vramlint::tests
