// Calls into PyTorch, NumPy, yacs, Lightning and torchaudio as public programs make them.
#include <gtest/gtest.h>

#include "open_world.h"
#include "started_tree.h"

namespace vramlint::tests {
namespace {

constexpr int64_t kMiB = 1 << 20;

/// Trains `net` by `loss` of `x`, 100 steps.
Said trained(const std::string& net, const std::string& loss, const std::string& before = "") {
  return said_of_script("import numpy as np\nimport torch\nfrom torch import nn\n" + before + "net = " + net +
                        ".cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)\n"
                        "for step in range(100):\n    x = torch.randn(64, 512).cuda()\n    loss = " +
                        loss + "\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n");
}

// The table has 200,000 rows of 64 floats, 48.8 MiB; the gradient a row for each of 8,192 indices, 2 MiB, and the
// optimizer's scaled rows are as large (PyTorch 1.13 on the CPU: 52.96 MiB in all, gradients zeroed where they are).
TEST(LibraryCalls, SparseGradientsOfBagsGrowWithTheBatchAlone) {
  const Said said = said_of_script(
      "import torch\nfrom torch import nn\nbag = nn.EmbeddingBag(200000, 64, mode='sum', sparse=True).cuda()\n"
      "opt = torch.optim.SGD(bag.parameters(), lr=0.1)\nfor step in range(100):\n"
      "    places = torch.randint(0, 200000, (8192,)).cuda()\n"
      "    loss = bag(places, torch.arange(0, 8192, 16).cuda()).mean()\n    opt.zero_grad()\n    loss.backward()\n"
      "    opt.step()\n");
  ASSERT_EQ(said.status(), "estimated") << said.findings;
  EXPECT_GE(said.allocated(), 200000 * 64 * 4 + 2 * kMiB);
  EXPECT_LE(said.allocated(), 200000 * 64 * 4 + 6 * kMiB);
}

// `ctx.y` is 4,096 * 512 floats, 8 MiB, which live until the backward has run; `del ctx.y` in it says nothing of the
// forward.
TEST(LibraryCalls, WhatHangsOnAContextLivesAsLongAsItsNode) {
  const auto with = [](const std::string& kept, const std::string& used) {
    return trained("nn.Linear(512, 512)", "Twice.apply(net(x.repeat(64, 1))).pow(2).mean()",
                   "class Twice(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n"
                   "        y = x * 2\n" +
                       kept + "        return y + 1\n    @staticmethod\n    def backward(ctx, grad):\n" + used +
                       "        return grad * 2\n");
  };
  const Said plain = with("", "");
  ASSERT_EQ(plain.status(), "estimated") << plain.findings;
  for (const char* const used : {"        y = ctx.y\n        del ctx.y\n", "        y = ctx.y\n"})
    EXPECT_EQ(with("        ctx.y = y.detach()\n", used).allocated() - plain.allocated(), 8 * kMiB) << used;
}

// As architect.py of DARTS: in the first step there is no momentum yet.
TEST(LibraryCalls, AnExceptionLeavesAGeneratorForTheHandlerThatSetsTheNameOtherwise) {
  for (const char* const handler : {"except:", "except Exception as error:", "except KeyError:"}) {
    const Said caught = said_of_script(
        "import torch\nfrom torch import nn\ndef joined(parts):\n    return torch.cat([p.view(-1) for p in parts])\n"
        "net = nn.Linear(512, 512).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)\n"
        "for step in range(100):\n    theta = joined(net.parameters()).data\n    try:\n"
        "        moment = joined(opt.state[p]['momentum_buffer'] for p in net.parameters()).mul_(0.9)\n    " +
        std::string(handler) +
        "\n        moment = torch.zeros_like(theta)\n    loss = net(torch.randn(64, 512).cuda()).mean()\n"
        "    opt.zero_grad()\n    loss.backward()\n    opt.step()\n");
    EXPECT_EQ(caught.status(), "estimated") << handler << caught.findings;
    EXPECT_EQ(caught.mistakes(), 0) << handler << caught.findings;
  }
}

// PyTorch 1.13 with NumPy 1.24: `type(np.log(torch.ones(3)))` is a tensor, and so of cumsum.
TEST(LibraryCalls, FunctionsOfNumPyMakeTensorsOfTensors) {
  const Said said = trained("nn.Linear(512, 512)", "(net(x) * table[step].float().exp()).mean()",
                            "table = np.cumsum(np.log(torch.linspace(0.9, 1, 1000).double())).float().abs().cuda()\n");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  const Said drawn = trained("nn.Linear(512, 512)", "(net(x) * (2 * torch.randint_like(x, high=2) - 1)).mean()");
  EXPECT_EQ(drawn.status(), "estimated") << drawn.config["unknowns"] << drawn.findings;
}

// A batch of one goes to one GPU (scatter makes chunks of the first dimension), and its output alone is gathered: 16
// MiB on top of what one GPU holds of it. Six samples on four GPUs are chunks of two, two and two.
TEST(LibraryCalls, ABatchBelowTheNumberOfGpusLeavesSomeWithout) {
  const auto passed = [](const std::string& gpus, int samples) {
    return said_of_script("import os\nos.environ['CUDA_VISIBLE_DEVICES'] = '" + gpus +
                          "'\nimport torch\nfrom torch import nn\nnet = nn.DataParallel(nn.Linear(1024, 4096)).cuda()\n"
                          "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor step in range(100):\n"
                          "    x = torch.randn(" +
                          std::to_string(samples) +
                          ", 1024, 1024).cuda()\n    y = net(x)\n    assert y.shape[0] == " + std::to_string(samples) +
                          "\n    loss = y.mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n");
  };
  const Said one = passed("0", 1), of_four = passed("0,1,2,3", 1), six = passed("0,1,2,3", 6);
  ASSERT_EQ(of_four.status(), "estimated") << of_four.findings;
  EXPECT_GE(of_four.allocated() - one.allocated(), 0);
  EXPECT_LE(of_four.allocated() - one.allocated(), 2 * 16 * kMiB);
  EXPECT_EQ(six.status(), "estimated") << six.findings;
}

// A sound of one channel is cut to 4,096 samples; were they channels, the sum would not fit.
TEST(LibraryCalls, ASoundHasOneChannel) {
  const Said said = said_of_script(
      "import torch, torchaudio\nfrom torch import nn\n"
      "class Sounds(torch.utils.data.Dataset):\n    def __len__(self):\n        return 800\n"
      "    def __getitem__(self, i):\n        sound, _ = torchaudio.load(f'{i}.wav')\n        sound = sound.squeeze()\n"
      "        return sound[:4096] if len(sound) > 4096 else torch.cat([sound, torch.zeros(4096 - len(sound))])\n"
      "net = nn.Linear(4096, 16).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "for x in torch.utils.data.DataLoader(Sounds(), batch_size=8):\n    loss = net(x.cuda()).mean()\n"
      "    opt.zero_grad()\n    loss.backward()\n    opt.step()\n");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

// 3,072 * 512 + 512 of the network that was saved, with the width that is given here, and 512 * 10 + 10.
TEST(LibraryCalls, ACheckpointOfLightningMakesItsNetwork) {
  const Said said = said_of_script(
      "import torch\nimport pytorch_lightning as pl\nfrom torch import nn\n"
      "class Coder(pl.LightningModule):\n    def __init__(self, width=256, depth=1):\n        super().__init__()\n"
      "        self.layer = nn.Linear(3072, width)\n    def forward(self, x):\n        return self.layer(x)\n"
      "net = nn.Sequential(Coder.load_from_checkpoint('coder.ckpt', width=512), nn.Linear(512, 10)).cuda()\n"
      "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor step in range(100):\n"
      "    loss = net(torch.randn(8, 3072).cuda()).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n");
  expect_parameters(said, 3072 * 512 + 512 + 512 * 10 + 10);
  EXPECT_TRUE(said.assumes("a checkpoint's network is made with its constructor's defaults"));
}

// 256 * 1024 + 1024, as the file of Python says.
TEST(LibraryCalls, YacsReadsFilesOfPython) {
  const Tree tree;
  tree.put("large.py", "from yacs.config import CfgNode as CN\n\ncfg = CN()\ncfg.WIDTH = 1024\n");
  tree.put("train.py",
           "import argparse\nimport torch\nfrom torch import nn\nfrom yacs.config import CfgNode as CN\n"
           "parser = argparse.ArgumentParser()\nparser.add_argument('config')\nargs = parser.parse_args()\n"
           "cfg = CN()\ncfg.WIDTH = 64\ncfg.merge_from_file(args.config)\n"
           "net = nn.Linear(256, cfg.WIDTH).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
           "for step in range(100):\n    loss = net(torch.randn(8, 256).cuda()).mean()\n    opt.zero_grad()\n"
           "    loss.backward()\n    opt.step()\n");
  tree.put("train.sh", "python train.py large.py\n");
  expect_parameters(tree.checked("train.sh"), 256 * 1024 + 1024);
}

constexpr int64_t kWide = (128 * 512 + 512 + 512 * 2 + 2) * 4;

// `config.width` stays 512: None is an object of no class that it could be asked for.
TEST(LibraryCalls, NoneIsOfNoClassThatIsNotAtHand) {
  const Said said = said_of_script(
      "import torch\nfrom nowhere import Tokenizer\nfrom torch import nn\nclass Config:\n    width = 512\n"
      "def align(config, tokenizer):\n    if isinstance(tokenizer, (Tokenizer, list)):\n"
      "        config.width = tokenizer.width\nconfig = Config()\nalign(config, None)\n"
      "net = nn.Sequential(nn.Linear(128, config.width), nn.Linear(config.width, 2)).cuda()\n"
      "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor step in range(100):\n"
      "    loss = net(torch.randn(64, 128).cuda()).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n");
  ASSERT_EQ(said.status(), "estimated") << said.config["unknowns"];
  EXPECT_EQ(said.config["parameters"]["bytes"], kWide);
}

// torch.nn.Module refuses a module before its own __init__: the program runs, so the card is none.
TEST(LibraryCalls, WhatIsSetBeforeAModulesInitIsNoModule) {
  const Said said = said_of_script(
      "import torch\nfrom nowhere import Data\nfrom torch import nn\nclass Card(Data):\n"
      "    def register(self, model):\n        self.model = model\nclass Net(nn.Sequential):\n"
      "    def __init__(self):\n        self.card = Card()\n        super().__init__(nn.Linear(512, 10))\n"
      "        self.card.register(self)\nnet = Net().cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "for step in range(100):\n    loss = net(torch.randn(64, 512).cuda()).mean()\n    opt.zero_grad()\n"
      "    loss.backward()\n    opt.step()\n");
  EXPECT_FALSE(said.lists("cannot assign module")) << said.config["unknowns"];
  EXPECT_EQ(said.config["parameters"]["total"], 5130);
}

// inspect.getsource of a module is the text of its file.
TEST(LibraryCalls, TheSourceOfAModuleIsItsText) {
  const Tree tree;
  tree.put("shapes.py", "class Wide:\n    width = 512\n");
  tree.put("train.py",
           "import inspect\nimport shapes\nimport torch\nfrom torch import nn\n"
           "width = 512 if 'class Wide' in inspect.getsource(shapes) else 8\n"
           "net = nn.Sequential(nn.Linear(128, width), nn.Linear(width, 2)).cuda()\n"
           "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor step in range(100):\n"
           "    loss = net(torch.randn(64, 128).cuda()).mean()\n    opt.zero_grad()\n"
           "    loss.backward()\n    opt.step()\n");
  const Said said = tree.said("");
  EXPECT_EQ(said.config["parameters"]["bytes"], kWide) << said.config;
}

}  // namespace
}  // namespace vramlint::tests
