// What comes before the step in programs that are followed: data sets, pictures, loaders, optimizers of their own.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

/// train.py: `data`, and a loop over `loader` that trains a convolution of 3 to 8 channels, 224 parameters.
struct Program {
  std::string data;
  std::string loop = "for x in loader:\n";
  std::string optimizer = "torch.optim.SGD(net.parameters(), lr=0.1)";
  std::string take = "x";   ///< what of a batch goes into the network
  std::string recipe = {};  ///< more lines of it
  std::string after = {};   ///< more statements of a round

  Said check() const {
    const ScratchFolder folder;
    folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - configs: [train.py]\n    script: train.py\n" + recipe);
    folder.put("train.py",
               "import os\nimport random\nimport torch\nimport torch.nn as nn\nfrom PIL import Image\n"
               "import torchvision.transforms as T\nfrom torch.utils.data import DataLoader, Dataset\n\n" +
                   data + "\nnet = nn.Conv2d(3, 8, 3).cuda()\nopt = " + optimizer +
                   "\nfor epoch in range(0, 5):\n    " + loop + "        opt.zero_grad()\n        loss = net(" + take +
                   ".cuda()).sum()\n        loss.backward()\n        opt.step()\n" + after);
    return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
  }
};

/// A data set of pictures that `made` makes of one of 32 x 32, and its loader.
std::string pictures(const std::string& made, const std::string& before = "pass", const std::string& length = "64") {
  return "class Pictures(Dataset):\n    def __init__(self):\n        " + before +
         "\n    def __len__(self):\n        return " + length +
         "\n    def __getitem__(self, index):\n        x = Image.open('a.png').convert('RGB').resize((32, 32))\n" +
         "        x = " + made + "\n        return T.ToTensor()(x)\n\nloader = DataLoader(Pictures(), batch_size=4)\n";
}

int64_t input_bytes(const Said& said) { return said.config["breakdown"]["input"].get<int64_t>(); }

void expect_trains(const Said& said) {
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  ASSERT_TRUE(said.config.contains("parameters"));
  EXPECT_EQ(said.parameters(), 3 * 8 * 9 + 8);
}

TEST(DataCode, PicturesThatEitherArmMakesAreOne) {
  for (const char* made :
       {"x.rotate(5) if random.random() < 0.5 else x",
        "(T.RandomCrop(8)(x) if random.random() < 0.5 else x).resize((32, 32))",
        "T.Lambda(lambda y: T.RandomCrop(8)(y) if random.random() < 0.5 else y)(x).resize((32, 32))"}) {
    SCOPED_TRACE(made);
    const Said said = Program{.data = pictures(made)}.check();
    expect_trains(said);
    EXPECT_EQ(input_bytes(said), 4 * 3 * 32 * 32 * 4);  // float32
  }
}

// A reader that goes by the suffix: the pattern says which arm it takes. 32 x 32 of three channels are cut out.
TEST(DataCode, NamesThatAPatternFindsEndAsItDoes) {
  const Said said = Program{.data = R"(import numpy as np
from glob import glob

def read(name):
    kind = os.path.splitext(name)[-1]
    if kind == '.ppm':
        return Image.open(name)
    elif kind == '.npy':
        return np.load(name)
    return []

class Pictures(Dataset):
    def __init__(self):
        self.pairs = []
        for name in sorted(glob(os.path.join('data', '*.ppm'))):
            self.pairs += [[name, 1]]
    def __len__(self):
        return len(self.pairs)
    def __getitem__(self, index):
        x = np.array(read(self.pairs[index % len(self.pairs)][0]))
        return torch.from_numpy(x[:32, :32]).permute(2, 0, 1).float()

loader = DataLoader(Pictures(), batch_size=4)
)"}
                        .check();
  expect_trains(said);
  EXPECT_EQ(input_bytes(said), 4 * 3 * 32 * 32 * 4);  // float32
}

