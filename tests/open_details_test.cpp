// Details of torch and numpy that programs rest on, and where what they raise is told.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

/// A layer of 8 to 4 that is trained on two rows; `round` stands in its loop.
Said trained(const std::string& before, const std::string& round) {
  return said_of_script("import torch\nfrom torch import nn\n" + before +
                        "net = nn.Linear(8, 4).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
                        "for i in range(9):\n    opt.zero_grad()\n    loss = net(torch.zeros(2, 8).cuda()).sum()\n" +
                        round + "    loss.backward()\n    opt.step()\n");
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

// The hidden layer is 16,384 x 4,096 x 4 = 256 MiB, before ReLU and after it; a quarter of that where there are four.
TEST(OpenDetails, DataParallelTakesTheGpusThatTheProgramNames) {
  const auto said_with = [](const std::string& devices) {
    return said_of_script(
        "import os, torch\nfrom torch import nn\n" + devices +
        "net = nn.DataParallel(nn.Sequential(nn.Linear(8, 4096), nn.ReLU(), nn.Linear(4096, 8)).cuda())\n"
        "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor step in range(10):\n"
        "    loss = net(torch.randn(16384, 8).cuda()).mean()\n    opt.zero_grad()\n"
        "    loss.backward()\n    opt.step()\n");
  };
  const Said all = said_with("os.environ['CUDA_VISIBLE_DEVICES'] = '0,1,2,3'\n");
  const Said one = said_with("os.environ['CUDA_VISIBLE_DEVICES'] = '3'\n");
  EXPECT_TRUE(all.assumes("CUDA_VISIBLE_DEVICES names 4 GPUs")) << all.config["assumptions"];
  EXPECT_GT(one.allocated() - all.allocated(), 3 * (int64_t{256} << 20) / 4);
  EXPECT_EQ(one.allocated(), said_with("").allocated());
}

// cudnn.benchmark tries some GiB for one of its convolutions, and gives them back; it keeps 512 MiB.
TEST(OpenDetails, WhatIsTriedForAConvolutionIsNoCostOfItsNetwork) {
  const Said said = said_of_script(
      "import torch\nfrom torch import nn\ntorch.backends.cudnn.benchmark = True\ndef layers(widths):\n"
      "    return nn.Sequential(*[nn.Conv2d(a, b, 3, padding=1) for a, b in zip(widths, widths[1:])]).cuda()\n"
      "judge = layers([3, 64, 64, 128, 128]).eval()\njudge.requires_grad_(False)\n"
      "net = layers([3, 64, 64, 64, 64, 64, 3])\nopt = torch.optim.Adam(net.parameters())\nfor step in range(100):\n"
      "    x = torch.randn(1, 3, 512, 1024, device='cuda')\n    loss = judge(net(x)).mean()\n    opt.zero_grad()\n"
      "    loss.backward()\n    opt.step()\n");
  EXPECT_EQ(said.status(), "estimated") << said.config;
  EXPECT_EQ(said.findings.dump().find("auxiliary-network-cost"), std::string::npos) << said.findings;
}

TEST(OpenDetails, DataParallelHasAModuleOfItsOwn) {
  expect_trains(trained(
      "from torch.nn.parallel.data_parallel import DataParallel\nassert DataParallel is nn.DataParallel\n", ""));
}

// torch/__init__.py (2.1 on): what does not hold raises, a tensor is asked whether all of it does.
TEST(OpenDetails, WhatIsCheckedHolds) {
  expect_trains(trained("torch._check(len('ab') == 2, lambda: 'two')\n",
                        "    torch._check_tensor_all_with(ValueError, loss == loss, lambda: 'no number')\n"));
  EXPECT_TRUE(trained("torch._check_value(len('ab') == 3, lambda: 'not three')\n", "").lists("ValueError: not three"));
}

// torch/_tensor_docs.py (1.13): type_as is type() of the other one, which names its memory as well.
TEST(OpenDetails, TypeAsMovesToWhereTheOtherLies) {
  expect_trains(trained("",
                        "    steps = torch.arange(4, device='cuda')\n    most = torch.tensor(3).type_as(steps)\n"
                        "    assert most.is_cuda and most.dtype == torch.int64\n"
                        "    loss = loss + torch.where(steps < 2, most, steps).sum()\n"));
}

// bitsandbytes/optim/adamw.py: with `optim_bits=8` its states are those of AdamW8bit.
TEST(OpenDetails, StatesOfEightBitsByAnArgument) {
  const auto states = [](const std::string& made) {
    const Said said =
        trained("import bitsandbytes as bnb\nwide = nn.Linear(1024, 1024).cuda()\nothers = " + made + "\n",
                "    wide(torch.zeros(2, 1024).cuda()).sum().backward()\n    others.step()\n    others.zero_grad()\n");
    EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
    return said.config["breakdown"]["optimizer"].get<int64_t>();
  };
  const int64_t eight = states("bnb.optim.AdamW8bit(wide.parameters())");
  EXPECT_EQ(states("bnb.optim.AdamW(wide.parameters(), lr=1e-3, optim_bits=8)"), eight);
  EXPECT_GT(states("bnb.optim.AdamW(wide.parameters(), lr=1e-3)"), 3 * eight);
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

// Annotations that are not at hand stand for as many pictures as a batch has: of full batches there is one at least.
TEST(OpenDetails, AnnotationsThatAreNotAtHandFillABatch) {
  expect_trains(
      trained("from pycocotools.coco import COCO\nfrom torch.utils.data import DataLoader, Dataset\n"
              "class Pictures(Dataset):\n    def __init__(self):\n        self.ids = COCO('train.json').getImgIds()\n"
              "    def __len__(self):\n        return len(self.ids)\n    def __getitem__(self, i):\n"
              "        return torch.zeros(8)\nloader = DataLoader(Pictures(), batch_size=16, drop_last=True)\n"
              "assert len(loader) > 0\n",
              "    assert next(iter(loader)).shape == (16, 8)\n"));
}

/// `text` is that of a config in Python or YAML, which the program reads as `cfg`.
Said configured(const std::string& path, const std::string& text, const std::string& reads, const std::string& shape) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "device: rtx3090\ntorch: \"2.4\"\nrecipes:\n  - configs: [" + path +
                                  "]\n    script: {path: train.py, args: [--config, '{config}']}\n");
  folder.put(path, text);
  folder.put(
      "train.py",
      "import argparse, importlib.util, yaml\nimport torch\nparser = argparse.ArgumentParser()\n"
      "parser.add_argument('--config')\npath = parser.parse_args().config\n" +
          reads +
          "class Data(torch.utils.data.Dataset):\n    def __init__(self, size):\n        self.size = size\n"
          "    def __len__(self):\n        return 100\n    def __getitem__(self, i):\n        return torch.zeros(" +
          shape +
          ")\nnet = torch.nn.Conv2d(3, 5, 1).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
          "for x in torch.utils.data.DataLoader(Data((cfg['size'], cfg['size'])), batch_size=2):\n"
          "    opt.zero_grad()\n    net(x.cuda()).sum().backward()\n    opt.step()\n");
  folder.put("tools/convert.py",
             "import torch\nweights = torch.load('a.pkl')\ndata = {'epoch': 0, 'weights': weights}\n"
             "torch.save(data, 'b.pth')\n");
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never"}));
}

