// What programs of public repositories do on the way to their step: each test is the smallest that does one such thing.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

const std::string kConvolution =
    "net = torch.nn.Conv2d(3, 8, 3).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n";
const std::string kStep = "    opt.zero_grad()\n    net(x.cuda()).mean().backward()\n    opt.step()\n";

Said check(const std::string& program, const std::string& more = "") {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "torch: \"2.4\"\n" + more + "recipes:\n  - {configs: [train.py], script: train.py}\n");
  folder.put("train.py", program);
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
}

void expect_input(const Said& said, int64_t bytes) {
  ASSERT_EQ(said.status(), "estimated") << said.config << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_EQ(said.config["breakdown"]["input"], bytes) << said.config["breakdown"];
}

/// A data set whose samples are what `sample` says, in lines of a function.
std::string loaded(const std::string& sample, const std::string& loader = "DataLoader(D(), batch_size=4)") {
  return "import numpy as np, torch\nfrom torch.utils.data import DataLoader, Dataset, Sampler\n"
         "class D(Dataset):\n    def __len__(self):\n        return 100\n    def __getitem__(self, i):\n" +
         sample + kConvolution + "for x in " + loader + ":\n" + kStep;
}

// Four GPUs get 16 of 64 pictures each: 16 x 3 x 64 x 64 floats are 786,432 bytes.
TEST(SpreadPrograms, DataParallelTellsItsFirstGpu) {
  const std::string begin = "import torch\n" + kConvolution,
                    loop = "for i in range(10):\n    x = torch.zeros(64, 3, 64, 64)\n" +
                           std::string(
                               "    y = net(x)\n    assert y.shape[0] == 64\n"
                               "    opt.zero_grad()\n    y.mean().backward()\n"
                               "    opt.step()\n");
  const Said four = check(begin + "net = torch.nn.DataParallel(net, device_ids=[0, 1, 2, 3])\n" + loop);
  const Said one = check(begin + "net = torch.nn.DataParallel(net, device_ids=[0])\n" + loop);
  ASSERT_EQ(four.status(), "estimated") << four.config << four.findings;
  ASSERT_EQ(one.status(), "estimated") << one.config << one.findings;
  EXPECT_EQ(one.config["saved_for_backward"], 64 * 3 * 64 * 64 * 4);
  EXPECT_EQ(four.config["saved_for_backward"], 16 * 3 * 64 * 64 * 4);
  EXPECT_TRUE(four.assumes("the first of the 4 GPUs of DataParallel")) << four.config["assumptions"];
}

// nn/parallel/data_parallel.py, 2.4: without `device_ids` it takes all that torch.cuda.device_count() counts.
TEST(SpreadPrograms, DataParallelAsksHowManyGpusThereAre) {
  const Said said = check("import torch\n" + kConvolution + "net = torch.nn.DataParallel(net)\nfor i in range(9):\n" +
                          "    x = torch.zeros(64, 3, 64, 64)\n" + kStep);
  EXPECT_TRUE(said.assumes("one GPU is taken to be there; --gpus 8 says otherwise")) << said.config["assumptions"];
}

// A loader that hands on the list of its samples: the first GPU gets one of four, 4 x 3 x 64 x 64 floats.
TEST(SpreadPrograms, ABatchThatTheProgramScattersItselfIsAList) {
  const std::string spread =
      "class Spread(torch.nn.DataParallel):\n    def scatter(self, inputs, kwargs, device_ids):\n"
      "        assert type(inputs[0]) in (tuple, list) and len(inputs[0]) == len(device_ids)\n"
      "        return [[each['img'].cuda(d)] for each, d in zip(inputs[0], device_ids)], [{} for _ in device_ids]\n";
  const std::string program = loaded("        return {'img': torch.rand(4, 3, 64, 64)}\n" + spread,
                                     "DataLoader(D(), batch_size=4, collate_fn=lambda batch: batch)");
  const size_t loop = program.find("for x in");
  const Said said = check(program.substr(0, loop) + "net = Spread(net, device_ids=[0, 1, 2, 3])\n" +
                          "for x in DataLoader(D(), batch_size=4, collate_fn=lambda batch: batch):\n" +
                          "    opt.zero_grad()\n    net(x).mean().backward()\n    opt.step()\n");
  expect_input(said, 4 * 3 * 64 * 64 * 4);
}

/// A batch norm over GPUs of the program's own, behind a convolution, as it is copied from program to program.
const std::string kOwnSyncNorm = R"(import torch
from torch import nn
from torch.nn.parallel.data_parallel import DataParallel
try:
    from torch.nn.parallel._functions import ReduceAddCoalesced, Broadcast