// A file that is no such file gives None; arrays of either type are as wide as the wider one.
TEST(DataCode, WhatAFileHoldsComesOfTheArmThatReadsIt) {
  const Said said = Program{.data = R"(import numpy as np

def read(name):
    with open(name, 'rb') as file:
        if 202021.25 != np.fromfile(file, np.float32, count=1):
            print('no such file')
            return None
        else:
            w, h = np.fromfile(file, np.int32, count=1), np.fromfile(file, np.int32, count=1)
            return np.resize(np.fromfile(file, np.float32, count=3 * int(w) * int(h)), (int(h), int(w), 3))

class Flows(Dataset):
    def __len__(self):
        return 64
    def __getitem__(self, index):
        x = read('a.flo')[:32, :32]
        if random.random() < 0.5:
            x = x * [random.random(), random.random(), 1.0]
        return torch.from_numpy(x).permute(2, 0, 1).float()

loader = DataLoader(Flows(), batch_size=4)
)"}
                        .check();
  expect_trains(said);
  EXPECT_EQ(input_bytes(said), 4 * 3 * 32 * 32 * 4);  // float32
}

// Of two draws the larger one counts, whichever of them is returned first.
TEST(DataCode, AnArmThatReturnsIsFollowedAsWell) {
  for (const char* made : {"        if random.random() < 0.5:\n            return F.to_tensor(x.resize((16, 16)))\n"
                           "        return F.to_tensor(x)\n",
                           "        if random.random() < 0.5:\n            return F.to_tensor(x)\n"
                           "        return F.to_tensor(x.resize((16, 16)))\n"}) {
    SCOPED_TRACE(made);
    const Said said = Program{.data =
                                  "import torchvision.transforms.functional as F\n\nclass Pictures(Dataset):\n"
                                  "    def __len__(self):\n        return 64\n    def __getitem__(self, index):\n"
                                  "        x = Image.open('a.png').convert('RGB').resize((32, 32))\n" +
                                  std::string(made) + "\nloader = DataLoader(Pictures(), batch_size=4)\n"}
                          .check();
    expect_trains(said);
    EXPECT_EQ(input_bytes(said), 4 * 3 * 32 * 32 * 4);  // float32
  }
}

// ViT-B/16 has 86,567,656 parameters (timm/models/vision_transformer.py, deit_base_patch16_224), the averaged copy as
// many more that are no parameters of the model. A batch of 2 x 3 x 224 x 224, and two rows of 1,000 shares of classes.
TEST(DataCode, ProgramsOnTimmAreFollowed) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "torch: \"1.13\"\nrecipes:\n  - configs: [train.py]\n    script: train.py\n");
  folder.put("train.py", R"(import timm
import torch
from functools import partial
from torchvision import datasets
assert timm.__version__ == "0.3.2"  # version check
from timm.data import Mixup, create_transform
from timm.loss import SoftTargetCrossEntropy
from timm.models import create_model
from timm.models.registry import register_model
from timm.models.vision_transformer import VisionTransformer
from timm.optim import create_optimizer
from timm.scheduler import create_scheduler
from timm.utils import ModelEma, NativeScaler

@register_model
def small_name_of_mine(pretrained=False, **kwargs):
    return VisionTransformer(patch_size=16, embed_dim=768, depth=12, num_heads=12, mlp_ratio=4, qkv_bias=True,
                             norm_layer=partial(torch.nn.LayerNorm, eps=1e-6), **kwargs)

class Args:
    opt, lr, weight_decay, momentum, opt_eps, opt_betas, epochs, sched = "adamw", 1e-3, 0.05, 0.9, 1e-8, None, 5, "cosine"

transform = create_transform(input_size=224, is_training=True, color_jitter=0.4, auto_augment="rand-m9-mstd0.5-inc1",
                             re_prob=0.25, interpolation="bicubic")
loader = torch.utils.data.DataLoader(datasets.ImageFolder("train", transform=transform), batch_size=2, drop_last=True)
model = create_model("small_name_of_mine", pretrained=False, num_classes=1000, drop_path_rate=0.1, drop_block_rate=None)
model.cuda()
average = ModelEma(model, decay=0.999)
optimizer, scaler = create_optimizer(Args, model), NativeScaler()
scheduler, epochs = create_scheduler(Args, optimizer)
mixup, criterion = Mixup(mixup_alpha=0.8, cutmix_alpha=1.0, num_classes=1000), SoftTargetCrossEntropy()
for epoch in range(epochs):
    for x, y in loader:
        x, y = mixup(x.cuda(), y.cuda())
        with torch.cuda.amp.autocast():
            loss = criterion(model(x), y)
        optimizer.zero_grad()
        scaler(loss, optimizer, clip_grad=1.0, parameters=model.parameters())
        average.update(model)
    scheduler.step(epoch)
)");
  const Said said =
      said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_EQ(said.parameters(), 86567656);
  EXPECT_GE(said.config["breakdown"]["buffer"].get<int64_t>(), int64_t{4} * 86567656);
  EXPECT_GE(input_bytes(said), 4 * 2 * 3 * 224 * 224);
}

