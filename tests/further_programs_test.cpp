// What programs that train do beside the step, continued: copies that are made in it, arrays of what is not known,
// paths and words that nobody has given.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

constexpr int64_t kMiB = int64_t{1} << 20;

int64_t allocated(const Said& said) { return said.config["peak"]["allocated"]["point"].get<int64_t>(); }

const std::string kImports = "import numpy as np\nimport torch\nfrom torch import nn\n";

/// What follows `before`: a layer of `width` weights and a bias, and its training.
std::string trained(const std::string& before, const std::string& width = "width", const std::string& rows = "64") {
  return kImports + before + "\nnet = nn.Linear(" + width + ", 1).cuda()\n" +
         "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor _ in range(100):\n    loss = net(torch.randn(" + rows +
         ", " + width + ").cuda()).sum()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n";
}

/// Of train.py, with further lines of its recipe.
Said with_recipe(const std::string& program, const std::string& more) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "recipes:\n  - configs: [train.py]\n    script: train.py\n    " + more + "\n");
  folder.put("train.py", program);
  return said_by(run_program(folder.path(), {"check", "--format", "json", "train.py"}));
}

// 4,096 * 4,096 * 4 bytes = 64 MiB: the network's weight and its gradient, the copy's weight and its gradient.
TEST(FurtherPrograms, WhatIsCopiedInAStepHasGradients) {
  for (const char* made :
       {"copy = deepcopy(net)\n    g = torch.autograd.grad(copy(x).mean(), copy.parameters())",
        "w = nn.Parameter(net.weight.detach().clone())\n    g = torch.autograd.grad((x @ w.t()).mean(), [w])"}) {
    const Said said = said_of_script(kImports +
                                     "from copy import deepcopy\nnet = nn.Linear(4096, 4096, bias=False).cuda()\n"
                                     "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor _ in range(100):\n"
                                     "    x = torch.randn(64, 4096).cuda()\n    " +
                                     made + "\n    opt.zero_grad()\n    net(x).mean().backward()\n    opt.step()\n");
    EXPECT_EQ(said.status(), "estimated") << made << said.config["unknowns"] << said.findings;
    EXPECT_EQ(said.mistakes(), 0) << made << said.findings;
    EXPECT_GT(allocated(said), 4 * 64 * kMiB) << made;
  }
}

// The largest of the two, with numpy's int64: an index of 8 bytes each, a table of 100 * 16 weights.
TEST(FurtherPrograms, NamesOfNumpysTypesThatCameAndWent) {
  for (const char* name : {"np.long", "np.int", "np.int_"}) {
    const Said said = said_of_script(kImports + "rows = np.zeros((64, 39), dtype=" + name +
                                     ")\nnet = nn.Embedding(100, 16).cuda()\nopt = torch.optim.Adam(net.parameters())\n"
                                     "for i in range(100):\n    opt.zero_grad()\n"
                                     "    net(torch.from_numpy(rows).cuda()).mean().backward()\n    opt.step()\n");
    EXPECT_EQ(said.status(), "estimated") << name << said.config["unknowns"] << said.findings;
    EXPECT_EQ(said.parameters(), 1600) << name;
  }
}

TEST(FurtherPrograms, AnArrayOfATypeThatIsNotKnownIsNotKnown) {
  for (const char* made : {"np.zeros_like(runs)", "np.ones_like(runs)", "np.full_like(runs, 2)",
                           "np.zeros(64, runs.dtype)", "np.ones(64, runs.dtype)", "np.arange(64).astype(runs.dtype)"}) {
    const Said said = said_of_script(
        trained(std::string("import pickle\nruns = pickle.load(open('t.pkl', 'rb'))\nwidth = len(") + made + ")"));
    EXPECT_EQ(said.mistakes(), 0) << made << said.findings;
    for (const auto& unknown : said.config["unknowns"])
      EXPECT_EQ(unknown["reason"].get<std::string>().find("TypeError"), std::string::npos) << made << unknown;
  }
}