except ImportError:
    ReduceAddCoalesced = Broadcast = None
def wide(x):
    return x[None, :, None]
class Norm(nn.modules.batchnorm._BatchNorm):
    is_parallel = False
    def forward(self, x):
        assert ReduceAddCoalesced is not None
        if not (self.is_parallel and self.training):
            return nn.functional.batch_norm(x, None, None, self.weight, self.bias, True)
        rows = x.view(x.size(0), self.num_features, -1)
        gpus = [rows.sum().get_device()]
        total, squares = ReduceAddCoalesced.apply(gpus[0], 2, rows.sum((0, 2)), (rows ** 2).sum((0, 2)))
        mean, scale = Broadcast.apply(gpus, total / 64, squares.clamp(self.eps) ** -0.5)
        return ((rows - wide(mean)) * wide(scale * self.weight) + wide(self.bias)).view(x.size())
    def __data_parallel_replicate__(self, context, copy):
        self.is_parallel = True
class Spread(DataParallel):
    def replicate(self, module, device_ids):
        replicas = super().replicate(module, device_ids)
        for i, replica in enumerate(replicas):
            for each in replica.modules():
                if hasattr(each, "__data_parallel_replicate__"):
                    each.__data_parallel_replicate__(None, i)
        return replicas
net = nn.Sequential(nn.Conv2d(3, 8, 3), Norm(8)).cuda()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
)";

// Of 64 pictures one GPU keeps all, 64 x 3 x 34 x 34 floats, and what batch norm is given, 64 x 8 x 32 x 32. The first
// of four keeps the pictures, of which it takes a part, a quarter of the other, and as many differences from the mean.
// What has a number for each of the 8 channels takes 512 bytes at most a piece.
TEST(SpreadPrograms, ABatchNormOverGpusOfTheProgramsOwn) {
  constexpr int64_t kPicture = 3 * 34 * 34 * 4, kNormed = 8 * 32 * 32 * 4, kSmall = 16 * 512;
  const std::string loop = "for i in range(10):\n    x = torch.zeros(64, 3, 34, 34)\n" + kStep;
  const Said one = check(kOwnSyncNorm + "net = Spread(net, device_ids=[0])\n" + loop);
  const Said four = check(kOwnSyncNorm + "net = Spread(net, device_ids=[0, 1, 2, 3])\n" + loop);
  ASSERT_EQ(one.status(), "estimated") << one.config << one.findings;
  ASSERT_EQ(four.status(), "estimated") << four.config << four.findings;
  EXPECT_EQ(four.mistakes(), 0) << four.findings;
  const int64_t of_one = one.config["saved_for_backward"], of_four = four.config["saved_for_backward"];
  EXPECT_GE(of_one, 64 * (kPicture + kNormed));
  EXPECT_LE(of_one, 64 * (kPicture + kNormed) + kSmall);
  EXPECT_GE(of_four, 64 * kPicture + 16 * 2 * kNormed);
  EXPECT_LE(of_four, 64 * kPicture + 16 * 2 * kNormed + kSmall);
}

// The parts of the batch are given: the first GPU takes 10 of 64.
TEST(SpreadPrograms, PartsOfABatchThatTheProgramSpreadsItself) {
  const std::string own =
      "import torch\nfrom torch.nn.parallel.scatter_gather import gather\n"
      "from torch.nn.parallel.replicate import replicate\nfrom torch.nn.parallel.parallel_apply import parallel_apply\n"
      "from torch.nn.parallel._functions import Scatter\nfrom torch import nn\n"
      "class Spread(nn.Module):\n    def __init__(self, module, devices, parts):\n        super().__init__()\n"
      "        self.module, self.devices, self.parts = module, devices, parts\n"
      "    def forward(self, x):\n        xs = [(each,) for each in Scatter.apply(self.devices, self.parts, 0, x)]\n"
      "        made = parallel_apply(replicate(self.module, self.devices), xs, None)\n"
      "        whole = gather(made, 0)\n        assert whole.shape[0] == 64\n        return whole\n" +
      kConvolution + "net = Spread(net, [0, 1, 2, 3], [10, 18, 18, 18])\n" +
      "for i in range(10):\n    x = torch.zeros(64, 3, 64, 64)\n    opt.zero_grad()\n    net(x).mean().backward()\n"
      "    opt.step()\n";
  const Said said = check(own);
  ASSERT_EQ(said.status(), "estimated") << said.config << said.findings;
  EXPECT_EQ(said.config["saved_for_backward"], 10 * 3 * 64 * 64 * 4);
  EXPECT_TRUE(said.assumes("the first of the 4 GPUs of DataParallel")) << said.config["assumptions"];
}