// A transform in one arm and a function in the other: either can be called.
TEST(DataCode, WhatEitherArmLeavesToBeCalledIsCalled) {
  const Said said = Program{.data = R"(
class Pictures(Dataset):
    def __len__(self):
        return 64
    def __getitem__(self, index):
        if random.random() > 0.5:
            change = T.ColorJitter(0.2)
        else:
            change = (lambda x: x)
        return T.ToTensor()(change(Image.open('a.png').convert('RGB').resize((32, 32))))

loader = DataLoader(Pictures(), batch_size=4)
)"}
                        .check();
  expect_trains(said);
  EXPECT_EQ(input_bytes(said), 4 * 3 * 32 * 32 * 4);  // float32
}

// torch/utils/data/dataloader.py: `next = __next__` up to 1.12.
TEST(DataCode, ALoadersIteratorHasNextAsLongAsPyTorchHad) {
  const Said said =
      Program{.data = pictures("x"), .loop = "for _ in range(9):\n        x = iter(loader).next()\n"}.check();
  EXPECT_EQ(said.status(), "not_estimable");
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_NE(said.findings.dump().find("up to 1.12: `torch:"), std::string::npos) << said.findings;
}

TEST(DataCode, ListsOfPicturesThatEitherArmMakesAreOne) {
  const Said said = Program{.data = R"(import numpy as np

class Pictures(Dataset):
    def __len__(self):
        return 64
    def __getitem__(self, index):
        xs = [np.array(Image.open('a.png').convert('RGB')) for _ in range(2)]
        pad = random.randint(0, 4)
        if pad > 2:
            xs = [np.pad(x, ((pad, pad), (pad, pad), (0, 0))) for x in xs]
        xs = [x[:32, :32] for x in xs]
        return T.ToTensor()(xs[1])

loader = DataLoader(Pictures(), batch_size=4)
)"}
                        .check();
  expect_trains(said);
  EXPECT_EQ(input_bytes(said), 4 * 3 * 32 * 32 * 4);  // float32
}

