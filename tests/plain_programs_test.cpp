// Programs as people write them, each with one thing that was taken otherwise than PyTorch or Python takes it.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

const char* const kBegins = R"(import random
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset, TensorDataset
)";

/// A convolution of three channels to eight is trained on what `loop` brings: the statements of a round.
std::string training(const std::string& data, const std::string& loop = "for x in loader:\n",
                     const std::string& batch = "x.cuda()") {
  return kBegins + data + "net = nn.Conv2d(3, 8, 3).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n" + loop +
         "    opt.zero_grad()\n    net(" + batch + ").mean().backward()\n    opt.step()\n";
}

void expect_trained(const std::string& program, int64_t parameters = 224) {
  const Said said = said_of_script(program);
  ASSERT_EQ(said.status(), "estimated") << program << said.config["unknowns"] << said.config["not_checked"]
                                        << said.findings;
  EXPECT_EQ(said.parameters(), parameters) << program;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

/// A data set whose sample `body` makes.
std::string sample_of(const std::string& body,
                      const std::string& loader = "loader = DataLoader(Own(), batch_size=4)\n") {
  return "class Own(Dataset):\n    def __len__(self):\n        return 64\n    def __getitem__(self, i):\n        " +
         body + "\n" + loader;
}

// The samples of a data set that lies on the GPU are put together there.
TEST(PlainPrograms, ADataSetMayLieOnTheGpu) {
  expect_trained(training("loader = DataLoader(TensorDataset(torch.zeros(64, 3, 32, 32).cuda()), batch_size=4)\n",
                          "for (x,) in loader:\n", "x"));
}

// torch/csrc/utils/tensor_new.cpp (2.4).
TEST(PlainPrograms, ASizeGivenToATensorsTypeIsItsSize) {
  expect_trained(training(
      "",
      "for step in range(9):\n    x = torch.zeros(4, 3, 32, 32).cuda()\n    y = torch.Tensor(x.size()).cuda()\n"
      "    assert y.shape == x.shape\n",
      "x - y"));
}

// torchvision/datasets/cifar.py (0.19): `targets` is a list of whole numbers.
TEST(PlainPrograms, ClassesAreWholeNumbers) {
  expect_trained(
      training("from torchvision.datasets import CIFAR10\nlabels = torch.tensor(CIFAR10('d').targets)\n"
               "assert labels.dtype == torch.int64 and len(labels) == 50000\n",
               "for step in range(9):\n", "torch.zeros(4, 3, 32, 32).cuda()"));
}

// torch/nn/parallel/data_parallel.py (2.4): forward() asks scatter(), also with one GPU.
TEST(PlainPrograms, ABatchIsSpreadAsTheProgramSpreadsIt) {
  const std::string own =
      "class Spread(nn.DataParallel):\n    def scatter(self, inputs, kwargs, device_ids):\n"
      "        return [[each['x'].cuda()] for each in inputs[0]], [{} for _ in inputs[0]]\n";
  expect_trained(
      kBegins + own +
      "net = Spread(nn.Conv2d(3, 8, 3), device_ids=[0]).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "for step in range(9):\n    opt.zero_grad()\n    net([{'x': torch.zeros(4, 3, 32, 32)}]).mean().backward()\n"
      "    opt.step()\n");
}

TEST(PlainPrograms, AFolderOfPicturesHasALoader) {
  expect_trained(training(
      "from torchvision import transforms\nfrom torchvision.datasets import ImageFolder\nclass Own(ImageFolder):\n"
      "    def __getitem__(self, i):\n        return self.transform(self.loader(self.imgs[i][0]))\n"
      "made = transforms.Compose([transforms.Resize((32, 32)), transforms.ToTensor()])\n"
      "loader = DataLoader(Own('d', made), batch_size=4)\n"));
}

// Batches are lists of as many indices as they are told, however a sampler around them counts rounds.
TEST(PlainPrograms, ASamplerOfBatchesMayGoRoundAgain) {
  expect_trained(
      training("from torch.utils.data.sampler import BatchSampler, RandomSampler\nclass Again(BatchSampler):\n"
               "    def __init__(self, batches, rounds):\n        self.batches, self.rounds = batches, rounds\n"
               "    def __iter__(self):\n        round = 0\n        while round <= self.rounds:\n            for batch "
               "in self.batches:\n"
               "                round += 1\n                if round > self.rounds:\n                    break\n       "
               "         yield batch\n"
               "    def __len__(self):\n        return self.rounds\n" +
               sample_of("return torch.zeros(3, 32, 32)",
                         "own = Own()\nloader = DataLoader(own, batch_sampler=Again(BatchSampler(RandomSampler(own), "
                         "4, True), 100))\n")));
}

TEST(PlainPrograms, StepsInAnOrderByChanceAreGoneThrough) {
  expect_trained(
      training("import torchvision.transforms.functional as F\nfrom PIL import Image\n" +
               sample_of("x = Image.open('a.jpg').convert('RGB')\n        steps = [F.hflip, F.vflip]\n"
                         "        random.shuffle(steps)\n        for each in steps:\n            x = each(x)\n"
                         "        return F.to_tensor(F.resize(x, (32, 32)))")));
}

// skimage/transform/_warps.py (0.24): sizes are rounded, and axes that are not named stay.
TEST(PlainPrograms, APictureOfUnknownSizeMayBeResized) {
  const std::string reads = "from skimage import io, transform\n";
  expect_trained(training(reads + sample_of("x = transform.resize(io.imread('a.jpg'), (32, 32.0))\n"
                                            "        return torch.from_numpy(x.transpose((2, 0, 1))).float()")));
}

TEST(PlainPrograms, OfASetThatIsNotKnownNoneIsTakenToDiffer) {
  expect_trained(
      training("found = [int(name) for name in open('names.txt').read().split()]\n"
               "assert set(found) == set(range(100))\n",
               "for step in range(9):\n", "torch.zeros(4, 3, 32, 32).cuda()"));
}

TEST(PlainPrograms, ALearningRateByChanceIsOne) {
  const std::string program = training("", "for step in range(9):\n", "torch.zeros(4, 3, 32, 32).cuda()");
  const size_t at = program.find("lr=0.1");
  expect_trained(std::string(program).replace(at, 6, "lr=random.random() * 0.1"));
}

// `async` is a word of the language since Python 3.7; programs from before say it to cuda().
TEST(PlainPrograms, WhatIsMovedAsynchronouslyIsMoved) {
  expect_trained(training("", "for step in range(9):\n", "torch.zeros(4, 3, 32, 32).cuda(async=True)"));
}

// 100 cells of eight layers, each of 4 * 4 * 9 + 4 weights: a loop so long that turns of it might be passed over.
TEST(PlainPrograms, ALongLoopThatMakesLayersMakesThemAll) {
  expect_trained(std::string(kBegins) +
                     "class Cell(nn.Module):\n    def __init__(self, c):\n        super().__init__()\n"
                     "        self.ops = nn.ModuleList()\n        for _ in range(8):\n"
                     "            self.ops += [nn.Sequential(nn.ReLU(), nn.Conv2d(c, c, 3, padding=1))]\n"
                     "    def forward(self, x):\n        for op in self.ops:\n            x = op(x)\n        return x\n"
                     "cells = []\nfor i in range(100):\n    cells.append(Cell(4))\nnet = nn.Sequential(*cells).cuda()\n"
                     "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor step in range(9):\n    opt.zero_grad()\n"
                     "    net(torch.zeros(2, 4, 8, 8).cuda()).mean().backward()\n    opt.step()\n",
                 100 * 8 * (4 * 4 * 9 + 4));
}

// Two layers of 512 x 512 and 512 that share what they hold: 4 bytes an element, once.
TEST(PlainPrograms, DataThatAreSharedAreThereOnce) {
  const Said said = said_of_script(
      std::string(kBegins) +
      "net = nn.Linear(512, 512).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor step in range(9):\n"
      "    opt.zero_grad()\n    net(torch.zeros(4, 512).cuda()).mean().backward()\n    opt.step()\n    with "
      "torch.no_grad():\n"
      "        for i in range(8):\n            other = nn.Linear(512, 512)\n"
      "            other.weight.data = net.weight.data\n            other.bias.data = net.bias.data\n"
      "            other(torch.zeros(4, 512).cuda()).tolist()\n");
  ASSERT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.parameters(), 512 * 512 + 512);
  EXPECT_EQ(said.config["breakdown"]["parameter"], 4 * (512 * 512 + 512));
}