TEST(SpreadPrograms, WeightsOfACheckpointAreFiledWithoutAGap) {
  const std::string read =
      "names = {'a.weight': 'weight', 'a.bias': 'bias'}\np = torch.load('c3d.pth')\ns = net.state_dict()\n"
      "for name in p:\n    if name not in names:\n        continue\n    s[names[name]] = p[name]\n"
      "for name in p:\n    s[name] = p[name]\nnet.load_state_dict(s)\n";
  const Said said =
      check("import torch\n" + kConvolution + read + "for i in range(9):\n    x = torch.zeros(4, 3, 8, 8)\n" + kStep);
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
}

TEST(SpreadPrograms, WhatWeightsOfAnotherRunLackIsNotKnown) {
  for (const char* asked :
       {"assert set(said.missing_keys) == {'head.weight', 'head.bias'}", "assert len(said.unexpected_keys) == 3",
        "missing, unexpected = said\nassert 'head.weight' in missing", "assert not said.missing_keys, said"}) {
    const Said said = check("import torch\n" + kConvolution + "read = torch.load('a.pth')['model']\n" +
                            "said = net.load_state_dict(read, strict=False)\n" + asked +
                            "\nfor i in range(9):\n    x = torch.zeros(4, 3, 8, 8)\n" + kStep);
    EXPECT_EQ(said.status(), "estimated") << asked << said.config["unknowns"] << said.findings;
    EXPECT_EQ(said.mistakes(), 0) << asked << said.findings;
  }
}

// torch 1.13: `torch.zeros(3).add_(0.5, torch.ones(3))` is tensor([0.5, 0.5, 0.5]), and so it is with
// torch.tensor(0.5).
TEST(SpreadPrograms, NumbersMayStandBeforeTensors) {
  const std::string average =
      "    for e, p in zip(ema.parameters(), net.parameters()):\n        e.data.mul_(0.9).add_(1 - 0.9, p.data)\n"
      "        e.data.addcmul_(0.5, p.data, p.data)\n        e.data.add_(0.01 / p.data.norm(), p.data)\n"
      "        e.data.sub_(2 * p.data.norm(), p.data)\n";
  const Said said = check("import copy, torch\n" + kConvolution + "ema = copy.deepcopy(net)\nfor i in range(9):\n" +
                          "    x = torch.zeros(4, 3, 8, 8)\n" + kStep + average);
  EXPECT_EQ(said.status(), "estimated") << said.config << said.findings;
}

// A copy holds as much as the model, which is 1024 x 1024 floats; what an optimizer keeps for one is not followed.
TEST(SpreadPrograms, CopiesOfTheModelInAStepAreCounted) {
  const std::string begin =
      "import copy, torch\nnet = torch.nn.Linear(1024, 1024, bias=False).cuda()\n"
      "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor i in range(9):\n    x = torch.zeros(4, 1024)\n" +
      kStep;
  const int64_t without = check(begin).config["peak"]["allocated"]["point"].get<int64_t>();
  const Said copied =
      check(begin + "    other = copy.deepcopy(net)\n    with torch.no_grad():\n        other(x.cuda())\n");
  ASSERT_EQ(copied.status(), "estimated") << copied.config << copied.findings;
  EXPECT_GE(copied.config["peak"]["allocated"]["point"].get<int64_t>() - without, int64_t{4} << 20);
  const Said trained = check(begin +
                             "    other = copy.deepcopy(net)\n    o = torch.optim.Adam(other.parameters())\n"
                             "    other(x.cuda()).mean().backward()\n    o.step()\n");
  EXPECT_EQ(trained.status(), "partial") << trained.config;
}

// 6 samples and 2 of another kind: 8 x 3 x 8 x 8 floats.
TEST(SpreadPrograms, ASamplerOfTheProgramTellsHowManySamplesABatchHas) {
  const std::string sampler =
      "class Two(Sampler):\n    def __init__(self, a, b):\n        self.a, self.b = a, b\n"
      "    def __iter__(self):\n        first, second = [iter(np.random.permutation(self.a))] * 6, [iter(self.b)] * 2\n"
      "        return (p + q for p, q in zip(zip(*first), zip(*second)))\n"
      "    def __len__(self):\n        return len(self.a) // 6\n";
  std::string program = loaded("        return torch.zeros(3, 8, 8)\n",
                               "DataLoader(D(), batch_sampler=Two(list(range(60)), list(range(60, 100))))");
  program.insert(program.find("class D"), sampler);
  expect_input(check(program), 8 * 3 * 8 * 8 * 4);
}