TEST(DataCode, SizesThatDifferBetweenArmsAreNotGuessed) {
  const Said said = Program{.data = pictures("T.RandomCrop(8)(x) if random.random() < 0.5 else x")}.check();
  EXPECT_EQ(said.status(), "not_estimable");
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

TEST(DataCode, PicturesOfPil) {
  const std::string imports = "from PIL import ImageEnhance, ImageFilter, ImageOps\n";
  const Said said = Program{.data = imports + pictures("ImageOps.expand(ImageOps.solarize(ImageEnhance.Color(x.filter("
                                                       "ImageFilter.GaussianBlur(2))).enhance(0.5)), 4)")}
                        .check();
  expect_trains(said);
  EXPECT_EQ(input_bytes(said), 4 * 3 * 40 * 40 * 4);
}

TEST(DataCode, APictureIsNoArray) {
  const Said said = Program{.data = pictures("x.resize((16, 16)) if hasattr(x, 'shape') else x")}.check();
  expect_trains(said);
  EXPECT_EQ(input_bytes(said), 4 * 3 * 32 * 32 * 4);
}

TEST(DataCode, WhatAProgramStopsWithoutIsThere) {
  for (const char* check :
       {"if not os.path.isdir('VOC2012'): raise RuntimeError('Dataset not found')",
        "assert os.path.exists('VOC2012'), 'no data'", "if not os.path.exists('VOC2012'): exit(1)"}) {
    SCOPED_TRACE(check);
    const Said said = Program{.data = pictures("x", check)}.check();
    expect_trains(said);
    EXPECT_TRUE(said.assumes("`VOC2012` is taken to be there")) << said.config["assumptions"];
    EXPECT_FALSE(said.assumes("`VOC2012` is taken not to be there")) << said.config["assumptions"];
  }
}

TEST(DataCode, WhatAProgramGoesOnWithoutIsNot) {
  const Said said =
      Program{.data = pictures("x") + "if os.path.exists('last.pth'):\n    raise RuntimeError('begun already')\n"}
          .check();
  expect_trains(said);
  EXPECT_TRUE(said.assumes("`last.pth` is taken not to be there")) << said.config["assumptions"];
}

TEST(DataCode, BatchesAreCountedFromWhatIsNotKnown) {
  expect_trains(Program{.data = pictures("x", "pass", "len(open('list.txt').readlines())"),
                        .loop = "for i, x in enumerate(loader, start=epoch * len(loader)):\n"}
                    .check());
}

TEST(DataCode, AListThatALoopFillsHasNoLength) {
  const std::string fill = "self.files = []\n        for line in open('list.txt'): self.files.append(line)";
  const Said said = Program{.data = pictures("x", fill, "len(self.files)") + "rounds = len(loader.dataset) // 4\n",
                            .after = "        share = 1 / rounds\n"}
                        .check();
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_EQ(said.parameters(), 3 * 8 * 9 + 8);
}

// The buffer of each parameter, and nothing beside it: as torch.optim.SGD has it where it does not step by lists.
constexpr const char* kOwnMomentum = R"(
class Momentum(torch.optim.Optimizer):
    def __init__(self, params, lr):
        super().__init__(params, dict(lr=lr))

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                if "buffer" not in self.state[p]:
                    self.state[p]["buffer"] = torch.clone(p.grad)
                else:
                    self.state[p]["buffer"].mul_(0.9).add_(p.grad)
                p.add_(self.state[p]["buffer"], alpha=-group["lr"])

)";

TEST(DataCode, OptimizersOfTheProgramsOwnStep) {
  const Said own =
      Program{.data = kOwnMomentum + pictures("x"), .optimizer = "Momentum(net.parameters(), 0.1)"}.check();
  const Said torchs = Program{.data = pictures("x"),
                              .optimizer = "torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, foreach=False)"}
                          .check();
  expect_trains(own);
  expect_trains(torchs);
  EXPECT_EQ(own.config["peak"]["allocated"], torchs.config["peak"]["allocated"]);
}

