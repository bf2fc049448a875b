// What programs of earlier years ask of Python, PyTorch and the libraries around them.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

struct Trained {
  std::string statements;  ///< they make `net`, or `width` of its only layer, which has eight outputs and no bias
  std::string torch = "2.4", more = {};
  std::vector<std::pair<std::string, std::string>> files = {};

  Said said() const {
    const ScratchFolder folder;
    folder.put("vramlint.yaml", "torch: \"" + torch + "\"\nrecipes:\n  - {configs: [a.py], script: a.py}\n" + more);
    folder.put("a.py",
               "import torch\nimport torch.nn as nn\nwidth, net = 1, None\n" + statements +
                   "\nnet = net if net is not None else nn.Linear(width, 8, bias=False)\nnet.cuda()\n"
                   "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor step in range(9):\n"
                   "    opt.zero_grad()\n    net(torch.zeros(4, width).cuda()).sum().backward()\n    opt.step()\n");
    for (const auto& [name, text] : files) folder.put(name, text);
    return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "a.py"}));
  }
};

int64_t width(const Trained& program) {
  const Said said = program.said();
  EXPECT_EQ(said.status(), "estimated") << program.statements << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  return said.config.contains("parameters") ? said.parameters() / 8 : -1;
}

TEST(EarlierPrograms, DataSetsByTheirModules) {
  EXPECT_EQ(width({"from torchvision import datasets\nds = datasets.cifar.CIFAR100('d', download=True)\n"
                   "width = len(ds.classes)\n"}),
            100);
  EXPECT_EQ(width({"from torchvision.datasets.utils import check_integrity, download_url\n"
                   "from torchvision.datasets.mnist import MNIST\ndownload_url('http', 'd')\n"
                   "class Own(MNIST):\n    def __init__(self):\n        self.root = 'd'\n"
                   "        super().__init__('d', download=not self._check_exists())\n"
                   "width = len(Own().classes) if check_integrity('d') else 1\n"}),
            10);
  // 633,587 patches of 64 x 64.
  EXPECT_EQ(width({"from torchvision import datasets\nds = datasets.PhotoTour('d', 'yosemite')\n"
                   "width = ds.data.shape[0] // 1000 + ds.data.shape[2]\n"}),
            633 + 64);
}

TEST(EarlierPrograms, CollectionsOfPythonsBeforeTheTenth) {
  const std::string asks = "import collections\nwidth = 32 if isinstance([1], collections.Sequence) else 16\n";
  EXPECT_EQ(width({asks, "1.5"}), 32);
}

TEST(EarlierPrograms, SettingsOfIniFiles) {
  const std::string reads =
      "import configparser\nc = configparser.ConfigParser()\nc.read('a.conf')\ns = c['NET']\n"
      "assert c.sections() == ['NET'] and s.getboolean('Deep') and not c.has_option('NET', 'x')\n"
      "assert c.get('NET', 'file') == 'nets/wide' and s.getfloat('rate') == 0.5\nwidth = int(s['Width'])\n";
  EXPECT_EQ(width({reads,
                   "2.4",
                   "",
                   {{"a.conf",
                     "[DEFAULT]\nname = wide ; not a comment\nrate: 0.5\n# one\n"
                     "[NET]\nWidth = 48\ndeep = Yes\nname = wide\nfile = nets/%(name)s\n"}}}),
            48);
}

TEST(EarlierPrograms, WindowsAndPicturesOfLibraries) {
  // (20 - 5) / 3 + 1 places of five; 20 / 4 blocks of four.
  EXPECT_EQ(
      width({"import numpy as np\nfrom skimage.util.shape import view_as_blocks, view_as_windows\n"
             "w = view_as_windows(np.zeros((20, 9)), (5, 9), step=3)\nb = view_as_blocks(np.zeros((20, 8)), (4, 2))\n"
             "assert w.shape == (6, 1, 5, 9) and b.shape == (5, 4, 4, 2)\nwidth = w.shape[0] * b.shape[0]\n"}),
      30);
  EXPECT_EQ(width({"from PIL import Image\ni = Image.new('RGB', (640, 480))\ni.thumbnail((320, 320))\ni.load()\n"
                   "assert i.size == (320, 240), i.size\nj = Image.merge('RGB', (i.getchannel('R'),) * 3)\n"
                   "j.paste(i, (0, 0))\ni.close()\nwidth = j.reduce(4).height\n"}),
            60);
}