// 80 weights and a bias.
TEST(FurtherPrograms, AttributesThatAFileFillsAreAskedForByName) {
  const std::string read = "import json\nsettings = json.load(open('elsewhere/config.json'))\n";
  for (const char* object :
       {"class A(dict):\n    def __init__(self, *a, **k):\n        super().__init__(*a, **k)\n        self.__dict__ = "
        "self\n"
        "h = A(settings)\n",
        "class A:\n    def __init__(self, given):\n        self.__dict__.update(given)\nh = A(settings)\n",
        "import argparse\nh = argparse.Namespace()\nvars(h).update(settings)\n",
        "class A:\n    pass\nh = A()\nkept = {}\nkept.update(settings)\nh.__dict__.update(kept.copy())\n"}) {
    const std::string program = trained(read + object + "width = h.num_mels");
    const Said open = said_of_script(program), said = with_recipe(program, "data: {num_mels: 80}");
    EXPECT_EQ(open.mistakes(), 0) << object << open.findings;
    EXPECT_NE(open.status(), "estimated") << object;
    EXPECT_EQ(said.status(), "estimated") << object << said.config["unknowns"] << said.findings;
    EXPECT_EQ(said.parameters(), 81) << object;
  }
}

TEST(FurtherPrograms, ANamespaceOfWhatIsNotKnownLacksNothing) {
  const Said said =
      said_of_script(trained("import argparse\nimport elsewhere\nargs = argparse.Namespace(**vars(elsewhere.parse()))\n"
                             "if args.verbose:\n    print(args.seed)\nwidth = 8"));
  EXPECT_EQ(said.parameters(), 9) << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  for (const auto& unknown : said.config["unknowns"])
    EXPECT_EQ(unknown["reason"].get<std::string>().find("AttributeError"), std::string::npos) << unknown;
}

// The gradient is there from backward() on, before it is known which loop trains: weights and gradients of 4,096 *
// 4,096
// * 4 bytes = 64 MiB each.
TEST(FurtherPrograms, GradientsAreOperandsBeforeTheOptimizerSteps) {
  for (const char* use :
       {"p.add_(p.grad)", "p.copy_(torch.add(p, p.grad))", "p.data.add_(p.grad, alpha=-0.1)", "p.sub_(0.1 * p.grad)"}) {
    const Said said = said_of_script(kImports +
                                     "net = nn.Linear(4096, 4096, bias=False).cuda()\n"
                                     "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor _ in range(100):\n"
                                     "    opt.zero_grad()\n    net(torch.randn(64, 4096).cuda()).mean().backward()\n"
                                     "    with torch.no_grad():\n        for p in net.parameters():\n            " +
                                     use + "\n    opt.step()\n");
    EXPECT_EQ(said.status(), "estimated") << use << said.config["unknowns"] << said.findings;
    EXPECT_GT(allocated(said), 2 * 64 * kMiB) << use;
    EXPECT_LT(allocated(said), 4 * 64 * kMiB) << use;
  }
}

