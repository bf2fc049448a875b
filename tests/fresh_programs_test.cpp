// What programs of strangers do before their step: numbers that loops count, lists that files fill, loaders and threads
// of their own, packages that hold their settings.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

/// `before` sets `net`, on the GPU, and `x`, what it takes.
Said followed(const std::string& before, const std::string& more = "",
              const std::vector<std::pair<std::string, std::string>>& files = {}) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "device: rtx3090\ntorch: \"2.4\"\nrecipes:\n  - configs: [a.py]\n    script: " +
                                  (more.empty() ? "a.py" : more) + "\n");
  for (const auto& [path, text] : files) folder.put(path, text);
  folder.put("a.py",
             "import os, random, torch\nimport numpy as np\nfrom torch import nn\n"
             "from torch.utils.data import Dataset, DataLoader\n" +
                 before);
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "a.py"}));
}

constexpr const char* kSteps =
    "net = nn.Linear(n, 1, bias=False).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
    "for i in range(100):\n    opt.zero_grad()\n    net(torch.zeros(4, n).cuda()).sum().backward()\n    opt.step()\n";

constexpr const char* kBatches =
    "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor x in loader:\n    opt.zero_grad()\n"
    "    net(x.cuda()).sum().backward()\n    opt.step()\n";

// Three and as many as the loop has turns: 4 would be after one of them.
TEST(FreshPrograms, WhatALoopOfUnknownLengthCountsIsNotKnown) {
  const std::string turns = "for word in os.environ['WORDS'].split():\n    ";
  for (const std::string& counted :
       {"n = 3\n" + turns + "n += 1\n", "counts = [3]\n" + turns + "counts[0] += 1\nn = counts[0]\n",
        "class Counter:\n    n = 3\ncounter = Counter()\n" + turns + "counter.n += 1\nn = counter.n\n"}) {
    const Said said = followed(counted + kSteps);
    EXPECT_NE(said.status(), "estimated") << counted << said.config["parameters"];
    EXPECT_EQ(said.mistakes(), 0) << said.findings;
  }
}

TEST(FreshPrograms, LongLoopsOfTheHostAreNotFollowedToTheirEnd) {
  const Said said =
      followed(std::string("share = torch.ones(50000)\nsmall, large = [], []\nfor at, each in enumerate(share):\n"
                           "    share[at] = 2 * each\n    if share[at] < 1.0:\n        small.append(at)\n    else:\n"
                           "        large.append(at)\nn = 8\n") +
               kSteps);
  EXPECT_NE(said.status(), "not_estimable") << said.findings;
  EXPECT_EQ(said.parameters(), 8);
}

// Every picture has 40,000 cells for each of so many people as its file names.
TEST(FreshPrograms, CellsThatDataCodeFillsOneByOne) {
  const Said said = followed(std::string(R"(import math, pickle

class Maps(Dataset):
    def __init__(self):
        with open('people.pkl', 'rb') as file:
            self.people = pickle.load(file)
    def __len__(self):
        return len(self.people)
    def __getitem__(self, index):
        cells = np.zeros((200, 200), dtype=np.float32)
        for x, y in self.people[index]:
            low, high = max(int(x - 90), 0), min(int(x + 90), 200)
            for row in range(low, high):
                for column in range(low, high):
                    far = (row - x) ** 2 + (column - y) ** 2
                    if far > 4.6:
                        continue
                    cells[row, column] += math.exp(-far)
                    if cells[row, column] > 1:
                        cells[row, column] = 1
        return cells[None]

net = nn.Conv2d(1, 8, 3).cuda()
loader = DataLoader(Maps(), batch_size=4)
)") + kBatches);
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.config["breakdown"]["input"], 4 * 200 * 200 * 4);
}

TEST(FreshPrograms, ListsOfWhatAFileSaysOfEachPicture) {
  const Said said = followed(std::string(R"(class Labelled(Dataset):
    def __init__(self):
        self.train, self.test = [], []
        for i, line in enumerate(open('list.txt').readlines()):
            words = line.split()
            label = []
            for name in ['Young', 'Old', 'Male']:
                label.append(words[i] == name)
            if i < 2000:
                self.test.append([words[0], label])
            else:
                self.train.append([words[0], label])
    def __len__(self):
        return len(self.train)
    def __getitem__(self, index):
        name, label = self.train[index]
        return torch.FloatTensor(label)

net = nn.Linear(3, 8).cuda()
loader = DataLoader(Labelled(), batch_size=4)
)") + kBatches);
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.parameters(), 32);
}

constexpr const char* kRows =
    "class Rows(Dataset):\n    def __init__(self):\n        self.names = open('rows.txt').read().splitlines()\n"
    "    def __len__(self):\n        return len(self.names)\n"
    "    def __getitem__(self, index):\n        return torch.zeros(7)\nnet = nn.Linear(7, 8).cuda()\n";

