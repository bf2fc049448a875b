// What comes before the step in programs that are followed: data sets, pictures, loaders, optimizers of their own.
#include <gtest/gtest.h>

#include "data_program.h"

namespace vramlint::tests {
namespace {

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

TEST(DataCode, CropsAtCornersThatAreDrawn) {
  for (const char* corner :
       {"np.random.randint(0, 16, 2)", "np.random.randint(16, size=(2,))", "torch.randint(0, 16, (2,)).tolist()",
        "[torch.randint(17, (1,)).item()] * 2", "[torch.randint(0, x.height - 15, (1,)).item()] * 2",
        "[int(torch.rand(1) * 16)] * 2", "[int(np.random.rand() * 16)] * 2", "[np.random.choice(range(16))] * 2"}) {
    SCOPED_TRACE(corner);
    const std::string cut =
        "(lambda top, left, bottom, right: np.array(x)[top:bottom, left:right])(*(lambda y, x: (y, "
        "x, y + 16, x + 16))(*" +
        std::string(corner) + "))";
    const Said said = Program{.data = "import numpy as np\n" + pictures(cut)}.check();
    expect_trains(said);
    EXPECT_EQ(input_bytes(said), 4 * 3 * 16 * 16 * 4);
  }
}

TEST(DataCode, CornersThatAreDrawnApartAreNotTheSame) {
  const std::string cut = "(lambda places: np.array(x)[places[0]:places[1] + 16])(np.random.randint(0, 16, 2))";
  const Said said = Program{.data = "import numpy as np\n" + pictures(cut)}.check();
  EXPECT_NE(said.status(), "estimated") << said.config["breakdown"];
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

TEST(DataCode, NamesInAFolderThatIsNotAtHandAreTexts) {
  const std::string data = R"(from pathlib import Path

def load(name):
    if os.path.splitext(name)[1] == '.ppm':
        return Image.open(name).convert('RGB')
    return Image.open(name)

class Pictures(Dataset):
    def __init__(self):
        self.names = [os.path.splitext(file)[0] for file in os.listdir('data/imgs') if not file.startswith('.')]
    def __len__(self):
        return len(self.names)
    def __getitem__(self, index):
        return T.ToTensor()(load(list(Path('data/imgs').glob(self.names[index] + '.*'))[0]))

loader = DataLoader(Pictures(), batch_size=4)
)";
  const Said asked = Program{.data = data}.check();
  EXPECT_EQ(asked.status(), "not_estimable");
  EXPECT_EQ(asked.mistakes(), 0) << asked.findings;
  EXPECT_NE(asked.findings.dump().find("the sizes of float32[4, 3, ?, ?]"), std::string::npos) << asked.findings;
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
