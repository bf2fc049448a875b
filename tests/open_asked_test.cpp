// What `init` asks for and what it finds by itself, where a program is started that trains a layer of `width` x 4.
#include <gtest/gtest.h>

#include "started_tree.h"

namespace vramlint::tests {
namespace {

constexpr const char* kAsks = R"(
import argparse
from step import train
parser = argparse.ArgumentParser()
parser.add_argument("--width", type=int, required=True)
parser.add_argument("--cpu", action="store_true")
train(parser.parse_args().width)
)";

TEST(OpenAsked, CommandsForTheHostComeLast) {
  const Tree tree;
  tree.put("train.py", kAsks);
  tree.put("README.md", "`python train.py --cpu --width 4` or `python train.py --width 8`\n");
  EXPECT_TRUE(has(tree.init("train.py").output, "args: ['--width', 8]"));
}

TEST(OpenAsked, CommandsThatDoNotTrainAreNotHowItIsStarted) {
  for (const char* other :
       {"python train.py -h", "python train.py --width RUN_NAME", "python train.py --width [4 or 8]"}) {
    const Tree tree;
    tree.put("train.py", kAsks);
    tree.put("README.md", "`" + std::string(other) + "` or `python train.py --width 8`\n");
    const ProgramRun run = tree.init("train.py");
    EXPECT_TRUE(has(run.output, "args: ['--width', 8]")) << other << run.output;
  }
}

TEST(OpenAsked, OfConfigsThatGoTogetherTheOneWithTheBatchIsChecked) {
  const Tree tree;
  tree.put("train.py", R"(
import argparse
import yaml
from step import train
parser = argparse.ArgumentParser()
parser.add_argument("-m", required=True)
parser.add_argument("-t", required=True)
args = parser.parse_args()
assert yaml.safe_load(open(args.t))["batch_size"] == 2
train(yaml.safe_load(open(args.m))["width"])
)");
  tree.put("config/model.yaml", "width: 8\n");
  tree.put("config/fit.yaml", "batch_size: 2\n");
  tree.put("README.md", "    python train.py -m config/model.yaml -t config/fit.yaml\n");
  const ProgramRun run = tree.init("train.py");
  EXPECT_TRUE(has(run.output, "configs: [config/fit.yaml]")) << run.output;
  EXPECT_TRUE(has(run.output, "args: ['-m', config/model.yaml, '-t', '{config}']")) << run.output;
  EXPECT_TRUE(has(run.errors, "36 parameters")) << run.errors;
}

// A config's path of which a part is to be put in stands for the configs there; the options behind it are kept.
TEST(OpenAsked, APlaceholderWithinAWordIsPartOfIt) {
  const Tree tree;
  tree.put("train.py", R"(
import argparse
import yaml
from step import train
parser = argparse.ArgumentParser()
parser.add_argument("--base", required=True)
parser.add_argument("-t", "--train", action="store_true")
args = parser.parse_args()
if args.train:
    train(yaml.safe_load(open(args.base))["width"])
)");
  tree.put("configs/one.yaml", "width: 8\n");
  tree.put("README.md", "    DEVICES=<ids> python train.py --base configs/<name>.yaml -t\n");
  const ProgramRun run = tree.init("train.py");
  EXPECT_TRUE(has(run.output, "args: ['--base', '{config}', '-t']")) << run.output;
  EXPECT_TRUE(has(run.errors, "36 parameters")) << run.errors;
}

// Below a folder that has a program of the same name they are that one's.
TEST(OpenAsked, ConfigsOfAnotherProgramAreLeftToIt) {
  const Tree tree;
  const std::string program =
      "import argparse\nimport yaml\nfrom step import train\nparser = argparse.ArgumentParser()\n"
      "parser.add_argument(\"--config\", required=True)\n"
      "train(yaml.safe_load(open(parser.parse_args().config))[\"width\"])\n";
  tree.put("tools/train.py", program);
  tree.put("projects/other/train.py", program);
  tree.put("configs/a.yaml", "width: 8\n");
  tree.put("configs/test/a.yaml", "width: 8\n");
  tree.put("projects/other/configs/b.yaml", "width: 8\n");
  const ProgramRun run = tree.init("tools/train.py");
  EXPECT_TRUE(has(run.output, "configs/*.yaml")) << run.output;
  EXPECT_FALSE(has(run.output, "projects/other")) << run.output;
  EXPECT_FALSE(has(run.output, "configs/test")) << run.output;  // test.py's, by the name of the folder
}

TEST(OpenAsked, ABatchIsAskedForByTheNamesThatTheProgramGivesItsParts) {
  const Tree tree;
  tree.put("train.py", R"(
import torch
import other
vocab = 100
net = torch.nn.Embedding(vocab, 4).cuda()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for batch in torch.utils.data.DataLoader(other.texts()):
    opt.zero_grad()
    (net(batch["tokens"].cuda()).sum() + batch["weights"].sum()).backward()
    opt.step()
)");
  const ProgramRun run = tree.init("train.py");
  EXPECT_TRUE(has(run.output, "{\"tokens\": int64[16, 512], \"weights\": int64[16, 512]}")) << run.output;
}

TEST(OpenAsked, LinesOfJsonAreNoConfig) {
  const Tree tree;
  tree.put("data/val.json", "{\"question\": 1}\n{\"question\": 2}\n");
  tree.put("train.py", "from step import train\nPATH = 'data/val.json'\ntrain(8)\n");
  const ProgramRun run = tree.init("train.py");
  EXPECT_TRUE(has(run.output, "configs: [train.py]")) << run.output;
}

TEST(OpenAsked, ConfigsAreFoundByTheirOwnNames) {
  const Tree tree;
  tree.put("train.py",
           "import argparse\nimport yaml\nfrom step import train\nparser = argparse.ArgumentParser()\n"
           "parser.add_argument('--config', required=True)\n"
           "train(yaml.safe_load(open(parser.parse_args().config))['width'])\n");
  tree.put("resources/small/train_config.yml", "width: 8\n");
  tree.put("resources/small/test_config.yml", "path: out\n");
  tree.put("resources/small/labels.yml", "a: b\n");
  EXPECT_TRUE(has(tree.init("train.py").output, "configs: [resources/small/train_config.yml]"));
}

TEST(OpenAsked, AnOlderTorchIsTakenWhereTheProgramNeedsIt) {
  const Tree tree;
  tree.put("train.py", R"(
import torch
from torch.utils.data import DataLoader, TensorDataset
model = torch.nn.Linear(8, 4).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loader = DataLoader(TensorDataset(torch.zeros(64, 8)), batch_size=2)
for epoch in range(3):
    batches = iter(loader)
    for step in range(16):
        x, = batches.next()
        model(x.cuda()).sum().backward()
        optimizer.step()
)");
  // BaseDataLoaderIter.next went with PyTorch 1.13.
  const ProgramRun run = tree.init("train.py");
  EXPECT_TRUE(has(run.output, "\ntorch: '1.12'")) << run.output;
  EXPECT_TRUE(has(run.errors, "36 parameters")) << run.errors;
}

TEST(OpenAsked, WhatPicturesHoldIsAskedForWhereTheBatchIsMadeOfThem) {
  const Tree tree;
  tree.put("train.py", R"(
import numpy as np
import skimage.io
import skimage.transform
import torch
from torch.utils.data import DataLoader, Dataset

class Pictures(Dataset):
    def __len__(self):
        return 100

    def __getitem__(self, index):
        picture = skimage.io.imread("%d.jpg" % index)
        rows, columns, _ = picture.shape
        scale = 608 / min(rows, columns)
        picture = skimage.transform.resize(picture, (int(round(rows * scale)), int(round(columns * scale))))
        return torch.from_numpy(picture).permute(2, 0, 1).float()

model = torch.nn.Conv2d(3, 4, 3).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x in DataLoader(Pictures(), batch_size=1):
    model(x.cuda()).sum().backward()
    optimizer.step()
)");
  EXPECT_TRUE(has(tree.init("train.py").output, "# data: {'*.jpg': 'uint8[512, 512, 3]'}"));
}

TEST(OpenAsked, WhatArraysHoldIsAskedForWhereTheBatchIsMadeOfThem) {
  const Tree tree;
  tree.put("train.py",
           "import numpy as np\nimport torch\nfrom torch.utils.data import DataLoader, Dataset\n\n"
           "class Arrays(Dataset):\n    def __len__(self):\n        return 100\n    def __getitem__(self, index):\n"
           "        return torch.from_numpy(np.load('%d.npy' % index))\n\nmodel = torch.nn.Linear(8, 4).cuda()\n"
           "optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\nfor x in DataLoader(Arrays(), batch_size=2):\n"
           "    model(x.cuda()).sum().backward()\n    optimizer.step()\n");
  const ProgramRun run = tree.init("train.py");
  EXPECT_TRUE(has(run.output, "# data: {'*.npy': 'float32[512, 512]'}")) << run.output << run.errors;
  tree.put("vramlint.yaml",
           "recipes:\n  - configs: [train.py]\n    script: train.py\n    data: {'*.npy': 'float32[8]'}\n");
  const Said said = tree.checked("train.py");
  EXPECT_EQ(said.status(), "estimated") << said.config["not_checked"];
}

/// PyTorch runs it, on the CPU: neither a mistake nor a reason to say nothing of a GPU.
TEST(OpenAsked, ProgramsThatTrainOnTheHostAreTakenToTheGpu) {
  for (const char* device : {"torch.device('cpu')", "'cpu'", "None"}) {
    SCOPED_TRACE(device);
    Tree tree;
    tree.put("train.py", std::string("import torch\nfrom torch import nn\ndevice = ") + device + R"(
model = nn.Linear(8, 4).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
data = torch.utils.data.TensorDataset(torch.randn(100, 8), torch.randint(0, 4, (100,)))
for x, y in torch.utils.data.DataLoader(data, batch_size=10):
    x, y = x.to(device), y.to(device)
    nn.functional.cross_entropy(model(x), y).backward()
    optimizer.step()
)");
    const Said said = tree.said("");
    EXPECT_EQ(said.status(), "estimated");
    EXPECT_EQ(said.mistakes(), 0);
    EXPECT_EQ(said.config["parameters"]["total"], 8 * 4 + 4);
    EXPECT_TRUE(has(said.config["assumptions"].dump(), "moves no model to a GPU"));
  }
}

}  // namespace
}  // namespace vramlint::tests