// 32 rows of 7 floats: 896 bytes, a block of 1,024.
TEST(FreshPrograms, LoadersHaveSamplersThatProgramsPutOthersAround) {
  const Said said = followed(std::string(kRows) + R"(
class Again:
    def __init__(self, sampler):
        self.sampler = sampler
    def __iter__(self):
        while True:
            yield from iter(self.sampler)

class Endless(torch.utils.data.DataLoader):
    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        object.__setattr__(self, 'batch_sampler', Again(self.batch_sampler))
        self.iterator = super().__iter__()
    def __len__(self):
        return len(self.batch_sampler.sampler)
    def __iter__(self):
        for i in range(len(self)):
            yield next(self.iterator)

rows = Rows()
loader = Endless(rows, batch_size=min(32, len(rows)), shuffle=True)
)" + kBatches);
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.config["breakdown"]["input"], 1024);
}

TEST(FreshPrograms, BatchesThatAThreadPutsIntoAQueue) {
  const Said said = followed(std::string(kRows) + R"(import queue, threading

class Ahead(threading.Thread):
    def __init__(self, batches):
        super().__init__()
        self.batches, self.ready = batches, queue.Queue(6)
        self.daemon = True
        self.start()
    def run(self):
        for batch in self.batches:
            self.ready.put(batch)
        self.ready.put(None)
    def __iter__(self):
        return self
    def __next__(self):
        batch = self.ready.get()
        if batch is None:
            raise StopIteration
        return batch

loader = Ahead(DataLoader(Rows(), batch_size=32))
)" + kBatches);
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.config["breakdown"]["input"], 1024);
}

// Linear(64, 8) without a bias: 512 weights of 4 bytes. AdamW's two states of them; the average's
// copy has none, and two buffers of one number each, in blocks of 512.
TEST(FreshPrograms, AnAcceleratorAndAnAverageBesideIt) {
  const Said said = followed(R"(from accelerate import Accelerator
from ema_pytorch import EMA
accelerator = Accelerator(mixed_precision='bf16', gradient_accumulation_steps=2)
net = nn.Linear(64, 8, bias=False)
ema = EMA(net, beta=0.995, update_every=10, include_online_model=False).to(accelerator.device)
opt = torch.optim.AdamW(net.parameters(), lr=0.1)
net, opt = accelerator.prepare(net, opt)
for i in range(100):
    with accelerator.accumulate(net):
        with accelerator.autocast():
            out = net(torch.zeros(4, 64, device=accelerator.device))
        assert out.dtype == torch.float32
        accelerator.backward(out.sum())
        if accelerator.sync_gradients:
            accelerator.clip_grad_norm_(net.parameters(), 1.0)
        opt.step()
        opt.zero_grad()
        ema.update()
)");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_EQ(said.parameters(), 512);
  EXPECT_EQ(states(said), 2 * 2048);
  EXPECT_EQ(said.config["breakdown"]["buffer"], 2048 + 2 * 512) << said.config;
}

// Linear(16, (2 + 3 + 4) * 4): 16 * 36 weights and 36 biases.
TEST(FreshPrograms, CommandLinesOfTyro) {
  const Said said = followed(R"(import tyro
from dataclasses import dataclass, field
from typing import Annotated, Optional, Tuple

@dataclass
class Layers:
    sizes: Tuple[int, ...] = (8, 8)

@dataclass
class Args:
    width: int = 8
    cuda: bool = False
    name: Optional[str] = None
    layers: Layers = field(default_factory=Layers)
    times: Annotated[int, tyro.conf.arg(aliases=["-t"])] = 3

args = tyro.cli(Args)
net = nn.Linear(args.width, sum(args.layers.sizes) * args.times)
net = net.cuda() if args.cuda else net
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(100):
    opt.zero_grad()
    net(torch.zeros(4, args.width).cuda()).sum().backward()
    opt.step()
)",
                             "{path: a.py, args: [--width, 16, --cuda, --layers.sizes, 2, 3, 4, --times=4]}");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.parameters(), 612);
}

