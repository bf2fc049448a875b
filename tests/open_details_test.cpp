// Details of torch and numpy that programs rest on, and where what they raise is told.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

/// A layer of 8 to 4 that is trained on two rows; `round` stands in its loop.
Said trained(const std::string& before, const std::string& round) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "device: rtx3090\ntorch: \"2.4\"\nrecipes:\n  - {configs: [a.py], script: a.py}\n");
  folder.put("a.py", "import torch\nfrom torch import nn\n" + before +
                         "net = nn.Linear(8, 4).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
                         "for i in range(9):\n    opt.zero_grad()\n    loss = net(torch.zeros(2, 8).cuda()).sum()\n" +
                         round + "    loss.backward()\n    opt.step()\n");
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "a.py"}));
}

void expect_trains(const Said& said) {
  ASSERT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_EQ(said.parameters(), 8 * 4 + 4);
}

// numpy.array(picture, dtype) is of that type, as the picture's own __array__ is not.
TEST(OpenDetails, ArraysOfPicturesAreOfTheTypeThatIsAsked) {
  for (const char* made : {"np.array(picture, dtype=np.float32)", "np.asarray(picture, np.float32)"})
    expect_trains(trained(
        "import numpy as np\nfrom PIL import Image\npicture = Image.open('a.png').convert('RGB').resize((8, 8))\n"
        "assert torch.from_numpy(" +
            std::string(made) + ").dtype == torch.float32\n",
        ""));
}

// torch/autograd/__init__.py (1.13): inputs that are no tensor are made a tuple.
TEST(OpenDetails, GradientsAreTakenOfWhateverYieldsTensors) {
  expect_trains(trained("",
                        "    grads = torch.autograd.grad(loss, net.parameters(), retain_graph=True)\n"
                        "    assert len(grads) == 2 and grads[0].shape == (4, 8)\n"));
}

// x[:, 1:] = torch.ones(1, 7, 5) writes 7 x 5 (torch 1.13.1 on the CPU); more than one in front is refused.
TEST(OpenDetails, OnesInFrontOfWhatIsWrittenAreLeftAway) {
  expect_trains(trained("x = torch.zeros(7, 6)\nx[:, 1:] = torch.ones(1, 1, 7, 5)\n", ""));
  EXPECT_TRUE(trained("x = torch.zeros(7, 6)\nx[:, 1:] = torch.ones(2, 7, 5)\n", "").lists("broadcast shape"));
}

TEST(OpenDetails, OneElementIsANumberToMath) {
  expect_trains(trained("import math\n", "    if not math.isclose(loss, 0, rel_tol=1e-6):\n        pass\n"));
}

TEST(OpenDetails, DataParallelHasAModuleOfItsOwn) {
  expect_trains(trained(
      "from torch.nn.parallel.data_parallel import DataParallel\nassert DataParallel is nn.DataParallel\n", ""));
}

// A loss has no elements to be picked. How often the loop runs has nothing to do with it: line 12 of a.py.
TEST(OpenDetails, WhatTheFirstTurnRaisesIsNotLaidToHowOftenTheLoopRuns) {
  const Said said = trained(
      "import argparse\nparser = argparse.ArgumentParser()\nparser.add_argument('--epochs', default=5, type=int)\n"
      "range = lambda n, plain=range: plain(parser.parse_args().epochs)\n",
      "    print(loss.data[0])\n");
  ASSERT_EQ(said.mistakes(), 1) << said.findings;
  EXPECT_EQ(said.findings[0]["range"]["start"]["line"], 12) << said.findings;
  EXPECT_NE(said.findings.dump().find("invalid index of a 0-dim tensor"), std::string::npos) << said.findings;
}

}  // namespace
}  // namespace vramlint::tests