constexpr const char* kReadsYaml = "cfg = yaml.safe_load(open(path))\n";
constexpr const char* kReadsPython =
    "spec = importlib.util.spec_from_file_location('cfg', path)\nmodule = importlib.util.module_from_spec(spec)\n"
    "spec.loader.exec_module(module)\ncfg = module.model\n";

// Two pictures of 3 x 64 x 64 floats are 98,304 bytes.
TEST(OpenDetails, ASettingInATupleOfADataSetHasItsEffect) {
  const Said said = configured("a.yaml", "size: 64\n", kReadsYaml, "3, *self.size");
  EXPECT_EQ(said.config["breakdown"]["input"], 98'304) << said.config;
  EXPECT_TRUE(said.findings.empty()) << said.findings;
  const Said idle = configured("a.yaml", "size: 64\n", kReadsYaml, "3, 64, 64");
  EXPECT_NE(idle.findings.dump().find("it is kept in the attribute `size`"), std::string::npos) << idle.findings;
}

TEST(OpenDetails, DocumentsOfOneFileAreOneConfigWhereTheProgramReadsAll) {
  const std::string text = "name: a\n---\nsize: 64\n";
  const Said said = configured(
      "a.yaml", text, "cfg = {}\nfor part in yaml.safe_load_all(open(path)):\n    cfg.update(part)\n", "3, *self.size");
  ASSERT_EQ(said.status(), "estimated") << said.config << said.findings;
  EXPECT_EQ(said.config["breakdown"]["input"], 98'304) << said.config;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  const Said one = configured("a.yaml", text, kReadsYaml, "3, *self.size");
  EXPECT_NE(one.status(), "estimated");
  EXPECT_TRUE((one.config.dump() + one.findings.dump()).find("expected a single document in the stream") !=
              std::string::npos)
      << one.config;
}

// A config in Python that a program reads itself is no config of mmengine's, nor is a script that loads weights.
TEST(OpenDetails, AConfigInPythonIsItsProgramsWhereARecipeSaysSo) {
  const Said said = configured("configs/a.py", "model = dict(\n    type='Net',\n    size=64,\n)\ndata = dict(x=1)\n",
                               kReadsPython, "3, *self.size");
  EXPECT_EQ(said.status(), "estimated") << said.config;
  EXPECT_EQ(said.config["breakdown"]["input"], 98'304) << said.config;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

/// train.py computes `width` by `statements`: 8, so that a layer with four outputs has 36 parameters.
void expect_eight(const std::string& statements) {
  SCOPED_TRACE(statements);
  const Said said = said_of_script("import torch\n" + statements +
                                   "\nmodel = torch.nn.Linear(width, 4).cuda()\n"
                                   "optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\nfor step in range(10):\n"
                                   "    model(torch.zeros(2, width).cuda()).sum().backward()\n    optimizer.step()\n");
  ASSERT_EQ(said.status(), "estimated") << said.config << said.findings;
  EXPECT_EQ(said.parameters(), 8 * 4 + 4);
}

// Python 3.11, numpy 1.24, PyTorch 1.13.
TEST(OpenDetails, WhatOtherPythonsAndLibrariesHave) {
  expect_eight(
      "try:\n    from urllib import urlretrieve\n    width = 2\nexcept ImportError:\n"
      "    from urllib.request import urlretrieve\n    width = 8");
  expect_eight("from matplotlib import pyplot as plt\nfigure, axes = plt.subplots()\nwidth = 8");
  expect_eight(
      "import random\nimport numpy as np\nn = random.choice([400, 500])\n"
      "width = 8 if n - np.mod(n, 16) > 380 else 2");
  expect_eight(
      "import copy\nclass Layer(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n"
      "        self.width = 2\n    def __setstate__(self, state):\n        state['width'] = 8\n"
      "        super().__setstate__(state)\nwidth = copy.deepcopy(Layer()).width");
}

// A part of a file of unknown length is as long as the program cuts it.
TEST(OpenDetails, APartThatBeginsAtADrawnPlace) {
  const std::string reads =
      "import numpy as np\nX = np.frombuffer(open('/data/a.bin', 'rb').read(), dtype=np.uint8)\n"
      "d = torch.from_numpy(np.split(X, [int(90e6)])[1])\n";
  for (const char* drawn : {"torch.randint(0, d.size(0) - 8, (1,))", "torch.randint(d.size(0) - 8, (1,))"})
    expect_eight(reads + "r = " + drawn + "\nwidth = d[r: r + 8].size(0)");
}

// PyTorch 1.13: of what needs gradients, `x.view(-1).requires_grad` is true without a record, `(x + 1).requires_grad`
// is not.
TEST(OpenDetails, AViewWithoutARecordSaysWhatItShows) {
  const Said said = said_of_script(
      "import torch\nmodel = torch.nn.Linear(8, 4).cuda()\noptimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n"
      "for step in range(10):\n    x = model(torch.zeros(2, 8).cuda())\n    with torch.no_grad():\n"
      "        seen = [x.view(-1), x.t()[0], x + 1, x.detach().view(-1), x.view(-1).detach()]\n"
      "        says = [each.requires_grad for each in seen]\n"
      "    assert says == [True, True, False, False, False], says\n"
      "    optimizer.zero_grad()\n    x.sum().backward()\n    optimizer.step()\n");
  EXPECT_EQ(said.status(), "estimated") << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

// A Path of a folder that is not at hand ends as a text would.
TEST(OpenDetails, FilesAreTakenByTheirSuffix) {
  for (const char* suffix : {"os.path.splitext(path)[1].lower()", "path.suffix", "os.path.splitext(str(path))[1]"}) {
    SCOPED_TRACE(suffix);
    const Said said = said_of_script(
        "import os\nimport torch\nfrom pathlib import Path\nfrom PIL import Image\nfrom torchvision import transforms "
        "as T\n"
        "class Pictures(torch.utils.data.Dataset):\n    def __init__(self):\n        self.paths = []\n"
        "        for path in Path('data/images').glob('**/*'):\n            if " +
        std::string(suffix) +
        " in ['.jpg', '.png']:\n                self.paths.append(path)\n"
        "        self.make = T.Compose([T.Resize(64), T.CenterCrop(64), T.ToTensor()])\n"
        "    def __len__(self):\n        return len(self.paths)\n"
        "    def __getitem__(self, at):\n        return self.make(Image.open(self.paths[at]).convert('RGB'))\n"
        "model = torch.nn.Conv2d(3, 8, 3).cuda()\noptimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n"
        "for x in torch.utils.data.DataLoader(Pictures(), batch_size=4):\n    optimizer.zero_grad()\n"
        "    model(x.cuda()).mean().backward()\n    optimizer.step()\n");
    ASSERT_EQ(said.status(), "estimated") << said.config << said.findings;
    EXPECT_EQ(said.config["breakdown"]["input"], 4 * 3 * 64 * 64 * 4);
  }
}

}  // namespace
}  // namespace vramlint::tests
