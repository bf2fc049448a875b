// What runs behind the epochs of a training, or between two of them: it is a phase wherever the loop stands, whoever
// draws its batches, and however far it can be followed.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

// 65,536 rows of 256 floats and what the layer makes of them: 64 MiB each.
constexpr int64_t kEvaluation = int64_t{128} << 20;

const std::string kBegin =
    "import torch\nfrom torch.utils.data import DataLoader, Dataset\n"
    "class Data(Dataset):\n    def __len__(self):\n        return 640\n"
    "    def __getitem__(self, i):\n        return torch.zeros(256)\n"
    "loader = DataLoader(Data(), batch_size=8)\n"
    "net = torch.nn.Linear(256, 256).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
    "def step(x):\n    loss = net(x.cuda()).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n"
    "def evaluate():\n    with torch.no_grad():\n        net(torch.zeros(65536, 256).cuda())\n";

Said check(const std::string& program) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - {configs: [train.py], script: train.py}\n");
  folder.put("train.py", program);
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
}

void expect_evaluation(const std::string& program, const std::string& phase) {
  const Said said = check(kBegin + program);
  ASSERT_EQ(said.phases(), (std::vector<std::string>{"train", phase})) << said.config << said.findings;
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
  EXPECT_GE(said.allocated(1), kEvaluation);
  EXPECT_LT(said.allocated(0), kEvaluation);
  EXPECT_FALSE(said.assumes("is not counted")) << said.config["assumptions"];
}

TEST(BehindTraining, WhatFollowsTheEpochsOfAFoldIsCounted) {
  expect_evaluation(
      "for fold in range(5):\n    for epoch in range(5):\n        for x in loader:\n            step(x)\n"
      "    evaluate()\n",
      "after training");
}

TEST(BehindTraining, SoIsWhatFollowsTheShardsOfAnEpoch) {
  expect_evaluation(
      "def run(epoch):\n    for shard in range(10):\n        for x in loader:\n            step(x)\n    evaluate()\n"
      "for epoch in range(5):\n    run(epoch)\n",
      "after training");
}

TEST(BehindTraining, ALoopOverNumbersEndsAfterItsRoundAsOneOverALoaderDoes) {
  expect_evaluation(
      "for epoch in range(5):\n    batches = iter(loader)\n    for i in range(len(loader)):\n"
      "        step(next(batches))\n    evaluate()\n",
      "validation");
  expect_evaluation(
      "for epoch in range(5):\n    for i in range(100000):\n        step(torch.zeros(8, 256))\n    evaluate()\n",
      "validation");
}

// Files say how many batches there are; a generator that a loop goes through has no more of them.
TEST(BehindTraining, AGeneratorAroundTheLoaderOfAValidationEndsWithIt) {
  expect_evaluation(
      "import torchvision\nfrom torchvision import transforms\n"
      "t = transforms.Compose([transforms.Resize((16, 16)), transforms.ToTensor()])\n"
      "val = DataLoader(torchvision.datasets.ImageFolder('/data/val', t), batch_size=8)\n"
      "class Logger:\n    def every(self, batches):\n        for batch in batches:\n            yield batch\n"
      "deep = torch.nn.Sequential(torch.nn.Linear(768, 8), *[torch.nn.Linear(8, 8) for _ in range(400)]).cuda()\n"
      "for epoch in range(5):\n    for x in loader:\n        step(x)\n"
      "    with torch.no_grad():\n        for x, y in Logger().every(val):\n            deep(x.cuda().flatten(1))\n"
      "    evaluate()\n",
      "validation");
}

// The training crops; that whole pictures are validated may need more than it.
TEST(BehindTraining, AValidationOfUnknownSizesIsAskedFor) {
  const std::string program =
      kBegin +
      "import glob\nfrom PIL import Image\nfrom torchvision import transforms as T\n"
      "class Pictures(torch.utils.data.Dataset):\n    files = glob.glob('/data/val/*.png')\n"
      "    def __len__(self):\n        return len(self.files)\n"
      "    def __getitem__(self, i):\n        return T.ToTensor()(Image.open(self.files[i]).convert('RGB'))\n"
      "conv = torch.nn.Conv2d(3, 64, 3).cuda()\n"
      "for epoch in range(5):\n    for x in loader:\n        step(x)\n"
      "    with torch.no_grad():\n        for x in DataLoader(Pictures()):\n            x = x.cuda()\n";
  for (const char* const turn :
       {"            conv(x)\n", "            b, c, *_, n = *x.shape, 4\n            conv(x)\n",
        "            b, c, *_, n = list(x.shape) + [4]\n            conv(x)\n",
        "            sizes = {*x.shape}\n            conv(x)\n"}) {
    const Said said = check(program + turn);
    EXPECT_EQ(said.status(), "partial") << turn << said.config["assumptions"];
    EXPECT_TRUE(said.lists("only the data tells the sizes of float32[1, 3, ?, ?]")) << turn << said.config["unknowns"];
    EXPECT_NE(said.config["unknowns"].dump().find("data: {"), std::string::npos) << turn << said.config["unknowns"];
  }
}

TEST(BehindTraining, WhatWasFollowedBeforeSomethingThatIsNotModelledCounts) {
  const Said said = check(kBegin +
                          "def bookkeeping():\n    net.no_such_method()\n"
                          "for epoch in range(5):\n    for x in loader:\n        step(x)\n"
                          "    evaluate()\n    bookkeeping()\n");
  ASSERT_EQ(said.phases(), (std::vector<std::string>{"train", "validation"})) << said.config << said.findings;
  EXPECT_GE(said.allocated(1), kEvaluation);
  EXPECT_TRUE(said.assumes("what is done between two runs of the training loop is followed in part: "))
      << said.config["assumptions"];
}

TEST(BehindTraining, TheLengthOfAListIsAnInt) {
  const Said said = check(
      "import torch\nfrom torch.utils.data import DataLoader, Dataset\n"
      "class Lines(Dataset):\n    def __init__(self):\n        self.lines = [l.split() for l in open('list.txt')]\n"
      "    def __len__(self):\n        return len(self.lines)\n"
      "    def __getitem__(self, i):\n        boxes = [float(w) for w in self.lines[i][1:]]\n"
      "        return torch.zeros(64), torch.tensor(len(boxes))\n"
      "net = torch.nn.Linear(64, 20).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "for x, y in DataLoader(Lines(), batch_size=64):\n"
      "    loss = torch.nn.functional.cross_entropy(net(x.cuda()), y.cuda())\n"
      "    opt.zero_grad()\n    loss.backward()\n    opt.step()\n");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

}  // namespace
}  // namespace vramlint::tests