// (128 + 1) * (1 + 4 + 10).
TEST(FurtherPrograms, AnArgumentInBracketsStaysOne) {
  const ScratchFolder folder;
  folder.put("train.py",
             "import argparse\np = argparse.ArgumentParser()\np.add_argument('--sizes', type=eval)\n"
             "p.add_argument('--width', type=int)\na = p.parse_args()\nimport torch\nfrom torch import nn\n"
             "net = nn.Linear(a.width, sum(a.sizes)).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
             "for _ in range(100):\n    opt.zero_grad()\n"
             "    net(torch.randn(64, a.width).cuda()).sum().backward()\n    opt.step()\n");
  const ProgramRun run =
      run_program(folder.path(), {"init", "train.py", "--write", "--", "--sizes", "[1,4,10]", "--width", "128"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  const Said said = said_by(run_program(folder.path(), {"check", "--format", "json", "train.py"}));
  expect_parameters(said, 1935);
}

// Weights of 48 * 48 each, which no optimizer can do without; (8 + 1) * 4.
TEST(FurtherPrograms, WhatScipyMakesOfAMatrixIsAsLarge) {
  for (const char* made : {"p, l, u = linalg.lu(w)", "l, u = linalg.lu(w, permute_l=True)",
                           "l, u = linalg.qr(w, mode='economic')", "l, u = linalg.schur(w)"}) {
    const Said said = said_of_script(
        kImports + "from scipy import linalg\nw = np.random.randn(48, 48).astype(np.float32)\n" + made +
        "\nl, u = nn.Parameter(torch.from_numpy(l).cuda()), nn.Parameter(torch.from_numpy(np.triu(u, 1)).cuda())\n"
        "net = nn.ParameterList([l, u])\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor _ in range(100):\n"
        "    opt.zero_grad()\n    (net[0] @ net[1]).sum().backward()\n    opt.step()\n");
    EXPECT_EQ(said.status(), "estimated") << made << said.config["unknowns"] << said.findings;
    EXPECT_EQ(said.parameters(), 2 * 48 * 48) << made;
  }
}

TEST(FurtherPrograms, FiltersOfScipyLeaveSizesAlone) {
  for (const char* filter : {"laplace(x)", "sobel(x, axis=1)", "gaussian_filter(x, 2)", "median_filter(x, size=3)",
                             "gaussian_gradient_magnitude(x, sigma=1)", "grey_dilation(x, size=(3, 3))"}) {
    const Said said = said_of_script(trained(std::string("from scipy import ndimage\nx = np.zeros((4, 12))\nwidth = "
                                                         "ndimage.") +
                                             filter + ".shape[1]"));
    EXPECT_EQ(said.status(), "estimated") << filter << said.config["unknowns"] << said.findings;
    EXPECT_EQ(said.parameters(), 13) << filter;
  }
}

// A is m by n, B is m by k, the solution n by k (torch.linalg.lstsq), whichever of m and n is larger.
TEST(FurtherPrograms, LeastSquaresOfAnyShape) {
  for (const char* sizes : {"(16, 6, 8)", "(16, 8, 8)", "(16, 9, 8)"}) {
    const Said said =
        said_of_script(trained(std::string("a = torch.randn") + sizes +
                               "\nfound = torch.linalg.lstsq(a, torch.randn(16, a.size(1), 32)).solution\n"
                               "assert found.shape == (16, 8, 32)\nwidth = found.size(1)"));
    EXPECT_EQ(said.status(), "estimated") << sizes << said.config["unknowns"] << said.findings;
    EXPECT_EQ(said.parameters(), 9) << sizes;
  }
}

TEST(FurtherPrograms, WhatIsTypedIsATextThatIsNotKnown) {
  const Said said =
      said_of_script(trained("name = input('Go on? [y]/n ').strip().lower()\nif name in ('', 'y'):\n    print(name)\n"
                             "width = 8"));
  expect_parameters(said, 9);
}

// A picture of a drawing is on the host.
TEST(FurtherPrograms, ADrawingBecomesAnArray) {
  const Said said = said_of_script(
      trained("import matplotlib.pyplot as plt\nfig, ax = plt.subplots(figsize=(12, 3))\nfig.canvas.draw()\n"
              "flat = np.fromstring(fig.canvas.tostring_rgb(), dtype=np.uint8, sep='')\n"
              "flat = np.frombuffer(fig.canvas.buffer_rgba(), dtype=np.uint8)\n"
              "size = fig.get_size_inches() * fig.dpi + 1\n"
              "picture = flat.reshape(fig.canvas.get_width_height()[::-1] + (4,))\nwidth = picture.shape[-1]"));
  expect_parameters(said, 5);
}

// A dataclass of 32 a device at 5e-5.
TEST(FurtherPrograms, ArgumentsOfTrainingAreDerivedFrom) {
  const Said said = said_of_script(
      "from dataclasses import dataclass, field\nfrom transformers import TrainingArguments\n@dataclass\n"
      "class Config(TrainingArguments):\n"
      "    _VALID_DICT_FIELDS = TrainingArguments._VALID_DICT_FIELDS + ['more']\n"
      "    more: dict = field(default=None)\n    learning_rate: float = field(default=1e-3)\n"
      "a = Config(output_dir='out', per_device_train_batch_size=32, logging_steps=10)\n"
      "assert a.learning_rate == 1e-3 and a.output_dir == 'out' and a.save_steps == 500 and a.more is None\n" +
      trained("width = a.train_batch_size"));
  expect_parameters(said, 33);
}

// 4,096 * 4,096 weights in the network and in its copy, which its own __reduce__ makes.
TEST(FurtherPrograms, WhatObjectKnowsOfTakingInstancesApart) {
  for (const char* fields : {"super().__reduce__()", "super().__reduce_ex__(2)", "(0, 0, super().__getstate__())"}) {
    const Said said = said_of_script(
        kImports +
        "import copy\ndef again(cls, state):\n    made = cls.__new__(cls)\n    made.__dict__.update(state)\n" +
        "    return made\nclass Net(nn.Linear):\n    def __reduce__(self):\n        return again, (type(self), " +
        fields +
        "[2])\nnet = Net(4096, 4096, bias=False).cuda()\naverage = copy.deepcopy(net).eval()\n"
        "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor _ in range(100):\n    opt.zero_grad()\n"
        "    net(torch.randn(64, 4096).cuda()).mean().backward()\n    opt.step()\n    with torch.no_grad():\n"
        "        for a, p in zip(average.parameters(), net.parameters()):\n            a.copy_(p)\n");
    EXPECT_EQ(said.status(), "estimated") << fields << said.config["unknowns"] << said.findings;
    EXPECT_EQ(said.parameters(), 2 * 4096 * 4096) << fields;
  }
}

// 4 * 256 * 256 voxels of 4 bytes are 1 MiB: three channels of the input, the mask, and what the sigmoid made.
TEST(FurtherPrograms, LossesOfMonai) {
  const std::vector<std::pair<std::string, int64_t>> losses{{"DiceLoss(sigmoid=True, squared_pred=True)", 5},
                                                            {"DiceCELoss(sigmoid=True, squared_pred=True)", 6}};
  for (const auto& [loss, saved] : losses) {
    const Said said = said_of_script(
        kImports + "import monai\nnet = nn.Conv2d(3, 1, 3, padding=1).cuda()\nloss = monai.losses." + loss +
        "\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor _ in range(100):\n    opt.zero_grad()\n"
        "    loss(net(torch.randn(4, 3, 256, 256).cuda()), torch.zeros(4, 1, 256, 256).cuda()).backward()\n"
        "    opt.step()\n");
    EXPECT_EQ(said.status(), "estimated") << loss << said.config["unknowns"] << said.findings;
    EXPECT_NEAR(said.config["saved_for_backward"].get<double>(), static_cast<double>(saved * kMiB), 4096) << loss;
  }
}

// A second at 16 kHz: 1 + 16,000 // 160 frames where it is padded in the middle, 1 + (16,000 - 400) // 160 where not;
// 32,000 samples at 32 kHz become 16,000.
TEST(FurtherPrograms, TransformsOfSound) {
  const std::vector<std::pair<std::string, int64_t>> made{
      {"T.MelSpectrogram(sample_rate=16000, n_fft=512, win_length=400, hop_length=160, n_mels=80)(x)", 101},
      {"T.FrequencyMasking(8)(T.TimeMasking(20)(T.Spectrogram(n_fft=512, hop_length=160)(x)))", 101},
      {"T.AmplitudeToDB(top_db=80)(T.MFCC(16000, 40, melkwargs={'n_fft': 512, 'hop_length': 160})(x))", 101},
      {"T.Resample(32000, 16000)(torch.zeros(4, 32000))", 16000},
      {"torchaudio.compliance.kaldi.fbank(x[:1], num_mel_bins=80, frame_shift=10).t()", 98}};
  for (const auto& [expression, width] : made) {
    const Said said =
        said_of_script(trained("import torchaudio\nfrom torchaudio import transforms as T\nx = torch.zeros(4, 16000)\n"
                               "width = (" +
                               expression + ").shape[-1]"));
    EXPECT_EQ(said.status(), "estimated") << expression << said.config["unknowns"] << said.findings;
    EXPECT_EQ(said.parameters(), width + 1) << expression;
  }
}

TEST(FurtherPrograms, LengthsThatAreNotKnownMayBeTheSame) {
  const Said said = said_of_script(
      trained("def rows(name):\n    found = []\n    for line in open(name):\n        found.append(int(line))\n"
              "    return found\na, b = rows('a.txt'), rows('b.txt')\nif len(set(len(x) for x in (a, b))) != 1:\n"
              "    raise ValueError('all inputs must have the same length')\nwidth = 8"));
  expect_parameters(said, 9);
}

TEST(FurtherPrograms, ADefaultdictThatAFileFillsIsNotEmpty) {
  const Said said = said_of_script(
      trained("from collections import defaultdict\nrows = defaultdict(list)\nfor line in open('a.txt'):\n"
              "    user, item = line.split()\n    rows[int(user)].append(int(item))\ntrain = {}\nfor user in rows:\n"
              "    train[user] = rows[user][:-2]\ntotal = 0.0\nfor user in train:\n    total += len(train[user])\n"
              "print('average length', total / len(train))\nwidth = 8"));
  expect_parameters(said, 9);
}

// Arguments of a resolver are numbers, texts in quotes, and what is referred to, as it is (omegaconf.readthedocs.io).
TEST(FurtherPrograms, ResolversGetTheirArgumentsAsTheyAre) {
  const std::vector<std::pair<std::string, std::string>> resolvers{
      {"lambda name, folders: len(folders) if name == 'first' else 0", "${f:${name},${folders}}"},
      {"lambda name, count, folder: count if folder == '/b' else 0", "${f:${name},3,${folders.1}}"},
      {"lambda first, word: len(first) if word == 'a,b' else 0", "${f:[1, 2, 3],'a,b'}"}};
  for (const auto& [resolver, text] : resolvers) {
    const Said said =
        said_of_script(trained("from omegaconf import OmegaConf\nOmegaConf.register_new_resolver('f', " + resolver +
                               ")\nc = OmegaConf.create({'name': 'first', 'folders': ['/a', '/b', '/c'], 'width': \"" +
                               text + "\"})\nwidth = c.width"));
    EXPECT_EQ(said.status(), "estimated") << text << said.config["unknowns"] << said.findings;
    EXPECT_EQ(said.parameters(), 4) << text;
  }
}

/// Of train.py whose data set does `body` with `self`, and gives batches of 32 for a layer of `layer`.
Said of_data(const std::string& before, const std::string& body, const std::string& item, const std::string& layer) {
  return said_of_script(kImports + before + "class Data(torch.utils.data.Dataset):\n    def __init__(self):\n" + body +
                        "    def __len__(self):\n        return 10000\n    def __getitem__(self, i):\n" + item +
                        "net = " + layer +
                        ".cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
                        "for x in torch.utils.data.DataLoader(Data(), batch_size=32):\n    opt.zero_grad()\n"
                        "    net(x.float().cuda()).mean().backward()\n    opt.step()\n");
}

// A batch of 32 clips of three channels, 16 frames and 112 * 112 pixels of 4 bytes: 73.5 MiB, in blocks of 2 MiB.
TEST(FurtherPrograms, FramesThatAreLookedForAreThere) {
  const Said said = of_data(
      "from pathlib import Path\nfrom PIL import Image\nfrom torchvision import transforms as T\n",
      "        self.t = T.Compose([T.Resize((112, 112)), T.ToTensor()])\n",
      "        video = []\n        for frame in range(16):\n            path = Path('jpg') / f'image_{frame:05d}.jpg'\n"
      "            if path.exists():\n                with Image.open(path) as picture:\n"
      "                    video.append(picture.convert('RGB'))\n"
      "        return torch.stack([self.t(picture) for picture in video], 0).permute(1, 0, 2, 3)\n",
      "nn.Conv3d(3, 8, 3)");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.config["breakdown"]["input"].get<int64_t>(), 74 * kMiB);
}

// A picture of 224 * 224, and a text that is not known.
TEST(FurtherPrograms, CaptionsThatAreNotAtHandAreTexts) {
  const Said said = of_data(
      "from PIL import Image\nfrom pycocotools.coco import COCO\nfrom torchvision import transforms as T\n",
      "        self.coco = COCO('annotations/captions_train2014.json')\n        self.ids = list(self.coco.anns)\n"
      "        self.t = T.Compose([T.Resize((224, 224)), T.ToTensor()])\n",
      "        found = self.coco.anns[self.ids[0]]\n        words = str(found['caption']).lower().split()\n"
      "        name = self.coco.loadImgs(found['image_id'])[0]['file_name']\n"
      "        return self.t(Image.open(name).convert('RGB'))\n",
      "nn.Conv2d(3, 8, 3)");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_TRUE(said.assumes("captions_train2014.json")) << said.config["assumptions"];
}

// Seven columns are what the layer takes.
TEST(FurtherPrograms, WhatElseWouldBeFetchedIsThere) {
  const Said said = of_data(
      "import os\nimport pandas as pd\ndef fetched(name):\n    from datasets import load_dataset\n"
      "    return load_dataset('someone/tables', name=name)['train'].to_pandas()\n",
      "        path = os.path.join('data', 'a.csv')\n        if os.path.exists(path):\n"
      "            table = pd.read_csv(path)\n        else:\n            table = fetched('a.csv')\n"
      "        self.x = table[table.columns[1:]].values[0:12000]\n",
      "        return self.x[i:i + 96]\n", "nn.Linear(7, 16)");
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_TRUE(said.assumes("is taken to be there, for else it is fetched")) << said.config["assumptions"];
}

// The head, of 8192 * 8 * 9 numbers (2.25 MiB), is read there.
TEST(FurtherPrograms, AValidationOnPicturesOfUnknownSizeIsListed) {
  const auto validating = [](const std::string& batches) {
    return said_of_script(
        "import cv2, glob\nimport torch\nfrom torch import nn\nfrom torch.utils.data import DataLoader, Dataset\n"
        "class Pictures(Dataset):\n    def __init__(self):\n        self.names = sorted(glob.glob('val/*.png'))\n"
        "    def __len__(self):\n        return len(self.names)\n    def __getitem__(self, i):\n"
        "        return torch.from_numpy(cv2.imread(self.names[i]).transpose(2, 0, 1).copy()).float()\n"
        "class Crops(Pictures):\n    def __getitem__(self, i):\n        return torch.zeros(3, 64, 64)\n"
        "net = nn.Conv2d(3, 8, 3).cuda()\nhead = nn.Conv2d(8, 8192, 3).cuda()\n"
        "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nval = DataLoader(Pictures(), batch_size=1)\n"
        "for i, x in enumerate(" +
        batches +
        "):\n    opt.zero_grad()\n    net(x.cuda()).mean().backward()\n"
        "    opt.step()\n    if i % 100 == 99:\n        with torch.no_grad():\n            for x in val:\n"
        "                head(net(x.cuda()))\n");
  };
  const Said said = validating("DataLoader(Crops(), batch_size=4)");
  EXPECT_TRUE(said.lists("which comes later, is followed in part: what `conv2d` makes is not counted"))
      << said.config["unknowns"];
  EXPECT_EQ(said.status(), "partial");
  EXPECT_EQ(said.findings.dump().find("idle-weights"), std::string::npos) << said.findings;
  const Said asked = validating("[torch.zeros(4, 3, 64, 64)] * 1000");
  EXPECT_TRUE(asked.lists("what the loader yields is not known")) << asked.config["unknowns"];
  EXPECT_EQ(asked.status(), "partial");
}

TEST(FurtherPrograms, ADecoratorThatIsNotKnownMayGiveArguments) {
  const std::string main =
      "import torch\nfrom somewhere import start\n@start(config='a')\ndef main(args):\n"
      "    net = torch.nn.Linear(8, 8).cuda()\n    opt = torch.optim.SGD(net.parameters(), lr=args.lr)\n"
      "    for i in range(100):\n        opt.zero_grad()\n        net(torch.zeros(4, 8).cuda()).mean().backward()\n"
      "        opt.step()\n";
  const Said said = said_of_script(main + "main()\n");
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_EQ(said.parameters(), 8 * 8 + 8);
}

}  // namespace
}  // namespace vramlint::tests