TEST(EarlierPrograms, ImportsBindWhatThePackageHas) {
  EXPECT_EQ(width({"import torch.nn.utils.spectral_norm as spectral_norm\nimport os.path as p\n"
                   "width = 16 if callable(spectral_norm) and p.basename('a/b') == 'b' else 8\n"}),
            16);
}

TEST(EarlierPrograms, ConvolutionsAndFunctionsOfEarlierPyTorch) {
  const std::string conv =
      "class Conv(nn.Conv2d):\n    def forward(self, x):\n        return self._conv_forward(x, self.weight)\n"
      "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
      "        self.conv = Conv(1, 2, 1, bias=False)\n    def forward(self, x):\n"
      "        return self.conv(x[None, None])\nnet = Net()\n";
  EXPECT_EQ(Trained({conv, "1.5"}).said().parameters(), 2);
  const Said later = Trained({conv}).said();
  EXPECT_EQ(later.mistakes(), 1) << later.findings;
  const Said legacy = Trained({"class F(torch.autograd.Function):\n    def forward(self, x):\n        return x\n"
                               "class Net(nn.Module):\n    def forward(self, x):\n        return F()(x)\n"
                               "net = nn.Sequential(nn.Linear(1, 8), Net())\n"})
                          .said();
  EXPECT_NE(legacy.findings.dump().find("Legacy autograd function with non-static forward"), std::string::npos)
      << legacy.findings;
  EXPECT_EQ(width({"from torch.autograd import Variable\nwidth = 24 if isinstance(torch.zeros(1), Variable) else 8\n"}),
            24);
}

// The accuracy of PyTorch's ImageNet example: three rows of five, of eight answers each.
TEST(EarlierPrograms, ComparisonsLieRowByRowUpToPyTorch16) {
  const std::string counts =
      "correct = torch.zeros(8, 5).t().eq(torch.zeros(1, 8).expand(5, 8))\nwidth = correct[:3].view(-1).numel()\n";
  EXPECT_EQ(width({counts, "1.6"}), 3 * 8);
  EXPECT_NE(Trained({counts, "1.7"}).said().status(), "estimated");
}

TEST(EarlierPrograms, ArgumentsOfActionsOfTheirOwn) {
  EXPECT_EQ(width({"import argparse\nclass Flag(argparse.Action):\n    def __init__(self, default=None, **more):\n"
                   "        assert default is not None\n        super().__init__(default=default, nargs='?', **more)\n"
                   "    def __call__(self, parser, space, values, option_string=None):\n"
                   "        setattr(space, self.dest, not self.default)\n"
                   "p = argparse.ArgumentParser()\np.add_argument('--a', action=Flag, default=False)\n"
                   "width = 8 if p.parse_args().a else len(b'acgt'.upper().lower()) * 10\n"}),
            40);
}

/// Of a loader over `Set`, whose item is `item`; the batch goes through an 8 x width layer.
Said loaded(const std::string& item, const std::string& data, const std::string& round = "x = x.cuda()\n") {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - {configs: [a.py], script: a.py}\ndata: {" + data + "}\n");
  folder.put("a.py",
             "import numpy as np, os, torch, torch.nn as nn\nclass Set(torch.utils.data.Dataset):\n"
             "    def __init__(self):\n        self.names = [l.strip() for l in open('names.txt')]\n"
             "    def __getitem__(self, i):\n        name = self.names[i]\n" +
                 item + "    def __len__(self):\n        return len(self.names)\nnet = nn.Linear(64, 8).cuda()\n" +
                 "place = torch.cuda.FloatTensor()\nopt = torch.optim.SGD(net.parameters(), 0.1)\n"
                 "for x in torch.utils.data.DataLoader(Set(), batch_size=16):\n    " +
                 round + "    loss = net(x).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n");
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "a.py"}));
}

// 16 x 100 x 64 in float32.
constexpr int64_t kBatch = int64_t{16} * 100 * 64 * 4;