TEST(DataCode, FoldersThatTheProgramSearchesAreSearched) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - configs: [train.py]\n    script: train.py\n");
  folder.put("parts/net_of_ours.py", "import torch\n\ndef net():\n    return torch.nn.Conv2d(3, 8, 3)\n");
  folder.put(
      "train.py",
      "import importlib\nimport os\nimport sys\nimport torch\nfrom torch.utils.data import DataLoader, Dataset\n\n"
      "sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'parts'))\n"
      "net = importlib.import_module('net_of_ours').net().cuda()\n\n"
      "class Zeros(Dataset):\n    def __len__(self): return 8\n"
      "    def __getitem__(self, index): return torch.zeros(3, 32, 32)\n\n"
      "opt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "for x in DataLoader(Zeros(), batch_size=4):\n    net(x.cuda()).sum().backward()\n    opt.step()\n");
  expect_trains(said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"})));
}

// The epoch to begin with stands in a checkpoint, if there is one.
TEST(DataCode, TheLoopThatTrainsIsEntered) {
  for (const char* start : {"int(open('epoch.txt').read())", "0 if open('last.txt').read() else 1"}) {
    SCOPED_TRACE(start);
    const Said said =
        Program{.data = pictures("x") + "start = " + start + "\nfor again in range(start, 9):\n    pass\n",
                .loop = "for again in range(start, 9):\n      for x in loader:\n"}
            .check();
    expect_trains(said);
  }
  const Said said = Program{.data = pictures("x") + "mode = open('mode.txt').read()\n",
                            .loop = "if mode == 'train':\n      for x in loader:\n"}
                        .check();
  expect_trains(said);
  EXPECT_TRUE(said.assumes("what trains is taken to run")) << said.config["assumptions"];
}

// `range` up to what only the data tells; batches are asked for anew after each epoch.
TEST(DataCode, TheLoopThatTrainsMayItselfBeOfUnknownLength) {
  const Said said = Program{.data = pictures("x") + "size = len(open('list.txt').readlines())\n",
                            .loop =
                                "for step in range(0, 9 * size):\n        if step % size == 0:\n"
                                "            batches = iter(loader)\n        x = next(batches)\n"}
                        .check();
  expect_trains(said);
  EXPECT_EQ(input_bytes(said), 4 * 3 * 32 * 32 * 4);
  EXPECT_TRUE(said.assumes("what trains is taken to run")) << said.config["assumptions"];
}

TEST(DataCode, LayersOnWhatIsNotKnownAreInPart) {
  for (const char* layer : {"nn.Conv1d(3, 3, 3)", "nn.Conv2d(3, 3, 3)", "nn.Conv3d(3, 3, 3)",
                            "nn.ConvTranspose2d(3, 3, 3)", "nn.BatchNorm2d(3)", "nn.LayerNorm(3)", "nn.GroupNorm(1, 3)",
                            "nn.Linear(3, 3)", "nn.PReLU()", "nn.Embedding(3, 3)", "nn.LSTMCell(3, 3)"}) {
    SCOPED_TRACE(layer);
    const std::string part = "import other\npart = " + std::string(layer) + ".cuda()\n";
    const Said said = Program{.data = pictures("x") + part, .after = "        seen = part(other.f())\n"}.check();
    EXPECT_EQ(said.status(), "partial") << said.config["unknowns"];
    EXPECT_EQ(said.mistakes(), 0) << said.findings;
  }
}

TEST(DataCode, OfTwoFunctionsTheFirstIsTaken) {
  const std::string choice = "def colour(y): return y.resize((32, 32))\ndef same(y): return y\n";
  const std::string pick =
      "self.change = colour\n        if random.random() > 0.5: change = colour\n        else: change = same\n"
      "        self.change = change";
  const Said said = Program{.data = choice + pictures("self.change(x)", pick)}.check();
  expect_trains(said);
  EXPECT_EQ(input_bytes(said), 4 * 3 * 32 * 32 * 4);
}

TEST(DataCode, AnAverageThatKeepsNothingIsNoGap) {
  const Said said = Program{.data = pictures("x") + "import other\nmean = torch.zeros(8).cuda()\n",
                            .after = "        with torch.no_grad():\n            mean.mul_(other.decay())\n"}
                        .check();
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
}

TEST(DataCode, AStateThatALoopFillsIsNotMissingItsKeys) {
  const std::string fill =
      "state = {}\nfor key, value in torch.load('last.pth')['state'].items():\n    state[key[7:]] = value\n";
  const Said said = Program{.data = fill + pictures("x"), .after = "        net.load_state_dict(state)\n"}.check();
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_FALSE(said.lists("Missing key(s)")) << said.config["unknowns"];
  EXPECT_EQ(said.parameters(), 3 * 8 * 9 + 8);
}

TEST(DataCode, SettingsThatYacsReadsAreNoConfigs) {
  const ScratchFolder folder;
  folder.put("config/models.py", "from yacs.config import CfgNode as CN\n\nHEAD = CN()\nHEAD.WIDTHS = [32, 64]\n");
  folder.put("config/default.py", "widths = [32, 64]\n");
  const Said said = said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never"}));
  EXPECT_EQ(said.config["path"], "config/default.py");  // and no other
}

TEST(DataCode, PiecesOfLazyConfigsAreNoConfigs) {
  const ScratchFolder folder;
  folder.put("configs/optimizer.py",
             "import torch\nfrom detectron2.config import LazyCall as L\n\nSGD = L(torch.optim.SGD)(lr=0.1)\n");
  folder.put("configs/default.py", "widths = [32, 64]\n");
  const Said said = said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never"}));
  EXPECT_EQ(said.config["path"], "configs/default.py");  // and no other
}

TEST(DataCode, ANumberThatAScheduleSetsIsNoPartOfTheModule) {
  expect_trains(Program{.data = pictures("x") + "rate = len(open('list.txt').readlines())\n",
                        .after = "        net.slope = 0.5\n        net.slope = rate * 0.1\n"}
                    .check());
}

// torchvision/datasets/{cityscapes,celeba}.py: 1024 x 2048 with a map of labels; 218 x 178 with forty attributes.
TEST(DataCode, DataSetsOfOneSizeHaveIt) {
  const Said roads = Program{.data =
                                 "import torchvision\nimport torchvision.transforms as T\n"
                                 "D = torchvision.datasets.Cityscapes('data', target_type='semantic',\n"
                                 "    transform=T.ToTensor(), target_transform=T.PILToTensor())\n"
                                 "loader = DataLoader(D, batch_size=4)\n",
                             .loop = "for x, y in loader:\n        assert y.shape == (4, 1, 1024, 2048)\n"}
                         .check();
  expect_trains(roads);
  EXPECT_EQ(input_bytes(roads), int64_t{4} * 3 * 1024 * 2048 * 4);
  const Said faces = Program{.data =
                                 "import torchvision\nfrom torchvision.transforms import transforms\n"
                                 "D = torchvision.datasets.CelebA('data', transform=transforms.ToTensor())\n"
                                 "loader = DataLoader(D, batch_size=4)\n",
                             .loop = "for x, y in loader:\n        assert y.shape == (4, 40)\n"}
                         .check();
  expect_trains(faces);
  EXPECT_EQ(input_bytes(faces), 1862656);  // 4 * 3 * 218 * 178 * 4, in blocks of 512
}

TEST(DataCode, AnnotationsOfCocoComeWithTheirPicture) {
  const Said said =
      Program{.data =
                  "from torchvision.datasets import CocoDetection\nclass Data(CocoDetection):\n"
                  "    def __getitem__(self, index):\n        picture, notes = super().__getitem__(index)\n"
                  "        boxes = torch.as_tensor([note['bbox'] for note in notes])\n"
                  "        assert boxes.shape == (len(notes), 4) and self.ids[index] >= 0\n"
                  "        return T.ToTensor()(picture)\n"
                  "loader = DataLoader(Data('pictures', 'annotations/instances_train2017.json'), batch_size=2)\n"}
          .check();
  expect_trains(said);
  EXPECT_EQ(input_bytes(said), int64_t{2} * 3 * 385 * 640 * 4);  // as vramlint_pictures.py says of COCO
}

TEST(DataCode, APartOfASoundIsAsLongAsTheProgramSays) {
  const std::string part =
      "class Sounds(Dataset):\n    def __len__(self):\n        return 64\n"
      "    def __getitem__(self, index):\n        rate, sound = wavfile.read('a.wav')\n"
      "        sound = torch.FloatTensor(sound / 32768.0)[None]\n"
      "        start = random.randint(0, sound.size(1) - 768)\n"
      "        return sound[:, start:start + 768].view(3, 16, 16)\n";
  const Said said =
      Program{.data = "from scipy.io import wavfile\n" + part + "loader = DataLoader(Sounds(), batch_size=4)\n"}
          .check();
  expect_trains(said);
  EXPECT_EQ(input_bytes(said), 4 * 768 * 4);
}

// The largest is taken: 3 * 16 * 600 * 4 bytes.
TEST(DataCode, ANumberDrawnBelowAnotherHasItsBounds) {
  for (const char* draw : {"random.randint(384, min(random.choice([400, 600]), 800))",
                           "np.random.randint(384, min(random.choice([400, 600]), 800) + 1)"}) {
    SCOPED_TRACE(draw);
    const std::string data = std::string(
                                 "import numpy as np\nclass Cuts(Dataset):\n    def __len__(self):\n        return 64\n"
                                 "    def __getitem__(self, index):\n        return torch.zeros(3, 16, ") +
                             draw + ")\nloader = DataLoader(Cuts(), batch_size=1)\n";
    const Said said = Program{.data = data}.check();
    expect_trains(said);
    EXPECT_EQ(input_bytes(said), 115'200);
  }
}

TEST(DataCode, WhereTensorboardWritesIsAPath) {
  const Said said = Program{.data =
                                "from torch.utils.tensorboard import SummaryWriter\nwriter = SummaryWriter()\n"
                                "log = open(os.path.join(writer.log_dir, 'log.txt'), 'w')\n" +
                                pictures("x")}
                        .check();
  expect_trains(said);
}

TEST(DataCode, WeightsOfALossThatAreNotKnownAreLeftOut) {
  const std::string weights = "weights = torch.tensor([float(x) for x in open('weights.txt')]).cuda()\n";
  const Said said =
      Program{.data = pictures("x") + weights,
              .after =
                  "        loss = nn.functional.cross_entropy(net(x.cuda()), torch.zeros(4, 30, 30, dtype=torch.long)"
                  ".cuda(), weight=weights)\n        loss.backward()\n        opt.step()\n"}
          .check();
  EXPECT_EQ(said.status(), "partial") << said.findings;
  EXPECT_TRUE(said.lists("is taken for None")) << said.config["unknowns"];
}

TEST(DataCode, ATensorOfAListOfUnknownLengthIsNotEmpty) {
  const std::string list = "held = []\nfor line in open('list.txt'):\n    held.extend([0.5] * int(line))\n";
  const Said said =
      Program{.data = pictures("x") + list, .after = "        extra = net.weight.sum() * torch.tensor(held).cuda()\n"}
          .check();
  EXPECT_EQ(said.status(), "partial") << said.config["unknowns"] << said.findings;
}

TEST(DataCode, CropsAreToldApartByTheirSizes) {
  const std::string count =
      "torch.unique_consecutive(torch.tensor([x.shape[-1], x.shape[-1], 8]), return_counts=True)[1]";
  const Said said = Program{.data = pictures("x"), .take = "x[:, :, :, :16].repeat(" + count + "[0], 1, 1, 1)"}.check();
  expect_trains(said);
}

TEST(DataCode, ABatchThatTheRecipePutsTogetherWronglyIsNoMistakeOfTheProgram) {
  const Said said = Program{.data = pictures("x"),
                            .loop = "for x, size, name in loader:\n",
                            .recipe = "    inputs: ['float32[4, 3, 32, 32]']\n    targets: ['int64[4]']\n"}
                        .check();
  EXPECT_EQ(said.status(), "not_estimable");
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_NE(said.findings.dump().find("the batch that the recipe gives"), std::string::npos) << said.findings;
}

}  // namespace
}  // namespace vramlint::tests