TEST(FreshPrograms, WhatIsAskedOfTheOnlyProcessAndOfItsDevice) {
  const Said said =
      followed(std::string("from mpi4py import MPI\nworld = MPI.COMM_WORLD\n"
                           "n = len(list(range(12))[world.Get_rank():][::world.Get_size()])\n"
                           "assert torch.cuda.get_device_properties(0).major >= 8\n"
                           "torch.distributed.init_process_group('nccl', rank=0, world_size=1)\n"
                           "torch.nn.parallel.DistributedDataParallel(nn.Linear(2, 2).cuda())._set_static_graph()\n") +
               kSteps);
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

// A square of 64 in three channels of floats, four times: 196,608 bytes.
TEST(FreshPrograms, PicturesThatAreKeptOnceTheyAreRead) {
  const Said said = followed(std::string(R"(import contextlib, cv2, re

def read(self, index):
    kept = self.kept[index]
    if kept is None:
        x = cv2.imread(self.names[index])
        return cv2.resize(x, (64, 64)), x.shape[:2]
    else:
        return self.kept[index], self.sizes[index]

class Pictures(Dataset):
    def __init__(self):
        self.names = open('names.txt').read().splitlines()
        self.kept = [None] * len(self.names)
        self.indices = np.arange(len(self.names))
    def __len__(self):
        return len(self.names)
    def __getitem__(self, index):
        x, size = read(self, random.choices(self.indices, k=3)[0])
        kind = x.dtype
        x = (x / 255 * np.random.uniform(-1, 1)).astype(kind)
        return torch.from_numpy(x.astype(np.float32)).permute(2, 0, 1)

wide = 8
with contextlib.suppress(NameError):
    wide = eval('nearest')
net = nn.Conv2d(3, len(re.split(',', string='a,b')) * wide, 3).cuda()
loader = DataLoader(Pictures(), batch_size=4)
)") + kBatches);
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.config["breakdown"]["input"], 196'608);
  EXPECT_EQ(said.parameters(), 16 * 3 * 9 + 16);
}

// Annotations that are not at hand are taken to have a picture of 640 x 385: 1,478,400 bytes of floats in its rows.
TEST(FreshPrograms, ReadersOfArraysKnowThePicturesOfAnnotations) {
  for (const char* reader : {"skimage.io.imread", "cv2.imread", "imageio.imread"}) {
    const Said said = followed(std::string(R"(import cv2, imageio, skimage.io
from pycocotools.coco import COCO

class Pictures(Dataset):
    def __init__(self):
        self.coco = COCO('a.json')
        self.ids = self.coco.getImgIds()
    def __len__(self):
        return len(self.ids)
    def __getitem__(self, index):
        x = read('pictures/' + self.coco.loadImgs(self.ids[index])[0]['file_name'])
        return torch.zeros(np.array([int(x.shape[0])]).max(), x.shape[1], 3).permute(2, 0, 1)

net = nn.Conv2d(3, 8, 3).cuda()
loader = DataLoader(Pictures(), batch_size=1)
read = )") + reader + "\n" + kBatches);
    ASSERT_EQ(said.status(), "estimated") << reader << said.config["unknowns"] << said.findings;
    EXPECT_NEAR(said.config["breakdown"]["input"].get<double>(), 640 * 385 * 3 * 4, 1 << 20) << reader;
  }
}

/// A net of 120 beside rows that `data:` says have 68.
TEST(FreshPrograms, SizesThatDataSaysAreNotTheProgramsOwn) {
  const Said said = followed(
      "class Arrays(Dataset):\n    def __len__(self):\n        return 9\n"
      "    def __getitem__(self, index):\n        return torch.from_numpy(np.load('rows-%d.npy' % index))\n"
      "net = nn.Linear(120, 8).cuda()\nloader = DataLoader(Arrays(), batch_size=4)\n" +
          std::string(kBatches),
      "a.py\n    data: {'*.npy': 'float32[68]'}");
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_NE(said.findings.dump().find("`data:` says 68"), std::string::npos) << said.findings;
}

TEST(FreshPrograms, ALaunchScriptThatHandsOnItsArguments) {
  const ScratchFolder folder;
  folder.put("train.py",
             "import argparse, torch\nparser = argparse.ArgumentParser()\nparser.add_argument('config')\n"
             "args = parser.parse_args()\n");
  for (const char* given : {"\"$@\"", "$1", "${1:-}"}) {
    folder.put("run.sh", std::string("#!/bin/bash\npython train.py ") + given + "\n");
    const Said said =
        said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "run.sh"}));
    EXPECT_EQ(said.mistakes(), 0) << given << said.findings;
  }
  folder.put("run.sh", "#!/bin/bash\nexport GIVEN=$1\nCONFIG=${GIVEN}\npython train.py $CONFIG\n");
  const Said by_name =
      said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "run.sh"}));
  EXPECT_EQ(by_name.mistakes(), 0) << by_name.findings;
  folder.put("run.sh", "#!/bin/bash\nGIVEN=none\npython train.py\n");
  const Said said = said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "run.sh"}));
  EXPECT_EQ(said.mistakes(), 1) << said.findings;
}

}  // namespace
}  // namespace vramlint::tests