TEST(EarlierPrograms, TensorsAndArchivesOfFilesWhosePathIsNotKnown) {
  const Said tensor = loaded("        return torch.load(os.path.join('d', name).replace('.wav', '.mel'))\n",
                             "'*.mel': 'float32[100, 64]'");
  EXPECT_EQ(tensor.status(), "estimated") << tensor.config["unknowns"] << tensor.findings;
  EXPECT_EQ(tensor.config["breakdown"]["input"], kBatch);
  const Said archive = loaded(
      "        path = name if name.endswith('.npz') else name + '.npz'\n"
      "        return torch.from_numpy(np.load(os.path.join('d', path))['image'])\n",
      "'*.npz:image': 'float32[100, 64]'");
  EXPECT_EQ(archive.status(), "estimated") << archive.config["unknowns"] << archive.findings;
  EXPECT_EQ(archive.config["breakdown"]["input"], kBatch);
}

// The batch is copied from the host into a tensor that takes its size.
TEST(EarlierPrograms, BatchesThatAreCopiedIntoATensor) {
  const Said said =
      loaded("        return torch.zeros(100, 64)\n", "", "place.resize_(x.size()).copy_(x)\n    x = place\n");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_GE(said.low(), kBatch);
}

// CfgNode(section) holds what the section held: nothing is overwritten.
TEST(EarlierPrograms, SectionsThatBecomeNodes) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml",
             "torch: \"2.4\"\nrecipes:\n  - configs: [a.yaml]\n    script: {path: a.py, args: [a.yaml]}\n");
  folder.put("a.yaml", "net:\n  width: 32\n  other: {depth: 1}\nlost: {rate: 1}\n");
  folder.put("a.py",
             "import sys, yaml, torch\nclass Node(dict):\n    def __init__(self, d):\n        for k, v in d.items():\n"
             "            if isinstance(v, dict):\n                d[k] = Node(v)\n        super().__init__(d)\n"
             "    def __getattr__(self, name):\n        return self[name]\n"
             "cfg = Node(yaml.safe_load(open(sys.argv[1])))\ncfg['lost'] = {'rate': 2}\n"
             "net = torch.nn.Linear(cfg.net.width, cfg.net.other.depth).cuda()\n"
             "opt = torch.optim.SGD(net.parameters(), cfg.lost['rate'])\nfor step in range(9):\n    opt.zero_grad()\n"
             "    net(torch.zeros(4, 32).cuda()).sum().backward()\n    opt.step()\n");
  const Said said = said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "a.yaml"}));
  EXPECT_EQ(said.parameters(), 32 + 1);
  for (const auto& finding : said.findings) {
    if (finding["rule"] == "ineffective-setting") {
      EXPECT_NE(finding["message"].get<std::string>().find("`lost"), std::string::npos) << finding;
    }
  }
  EXPECT_NE(said.findings.dump().find("ineffective-setting"), std::string::npos) << said.findings;
}

// torch 0.4's notes: "`loss.data[0]` … will be a hard error in PyTorch 0.5". A program that asks for such a release is
// not to blame for it; one that asks for a later one is.
TEST(EarlierPrograms, TheNumberOfALossBeforeItHadItem) {
  const auto logged = [](const std::string& pin) {
    const ScratchFolder folder;
    folder.put("requirements.txt", "torch==" + pin + "\n");
    folder.put("vramlint.yaml", "torch: \"1.5\"\nrecipes:\n  - {configs: [a.py], script: a.py}\n");
    folder.put("a.py",
               "import torch\nnet = torch.nn.Linear(16, 8).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
               "for step in range(9):\n    opt.zero_grad()\n    loss = net(torch.zeros(4, 16).cuda()).sum()\n"
               "    loss.backward()\n    opt.step()\n    print(loss.data[0])\n");
    return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "a.py"}));
  };
  for (const char* pin : {"0.3.0.post4", "0.4.1"}) {
    const Said said = logged(pin);
    EXPECT_EQ(said.mistakes(), 0) << said.findings;
    expect_parameters(said, 16 * 8 + 8);
    EXPECT_TRUE(said.assumes("up to PyTorch 0.4")) << said.config["assumptions"];
  }
  EXPECT_GT(logged("1.5.0").mistakes(), 0);
}

}  // namespace
}  // namespace vramlint::tests