// torch/nn/parameter.py (2.4): a class of parameters makes them by _make_subclass, and its own methods go before a
// tensor's.
TEST(PlainPrograms, ClassesOfParametersMayBeDerived) {
  expect_trained(
      std::string(kBegins) +
          "class Packed(nn.Parameter):\n    def __new__(cls, data=None, requires_grad=True, blocks=64):\n"
          "        self = torch.Tensor._make_subclass(cls, data, requires_grad)\n        self.blocks = blocks\n"
          "        return self\n    def to(self, *args, **kwargs):\n"
          "        return Packed(super().to(*args, **kwargs), False, self.blocks + 1)\n"
          "class Plain(nn.Parameter):\n    pass\n"
          "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
          "        self.packed, self.plain = Packed(torch.zeros(8, 4), False, 32), Plain(torch.zeros(4))\n"
          "        self.layer = nn.Linear(8, 4)\n    def forward(self, x):\n"
          "        return self.layer(x) + x @ self.packed + self.plain\nnet = Net()\n"
          "moved = net.packed.to('cpu')\nassert moved.blocks == 33 and type(moved) is Packed\n"
          "assert type(torch.Tensor.to(net.packed, 'cpu')) is not None\nnet.cuda()\n"
          "assert [type(p).__name__ for p in net.parameters()] == ['Packed', 'Plain', 'Parameter', 'Parameter']\n"
          "assert net.plain.requires_grad and not net.packed.requires_grad\n"
          "opt = torch.optim.SGD([p for p in net.parameters() if p.requires_grad], lr=0.1)\n"
          "for step in range(9):\n    opt.zero_grad()\n    net(torch.zeros(2, 8).cuda()).mean().backward()\n"
          "    opt.step()\n",
      8 * 4 + 4 + 8 * 4 + 4);
}