// 4 x 3 x 256 x 320 floats, however large the pictures are.
TEST(SpreadPrograms, ASizeTimesWhatIsTakenOverItIsKnown) {
  const std::string sample =
      "        import cv2\n        image = cv2.imread('a.jpg')\n        h, w = image.shape[:2]\n"
      "        r, q = 256 / h, 320 / w\n        image = cv2.resize(image, (int(w * q), round(r * h)))\n"
      "        return torch.from_numpy(image).permute(2, 0, 1).float()\n";
  expect_input(check(loaded(sample)), 4 * 3 * 256 * 320 * 4);
}

// Of `Compose([a, b])` and `Compose([b, a])`: 4 x 3 x 300 x 300 floats are 4,320,000 bytes, which take 8,438 times 512.
TEST(SpreadPrograms, OfTransformsThatAreChosenByChanceTheFirstIsTaken) {
  const std::string sample =
      "        import cv2\n        image = cv2.imread('a.jpg').astype(np.float32)\n"
      "        if np.random.randint(2):\n            t = Both([Double(), Half()])\n"
      "        else:\n            t = Both([Half(), Double()])\n"
      "        image = cv2.resize(t(image), (300, 300))\n        return torch.from_numpy(image).permute(2, 0, 1)\n";
  std::string program = loaded(sample);
  program.insert(program.find("class D"),
                 "class Both:\n    def __init__(self, parts):\n        self.parts = parts\n"
                 "    def __call__(self, image):\n        for part in self.parts:\n            image = part(image)\n"
                 "        return image\n"
                 "class Double:\n    def __call__(self, image):\n        return image * 2\n"
                 "class Half:\n    def __call__(self, image):\n        return image / 2\n");
  expect_input(check(program), 4'320'256);
}

// 4 clouds of 1,024 points: 4 x 1024 x 3 floats, of a list that a loop over unknown files fills.
TEST(SpreadPrograms, ArraysOfFilesFillAList) {
  const std::string program =
      "import glob, h5py, numpy as np, torch\nfrom torch.utils.data import DataLoader, Dataset\n"
      "def load():\n    a = []\n    for n in glob.glob('data/ply_*.h5'):\n"
      "        a.append(h5py.File(n)['data'][:].astype('float32'))\n    return np.concatenate(a, axis=0)\n"
      "class D(Dataset):\n    def __init__(self):\n        self.a = load()\n"
      "    def __len__(self):\n        return self.a.shape[0]\n"
      "    def __getitem__(self, i):\n        return self.a[i][:1024]\n"
      "net = torch.nn.Linear(3, 8).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "for x in DataLoader(D(), batch_size=4):\n" +
      kStep;
  expect_input(check(program, "data: {\"*.h5:data\": \"float32[2048, 2048, 3]\"}\n"), 4 * 1024 * 3 * 4);
}

// 4 x 3 x 24,000 floats out of recordings of any length.
TEST(SpreadPrograms, APartOfARecordingIsAsLongAsItIsAskedFor) {
  const std::string program =
      "import soundfile, torch\nfrom torch.utils.data import DataLoader, Dataset\n"
      "class D(Dataset):\n    def __len__(self):\n        return 100\n"
      "    def __getitem__(self, i):\n        s, _ = soundfile.read('a.wav', dtype='float32', start=800, stop=800 + "
      "24000)\n"
      "        return torch.from_numpy(s)\n"
      "net = torch.nn.Linear(24000, 8).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "for x in DataLoader(D(), batch_size=4):\n" +
      kStep;
  expect_input(check(program), 4 * 24000 * 4);
}

// argparse 3.11: positional arguments and options come first; a group's arguments are its own.
TEST(SpreadPrograms, ParsersTellTheirGroups) {
  const std::string begin =
      "import argparse, torch\np = argparse.ArgumentParser()\np.add_argument('--lr', type=float, default=0.1)\n"
      "g = p.add_argument_group('data')\ng.add_argument('--size', type=int, default=16)\nargs = p.parse_args()\n"
      "found = {g.title: {a.dest: getattr(args, a.dest, None) for a in g._group_actions} for g in p._action_groups}\n"
      "assert list(found) == ['positional arguments', 'options', 'data'], found\n"
      "assert found['options'] == {'help': None, 'lr': 0.1}, found\n";
  const Said said = check(begin + kConvolution +
                          "for i in range(9):\n    x = torch.zeros(4, 3, found['data']['size'], 16)\n" + kStep);
  EXPECT_EQ(said.status(), "estimated") << said.config << said.findings;
  EXPECT_EQ(said.config["saved_for_backward"], 4 * 3 * 16 * 16 * 4);
}

