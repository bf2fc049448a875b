// What one training leaves on the GPU to the next, one round to another, and one turn of a loop to those behind it.
// `live` is what PyTorch 1.13.1 had at most at its allocator on the CPU, in MiB: each request rounded up to 512 bytes,
// as on a GPU; there are no workspaces of libraries there.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

const std::string kBegin =
    "import torch\nimport torch.nn as nn\n"
    "def mlp(i=1024, h=2048, o=1024):\n"
    "    return nn.Sequential(nn.Linear(i, h), nn.ReLU(), nn.Linear(h, o)).cuda()\n"
    "def batch(n=256):\n    return torch.randn(n, 1024, device='cuda')\n"
    "def train(net, opt, x):\n    loss = net(x).pow(2).mean()\n    opt.zero_grad()\n    loss.backward()\n    "
    "opt.step()\n";

void expect_live(const std::string& program, double live) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "torch: \"1.13\"\nrecipes:\n  - {configs: [train.py], script: train.py}\n");
  folder.put("train.py", kBegin + program);
  const Said said =
      said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
  ASSERT_EQ(said.status(), "estimated") << said.config["unknowns"];
  const auto workspaces = said.config["breakdown"]["workspace"].get<int64_t>();
  EXPECT_NEAR(static_cast<double>(said.allocated() - workspaces) / (1 << 20), live, 0.02) << said.config["phases"];
}

TEST(Leftovers, ATeacherKeepsItsGradientsAndItsOptimizerItsStates) {
  expect_live(
      "teacher = mlp()\nopt = torch.optim.Adam(teacher.parameters())\n"
      "for i in range(4):\n    opt.zero_grad()\n    teacher(batch()).pow(2).mean().backward()\n    opt.step()\n"
      "student = mlp()\nopt2 = torch.optim.SGD(student.parameters(), lr=0.1, momentum=0.9)\n"
      "for i in range(4):\n    x = batch()\n    with torch.no_grad():\n        t = teacher(x)\n    opt2.zero_grad()\n"
      "    (student(x) - t).pow(2).mean().backward()\n    opt2.step()\n",
      127.09);
}

TEST(Leftovers, AnOptimizerOfAFunctionThatHasEndedIsGone) {
  expect_live(
      "def fit(model, target=None):\n    opt = torch.optim.Adam(model.parameters())\n"
      "    for i in range(4):\n        x = batch()\n        out = model(x)\n        if target is not None:\n"
      "            with torch.no_grad():\n                t = target(x)\n            out = out - t\n"
      "        opt.zero_grad()\n        out.pow(2).mean().backward()\n        opt.step()\n    return model\n"
      "teacher = fit(mlp())\nstudent = fit(mlp(), teacher)\n",
      115.08);
}

// Of one network, two optimizers have states each.
TEST(Leftovers, SoDoesTheOptimizerOfAPretraining) {
  expect_live(
      "import torch.nn.functional as F\nG, D = mlp(), mlp(1024, 2048, 1)\npre = torch.optim.Adam(G.parameters())\n"
      "for i in range(3):\n    x = batch()\n    loss = (G(x) - x).abs().mean()\n    pre.zero_grad()\n"
      "    loss.backward()\n    pre.step()\n"
      "og, od = torch.optim.Adam(G.parameters()), torch.optim.Adam(D.parameters())\n"
      "for i in range(3):\n    x = batch()\n    fake = G(x)\n"
      "    d = F.softplus(-D(x)).mean() + F.softplus(D(fake.detach())).mean()\n    od.zero_grad()\n    d.backward()\n"
      "    od.step()\n    g = F.softplus(-D(fake)).mean()\n    og.zero_grad()\n    g.backward()\n    og.step()\n",
      156.14);
}

TEST(Leftovers, WhatIsFrozenAfterItsTrainingKeepsThem) {
  expect_live(
      "net = nn.Sequential(mlp(), nn.Linear(1024, 10).cuda())\nopt = torch.optim.Adam(net.parameters())\n"
      "for i in range(3):\n    train(net, opt, batch())\n"
      "for p in net[0].parameters():\n    p.requires_grad = False\n"
      "head = torch.optim.SGD(net[1].parameters(), lr=0.1)\nfor i in range(3):\n    train(net, head, batch(4096))\n",
      144.21);
}

TEST(Leftovers, OfNetworksThatTakeTurnsTheOtherKeepsThem) {
  const std::string begin =
      "a, b = mlp(), mlp(1024, 8192, 1024)\nopt = torch.optim.Adam(list(a.parameters()) + list(b.parameters()))\n"
      "for i in range(6):\n    x = batch()\n";
  const std::string end = "    opt.zero_grad()\n    y.pow(2).mean().backward()\n    opt.step()\n";
  expect_live(begin + "    if i % 2 == 0:\n        y = a(x)\n    else:\n        y = b(x)\n" + end, 386.22);
  expect_live(begin + "    y = (a if i % 2 == 0 else b)(x)\n" + end, 386.22);
}

TEST(Leftovers, NetworksOfAllFoldsAreKeptInAList) {
  const std::string each =
      "models = []\nfor fold in range(COUNT):\n    model = mlp()\n"
      "    opt = torch.optim.Adam(model.parameters())\n    for i in range(3):\n        train(model, opt, batch())\n";
  const auto folds = [&](const std::string& count) { return std::string(each).replace(each.find("COUNT"), 5, count); };
  expect_live(folds("4") + "    models.append(model)\n", 177.13);
  // 2,048 x 1,024 weights twice, and 3,072 biases, with gradients: 32.02 MiB a fold.
  expect_live(folds("20") + "    models.append(model)\n",
              177.13 + 16 * (2 * (2 * 2048 * 1024 + 3072) * 4.0) / (1 << 20));
  expect_live(folds("4"), 81.06);
}

TEST(Leftovers, OrInADictByTheItemsOfAList) {
  expect_live(
      "nets = nn.ModuleList([mlp() for _ in range(3)])\nresults = {}\nfor name in ['a', 'b', 'c']:\n    net = mlp()\n"
      "    opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)\n    for i in range(3):\n"
      "        opt.zero_grad()\n        net(batch()).pow(2).mean().backward()\n        opt.step()\n"
      "    results[name] = net\n",
      174.12);
}

TEST(Leftovers, TermsOfEarlierTasksComeWithTheTurnsOfTheirLoop) {
  expect_live(
      "net = nn.Linear(2048, 2048).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nterms = []\n"
      "for task in range(5):\n    for step in range(3):\n        loss = net(torch.rand(8, 2048).cuda()).pow(2).mean()\n"
      "        for old in terms:\n            loss = loss + (net.weight - old).pow(2).sum()\n"
      "        opt.zero_grad()\n        loss.backward()\n        opt.step()\n"
      "    terms.append(net.weight.clone().detach())\n",
      208.14);
}

TEST(Leftovers, LayersOfWhichAPartIsMovedStayOnTheHostElsewhere) {
  // 16 x 16 weights and 16 biases of 64 layers, of which two are moved.
  const Said said = said_of_script(
      "import torch\nwhole = torch.nn.Sequential(*[torch.nn.Linear(16, 16) for _ in range(64)])\n"
      "part = torch.nn.Sequential(*list(whole.children())[:2]).cuda()\n"
      "opt = torch.optim.SGD(part.parameters(), lr=0.1)\n"
      "for i in range(10):\n    opt.zero_grad()\n    part(torch.zeros(8, 16).cuda()).mean().backward()\n    "
      "opt.step()\n");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
  EXPECT_EQ(said.parameters(), 2 * (16 * 16 + 16));
}

}  // namespace
}  // namespace vramlint::tests