// What is set may have taken the place of what the figures follow from.
TEST(PlainPrograms, AnAttributeOfAnUnknownNameMakesNoBound) {
  const Said said = said_of_script(training(
      "import argparse, other\nargs = argparse.Namespace(size=32)\nfor name, value in other.settings().items():\n"
      "    setattr(args, name, value)\n",
      "for step in range(9):\n", "torch.zeros(4, 3, args.size, args.size).cuda()"));
  EXPECT_EQ(said.status(), "partial") << said.config;
  bool is_either = false;
  for (const auto& unknown : said.config["unknowns"]) is_either |= unknown.value("pull", "") == "either";
  EXPECT_TRUE(is_either) << said.config["unknowns"];
}

// The validation's batch of 1,024 needs most; with one of 1 the training, 256 samples, does not fit either. That says
// nothing of a training with a batch of 1.
TEST(PlainPrograms, TheBatchOfAValidationIsNotTheTrainings) {
  const ScratchFolder folder(
      {{"vramlint.yaml", "torch: '2.4'\nrecipes:\n  - {configs: [a.py], script: a.py}\n"},
       {"a.py", std::string(kBegins) +
                    "BATCH = 256\nCHECKED = 1024\ndata = TensorDataset(torch.zeros(4096, 3, 32, 32))\n"
                    "net = nn.Sequential(nn.Conv2d(3, 32, 3, padding=1), nn.BatchNorm2d(32)).cuda()\n"
                    "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor epoch in range(3):\n"
                    "    for (x,) in DataLoader(data, batch_size=BATCH):\n        opt.zero_grad()\n"
                    "        net(x.cuda()).mean().backward()\n        opt.step()\n    with torch.no_grad():\n"
                    "        for (x,) in DataLoader(data, batch_size=CHECKED):\n            net(x.cuda())\n"}});
  const Said said = said_by(run_program(
      folder.path(), {"check", "a.py", "--root", ".", "--memory", "540MiB", "--format", "json", "--fail-on", "never"}));
  ASSERT_EQ(said.config["peak"]["phase"], "validation") << said.config;
  EXPECT_NE(said.findings.dump().find("peak-memory-exceeds-device"), std::string::npos) << said.findings;
  EXPECT_EQ(said.findings.dump().find("a batch of 1"), std::string::npos) << said.findings;
}

// h and w are numbers of a file, of which nothing is known: no batch is said to be terabytes.
TEST(PlainPrograms, ABatchOfWhichNoSizeIsKnownIsNotToldInTerabytes) {
  const Said said = said_of_script(
      training("import json\n" +
                   sample_of("said = json.load(open('a.json'))[i]\n        return torch.zeros(3, said['h'], said['w'])",
                             "loader = DataLoader(Own(), batch_size=4, num_workers=16)\n"),
               "for x in loader:\n"));
  EXPECT_EQ(said.findings.dump().find("loader-host-memory"), std::string::npos) << said.findings;
}

TEST(PlainPrograms, ALoopThatTrainsNothingKnownIsNoEstimate) {
  const Said said =
      said_of_script(std::string(kBegins) +
                     "kinds = {}\nnet = kinds['resnet'].cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
                     "for step in range(9):\n    x = torch.zeros(4, 3, 32, 32).cuda()\n    opt.zero_grad()\n"
                     "    net(x).mean().backward()\n    opt.step()\n");
  EXPECT_NE(said.status(), "estimated") << said.config;
}

}  // namespace
}  // namespace vramlint::tests