TEST(SpreadPrograms, WhatArraysHoldIsAskedForWhereTheEstimateIsInPart) {
  const std::string program =
      "import numpy as np, torch\ntokens = torch.tensor(np.load('a.npy').astype(np.int32), dtype=torch.long)\n"
      "net = torch.nn.Embedding(1000, 32).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "for i in range(9):\n    x = tokens[i:i + 257][:-1].view(4, 64)\n" +
      kStep;
  const Said said = check(program);
  EXPECT_EQ(said.status(), "partial") << said.config;
  EXPECT_NE(said.config["unknowns"].dump().find("float32[512, 512]"), std::string::npos) << said.config["unknowns"];
  EXPECT_EQ(check(program, "data: {\"*.npy\": \"uint16[100000]\"}\n").status(), "estimated");
}

// bash 5.2 drops a backslash at the end of a script.
TEST(SpreadPrograms, AScriptMayEndInABackslash) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - {configs: [run.sh], script: train.py}\n");
  folder.put("train.py",
             "import argparse, torch\np = argparse.ArgumentParser()\np.add_argument('--size', type=int)\n"
             "args = p.parse_args()\n" +
                 kConvolution + "for i in range(9):\n    x = torch.zeros(4, 3, args.size, 16)\n" + kStep);
  folder.put("run.sh", "#!/bin/bash\npython train.py \\\n--size 16 \\");
  const Said said = said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "run.sh"}));
  EXPECT_EQ(said.status(), "estimated") << said.config << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

TEST(SpreadPrograms, BasesOfAnotherProjectAreNoMistake) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "torch: \"1.13\"\n");
  folder.put("seg/configs/a/net.py", "_base_ = ['../_base_/datasets/ade20k.py']\nmodel = dict(type='Net')\n");
  const Said said =
      said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "seg/configs/a/net.py"}));
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_NE(said.findings.dump().find("to be laid into another project"), std::string::npos) << said.findings;
}

/// A batch a GPU, times the GPUs that the config says, over DataParallel; the layer's output is 4 MiB for 1,024
/// samples.
Said with_stated_gpus(const std::string& stated, const std::string& count, std::vector<std::string> more = {}) {
  const ScratchFolder folder;
  folder.put("c.yaml", stated + "\nbatch_size_per_gpu: 1024\n");
  folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - {name: a, configs: [c.yaml], script: train.py}\n");
  folder.put("train.py",
             "import torch, yaml\nfrom torch import nn\nopt = yaml.safe_load(open('c.yaml'))\nnet = nn.Sequential("
             "nn.Linear(64, 1024), nn.ReLU(), nn.Linear(1024, 8)).cuda()\nif " +
                 count +
                 " > 1:\n    net = nn.DataParallel(net)\nsgd = torch.optim.SGD(net.parameters(), lr=0.1)\n"
                 "data = torch.utils.data.TensorDataset(torch.zeros(100000, 64))\nfor x, in "
                 "torch.utils.data.DataLoader(data, batch_size=opt['batch_size_per_gpu'] * " +
                 count +
                 ", drop_last=True):\n    loss = net(x.cuda()).mean()\n    sgd.zero_grad()\n    loss.backward()\n"
                 "    sgd.step()\n");
  std::vector<std::string> arguments = {"check",    "c.yaml", "--device",  "rtx3090",
                                        "--format", "json",   "--fail-on", "never"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return said_by(run_program(folder.path(), arguments));
}

TEST(SpreadPrograms, AsManyGpusAsTheConfigSaysAreThere) {
  const int64_t one = with_stated_gpus("num_gpu: 1", "opt['num_gpu']").allocated();
  for (const auto& [stated, count] : std::vector<std::pair<std::string, std::string>>{
           {"num_gpu: 8", "opt['num_gpu']"}, {"GPUS: [0, 1, 2, 3, 4, 5, 6, 7]", "len(opt['GPUS'])"}}) {
    const Said said = with_stated_gpus(stated, count);
    EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
    EXPECT_LE(said.allocated(), one + (int64_t{3} << 20)) << stated;  // and the whole batch, 8 x 1,024 x 64 floats
    EXPECT_TRUE(said.assumes("8 GPUs: as many are taken to be there")) << said.config["assumptions"];
    EXPECT_GT(with_stated_gpus(stated, count, {"--gpus", "1"}).allocated(), 5 * (int64_t{4} << 20)) << stated;
  }
}

}  // namespace
}  // namespace vramlint::tests
