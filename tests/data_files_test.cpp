// What data sets read: names that a pattern finds, what files hold, packages for it; and what either arm returns.
#include <gtest/gtest.h>

#include "data_program.h"

namespace vramlint::tests {
namespace {

// A reader that goes by the suffix: the pattern says which arm it takes. 32 x 32 of three channels are cut out.
TEST(DataFiles, NamesThatAPatternFindsEndAsItDoes) {
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
TEST(DataFiles, WhatAFileHoldsComesOfTheArmThatReadsIt) {
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
TEST(DataFiles, AnArmThatReturnsIsFollowedAsWell) {
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
TEST(DataFiles, ProgramsOnTimmAreFollowed) {
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

// What a progress bar puts together of texts is no part of the step, though it depends on the loss.
TEST(DataFiles, AListOfTextsIsNoPartOfTheStep) {
  const Said said = Program{.data = pictures("x"),
                            .after =
                                "        parts = ['step']\n        message = 'loss %.3f' % loss.item()\n"
                                "        if message:\n            parts.append(message)\n"
                                "        print(' | '.join(parts), len(parts) > 1)\n"}
                        .check();
  expect_trains(said);
}

// A transform in one arm and a function in the other: either can be called.
TEST(DataFiles, WhatEitherArmLeavesToBeCalledIsCalled) {
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
TEST(DataFiles, ALoadersIteratorHasNextAsLongAsPyTorchHad) {
  const Said said =
      Program{.data = pictures("x"), .loop = "for _ in range(9):\n        x = iter(loader).next()\n"}.check();
  EXPECT_EQ(said.status(), "not_estimable");
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_NE(said.findings.dump().find("up to 1.12: `torch:"), std::string::npos) << said.findings;
}

// Whole pictures, as long as the project says they are: 3 x 24 x 40, of a picture whose name is known or not.
TEST(DataFiles, TheProjectSaysWhatFilesHold) {
  for (const char* read : {"np.array(Image.open('data/a.png'))", "np.array(Image.open(names[index]))",
                           "np.load('data/a.npy').transpose(1, 2, 0)"}) {
    SCOPED_TRACE(read);
    const std::string data =
        "import numpy as np\nfrom glob import glob\nnames = glob('data/*.png')\n\n"
        "class Pictures(Dataset):\n    def __len__(self):\n        return 64\n"
        "    def __getitem__(self, index):\n        return T.ToTensor()(" +
        std::string(read) + ")\n\nloader = DataLoader(Pictures(), batch_size=4)\n";
    const std::string said_of_files = "    data: {'*.png': 'uint8[24, 40, 3]', 'data/*.npy': 'uint8[3, 24, 40]'}\n";
    const Said said = Program{.data = data, .recipe = said_of_files}.check();
    expect_trains(said);
    EXPECT_EQ(input_bytes(said), 4 * 3 * 24 * 40 * 4);  // float32
    EXPECT_NE(Program{.data = data}.check().status(), "estimated");
  }
}

TEST(DataFiles, WhatFilesHoldIsATypeAndSizes) {
  for (const char* wrong : {"uint8[24, x]", "colour[24]", "uint8", "uint8[0]"}) {
    const Said said =
        Program{.data = pictures("x"), .recipe = "    data: {'*.png': '" + std::string(wrong) + "'}\n"}.check();
    EXPECT_NE(said.findings.dump().find("such as {\\\"*.wav\\\""), std::string::npos) << said.findings;
  }
}

// librosa centres its windows: one at each hop, and one more. The upper half of a spectrum is the lower's.
TEST(DataFiles, SpectraOfSound) {
  const std::pair<const char*, int64_t> spectra[] = {
      {"np.log1p(librosa.magphase(librosa.stft(y, n_fft=400, hop_length=160, win_length=400))[0])",
       (400 / 2 + 1) * (1 + 22050 / 160)},
      {"librosa.power_to_db(librosa.feature.melspectrogram(y=y, sr=sr, n_fft=1024, hop_length=256, n_mels=80))",
       80 * (1 + 22050 / 256)},
      {"librosa.feature.mfcc(y=y, sr=sr, n_mfcc=13)", 13 * (1 + 22050 / 512)}};
  for (const auto& [made, elements] : spectra) {
    SCOPED_TRACE(made);
    const Said said = Program{.data = std::string(R"(import librosa
import numpy as np
from librosa.core import load

class Sounds(Dataset):
    def __len__(self):
        return 64
    def __getitem__(self, index):
        y, sr = load('a.wav', sr=16000)
        return torch.from_numpy()") + made +
                                      R"().repeat(3, 1, 1)

loader = DataLoader(Sounds(), batch_size=4)
)",
                              .recipe = "data: {\"*.wav\": \"float32[22050]\"}\n"}
                          .check();
    expect_trains(said);
    EXPECT_EQ(input_bytes(said), (4 * 3 * elements * 4 + 511) / 512 * 512) << "in blocks of 512 bytes";
  }
}

// Windows of 48 numbers that begin where an element of a tensor says, one of them a number further on: 48 = 3 * 4 * 4.
TEST(DataFiles, WindowsBetweenElementsOfATensorAreAsLongAsTheyAreApart) {
  for (const char* window : {"numbers[i:i + 48]", "numbers[i + 1:i + 1 + 48]"}) {
    SCOPED_TRACE(window);
    const Said said = Program{.data = std::string(R"(import numpy as np

class Windows(Dataset):
    def __len__(self):
        return 64
    def __getitem__(self, index):
        numbers = np.memmap('train.bin', dtype=np.uint16, mode='r')
        starts = torch.randint(len(numbers) - 48, (2,))
        rows = [torch.from_numpy(()") +
                                      window + R"().astype(np.float32)) for i in starts]
        return torch.stack(rows).sum(0).view(3, 4, 4)

loader = DataLoader(Windows(), batch_size=4)
)"}
                          .check();
    expect_trains(said);
    EXPECT_EQ(input_bytes(said), 1024);  // 4 * 48 in float32 are 768 bytes, in blocks of 512
  }
}

// The cut begins in the middle of a picture of which nobody knows how large it is, and ends 32 further on.
TEST(DataFiles, PicturesOfAFolderHaveSizesThatCutsMakeKnown) {
  const Said said = Program{.data = R"(import numpy as np
from torchvision.datasets import ImageFolder

def middle(picture):
    scale = 32 / min(*picture.size)
    picture = np.array(picture.resize(tuple(round(x * scale) for x in picture.size)))
    y, x = (picture.shape[0] - 32) // 2, (picture.shape[1] - 32) // 2
    return Image.fromarray(picture[y:y + 32, x:x + 32])

loader = DataLoader(ImageFolder('data', T.Compose([T.Lambda(middle), T.ToTensor()])), batch_size=4)
)",
                            .loop = "for x, y in loader:\n"}
                        .check();
  expect_trains(said);
  EXPECT_EQ(input_bytes(said), 4 * 3 * 32 * 32 * 4);
}

TEST(DataFiles, DataSetsOfPhotographsYieldPicturesOfTheirTransforms) {
  for (const char* made :
       {"LSUN('data', classes=['bedroom_train'], transform=", "Flowers102('data', split='train', transform="}) {
    SCOPED_TRACE(made);
    const Said said = Program{.data = std::string("import torchvision.datasets as D\nloader = DataLoader(D.") + made +
                                      "T.Compose([T.Resize(64), T.CenterCrop(64), T.ToTensor()])), batch_size=4)\n",
                              .loop = "for x, y in loader:\n"}
                          .check();
    expect_trains(said);
    EXPECT_EQ(input_bytes(said), 4 * 3 * 64 * 64 * 4);
  }
}

// Which file it is the pattern does not say: what is read decides.
TEST(DataFiles, ALineOfDataFitsFilesOfWhichNoSuffixIsKnown) {
  const std::string reads = R"(import numpy as np
from pathlib import Path

class Pictures(Dataset):
    def __len__(self):
        return 64
    def __getitem__(self, index):
        x = np.asarray(Image.open(list(Path('data').glob('one.*'))[0]))
        return torch.as_tensor(x.transpose((2, 0, 1)).copy()).float()

loader = DataLoader(Pictures(), batch_size=4)
)";
  for (const char* pattern : {"*.jpg", "data/*"}) {
    const Said said =
        Program{.data = reads, .recipe = std::string("    data: {'") + pattern + "': 'uint8[32, 32, 3]'}\n"}.check();
    expect_trains(said);
    EXPECT_EQ(input_bytes(said), 4 * 3 * 32 * 32 * 4) << pattern;
  }
}

// `if picture.mode != "RGB": picture = picture.convert("RGB")` leaves three channels in either arm.
TEST(DataFiles, PicturesThatAreTurnedIntoColoursWhereTheyAreNotHaveThreeChannels) {
  const Said said = Program{.data = R"(import numpy as np

class Pictures(Dataset):
    def __init__(self):
        self.names = open('names.txt').read().splitlines()
    def __len__(self):
        return 64
    def __getitem__(self, index):
        x = Image.open(self.names[index])
        if not x.mode == 'RGB':
            x = x.convert('RGB')
        x = np.array(x).astype(np.uint8)
        x = np.array(Image.fromarray(x).resize((32, 32)))
        return torch.as_tensor(x).permute(2, 0, 1).float()

loader = DataLoader(Pictures(), batch_size=4)
)"}
                        .check();
  expect_trains(said);
  EXPECT_EQ(input_bytes(said), 4 * 3 * 32 * 32 * 4);
}

// Names of a checkpoint are filed in a dict that was empty: no bytes depend on it.
TEST(DataFiles, NamesOfACheckpointAreFiled) {
  const Said said = Program{.data =
                                "index = {}\nfor name, value in torch.load('a.pt').items():\n"
                                "    index[name] = 'first'\n" +
                                pictures("x")}
                        .check();
  expect_trains(said);
}

// A pair of indices, and what says where a sample lies: two pictures of 3 * 16 * 16 numbers, and 4 of them a batch.
TEST(DataFiles, SamplersOfTheProgramSayWhatAnIndexIs) {
  const std::string data =
      "class Pairs(Dataset):\n    def __len__(self):\n        return 64\n    def __getitem__(self, places):\n"
      "        return torch.cat([torch.zeros(3, 16, place['size']) for place in places], 2)\n"
      "class Draw(torch.utils.data.Sampler):\n    def __iter__(self):\n        while True:\n"
      "            yield PLACES\n";
  for (const char* loader : {"{'size': 16}] * 2\nloader = DataLoader(Pairs(), batch_size=4, sampler=Draw(None))\n",
                             "[{'size': 16}] * 2] * 4\n    batch_size = 4\n"
                             "loader = DataLoader(Pairs(), batch_sampler=Draw(None))\n"}) {
    SCOPED_TRACE(loader);
    std::string text = data;
    text.replace(text.find("PLACES\n"), 7, std::string("[") + loader);
    const Said said = Program{.data = text}.check();
    expect_trains(said);
    EXPECT_EQ(input_bytes(said), 4 * 2 * 3 * 16 * 16 * 4);
  }
}

TEST(DataFiles, InitAsksHowLargePicturesAreByALineOfData) {
  const ScratchFolder folder({{"setup.py", ""}, {"train.py", R"(import numpy as np
import torch
from PIL import Image
from torch.utils.data import DataLoader, Dataset

class Pictures(Dataset):
    def __len__(self):
        return 64
    def __getitem__(self, index):
        return torch.from_numpy(np.array(Image.open("a.jpg").convert("RGB"))).permute(2, 0, 1).float()

net = torch.nn.Conv2d(3, 8, 3).cuda()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for x in DataLoader(Pictures(), batch_size=4):
    opt.zero_grad()
    net(x.cuda()).sum().backward()
    opt.step()
)"}});
  const ProgramRun run = run_program(folder.path(), {"init", "train.py"});
  EXPECT_NE(run.output.find("# data: {'*.jpg': 'uint8[512, 512, 3]'}"), std::string::npos) << run.output << run.errors;
  EXPECT_EQ(run.output.find("inputs:"), std::string::npos) << run.output;
}

}  // namespace
}  // namespace vramlint::tests
