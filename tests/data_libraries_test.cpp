// Data code as it uses libraries of pictures and tables: what comes out of files has sizes that are not known, until
// the program makes them known.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

/// train.py: a data set whose `__getitem__` runs `sample`, which makes `x`, and a step on batches of four.
struct Program {
  std::string imports, sample;
  std::string loop = {};    ///< more statements of a round
  std::string before = {};  ///< of the constructor

  Said check() const {
    const ScratchFolder folder;
    folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - configs: [train.py]\n    script: train.py\n");
    folder.put("train.py", "import random\nimport numpy as np\nimport torch\nfrom PIL import Image\n" + imports +
                               "\nfrom torch.utils.data import DataLoader, Dataset\n\nclass Data(Dataset):\n" +
                               indented("def __init__(self):\n    pass\n" + indented(before) +
                                        "def __len__(self):\n    return 64\n" + "def __getitem__(self, index):\n" +
                                        indented(sample + "\nreturn x\n")) +
                               "\nscale = torch.nn.Parameter(torch.ones(1).cuda())\n"
                               "opt = torch.optim.SGD([scale], lr=0.1)\n"
                               "for x in DataLoader(Data(), batch_size=4):\n" +
                               indented(loop + "\nopt.zero_grad()\n(x.cuda() * scale).sum().backward()\nopt.step()\n"));
    return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
  }

 private:
  static std::string indented(const std::string& statements) {
    std::string out;
    for (size_t at = 0; at < statements.size();) {
      const size_t end = std::min(statements.find('\n', at), statements.size());
      out += "    " + statements.substr(at, end - at) + "\n";
      at = end + 1;
    }
    return out;
  }
};

/// The batch is [4, *sizes] of that many bytes an element.
void expect_batch(const Said& said, std::vector<int64_t> sizes, int64_t element) {
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_FALSE(said.assumes("the assertion holds")) << said.config["assumptions"];
  int64_t bytes = 4 * element;
  for (const int64_t size : sizes) bytes *= size;
  ASSERT_TRUE(said.config.contains("breakdown"));
  EXPECT_EQ(said.config["breakdown"]["input"].get<int64_t>(), (bytes + 511) / 512 * 512);
}

/// `x` has that shape and type wherever the test is of what stands before; then it makes no batch of it.
std::string is(const std::string& value, const std::string& shape, const std::string& type) {
  return "y = " + value + "\nassert y.shape == " + shape + " and str(y.dtype) == '" + type + "'\n";
}

const std::string kPicture = "img = cv2.imread('a.png')\n";
const std::string kTensor = "\nx = torch.from_numpy(np.ascontiguousarray(img.transpose(2, 0, 1)))";

TEST(DataLibraries, AResizedPictureHasTheSizeOfWidthAndHeight) {
  const Said said = Program{"import cv2", kPicture + "img = cv2.resize(img, (48, 32))" + kTensor}.check();
  expect_batch(said, {3, 32, 48}, 1);
}

TEST(DataLibraries, APartOfAPictureIsAsLargeAsTheProgramSays) {
  for (const char* where : {"h, w, _ = img.shape\ny, z = random.randint(0, h - 32), np.random.randint(0, w - 48)\n",
                            "h, w = img.shape[:2]\ny, z = (h - 32) // 2, int(round((w - 48) / 2.0))\n", "y = z = 0\n",
                            "y, z = (random.randrange(0, size - 1) for size in img.shape[:2])\n"}) {
    SCOPED_TRACE(where);
    const Said said = Program{"import cv2", kPicture + where + "img = img[y:y + 32, z:z + 48, :]" + kTensor}.check();
    expect_batch(said, {3, 32, 48}, 1);
    EXPECT_TRUE(said.assumes("there are as many elements as are taken here: 48")) << said.config["assumptions"];
  }
}

TEST(DataLibraries, APictureIsPaddedToWhatItIsCutTo) {
  const Said said =
      Program{"import cv2", kPicture +
                                "h, w = img.shape[:2]\npad = max(32 - h, 0)\n"
                                "if pad > 0 or w < 48:\n"
                                "    img = cv2.copyMakeBorder(img, 0, pad, 0, max(48 - w, 0), cv2.BORDER_CONSTANT)\n"
                                "img = img[:32, :48].astype(np.float32) / 255" +
                                kTensor}
          .check();
  expect_batch(said, {3, 32, 48}, 4);
}

// What OpenCV 4.6 itself made of arrays of zeros in uint8: [40, 60, 1], [40, 60, 3] and [40, 60].
TEST(DataLibraries, PicturesAreOfTheSizesThatOpenCvMakes) {
  struct Made {
    std::string call, of_one, of_three, type = "uint8";  // shapes; a picture without channels gives that of one
  };
  const std::vector<Made> all = {
      {"cv2.resize(a, (30, 20))", "(20, 30)", "(20, 30, 3)"},
      {"cv2.resize(a, None, fx=0.51, fy=0.33)", "(13, 31)", "(13, 31, 3)"},
      {"cv2.flip(a, 1)", "(40, 60)", "(40, 60, 3)"},
      {"cv2.copyMakeBorder(a, 1, 2, 3, 4, cv2.BORDER_REFLECT)", "(43, 67)", "(43, 67, 3)"},
      {"cv2.rotate(a, cv2.ROTATE_90_CLOCKWISE)", "(60, 40)", "(60, 40, 3)"},
      {"cv2.rotate(a, cv2.ROTATE_180)", "(40, 60)", "(40, 60, 3)"},
      {"cv2.warpAffine(a, np.zeros((2, 3)), (11, 12))", "(12, 11)", "(12, 11, 3)"},
      {"cv2.threshold(a, 1, 255, 0)[1]", "(40, 60)", "(40, 60, 3)"},
      {"cv2.pyrDown(a)", "(20, 30)", "(20, 30, 3)"},
      {"cv2.pyrUp(a)", "(80, 120)", "(80, 120, 3)"},
      {"cv2.filter2D(a, cv2.CV_64F, np.ones((3, 3)))", "(40, 60)", "(40, 60, 3)", "float64"},
      {"cv2.inRange(a, 1, 2)", "(40, 60)", "(40, 60)"},
      {"cv2.LUT(a, np.zeros(256, np.float32))", "(40, 60)", "(40, 60, 3)", "float32"},
      {"cv2.remap(a, np.zeros((5, 6), np.float32), np.zeros((5, 6), np.float32), 1)", "(5, 6)", "(5, 6, 3)"},
      {"cv2.normalize(a, None, 0, 1, cv2.NORM_MINMAX, cv2.CV_32F)", "(40, 60)", "(40, 60, 3)", "float32"},
      {"cv2.multiply(a, a, dtype=cv2.CV_32F)", "(40, 60)", "(40, 60, 3)", "float32"},
      {"cv2.addWeighted(a, 0.5, a, 0.5, 0)", "(40, 60)", "(40, 60, 3)"},
      {"cv2.merge(cv2.split(a))", "(40, 60)", "(40, 60, 3)"},
      {"cv2.split(a)[0]", "(40, 60)", "(40, 60)"},
      {"cv2.hconcat([a, a])", "(40, 120)", "(40, 120, 3)"},
  };
  std::string checks;
  for (const Made& one : all) {
    checks += "a = np.zeros((40, 60, 1), np.uint8)\n" + is(one.call, one.of_one, one.type);
    checks += "a = np.zeros((40, 60, 3), np.uint8)\n" + is(one.call, one.of_three, one.type);
    checks += "a = np.zeros((40, 60), np.uint8)\n" + is(one.call, one.of_one, one.type);
  }
  expect_batch(Program{"import cv2", checks + "x = torch.zeros(3)"}.check(), {3}, 4);
}

// Likewise.
TEST(DataLibraries, ColoursAreChannels) {
  std::string checks = "a = np.zeros((40, 60, 3), np.uint8)\n";
  for (const char* same : {"BGR2RGB", "BGR2HSV", "BGR2LAB", "BGR2YCrCb", "BGR2YUV"})
    checks += is("cv2.cvtColor(a, cv2.COLOR_" + std::string(same) + ")", "(40, 60, 3)", "uint8");
  checks += is("cv2.cvtColor(a, cv2.COLOR_BGR2GRAY)", "(40, 60)", "uint8");
  checks += is("cv2.cvtColor(a, cv2.COLOR_BGR2RGBA)", "(40, 60, 4)", "uint8");
  checks += is("cv2.cvtColor(a[:, :, :1], cv2.COLOR_GRAY2RGB)", "(40, 60, 3)", "uint8");
  checks += is("cv2.cvtColor(a[:, :, 0], cv2.COLOR_GRAY2BGR)", "(40, 60, 3)", "uint8");
  expect_batch(Program{"import cv2", checks + "x = torch.zeros(3)"}.check(), {3}, 4);
}

TEST(DataLibraries, AWrongShapeIsTold) {
  const Said said = Program{"import cv2", is("cv2.resize(np.zeros((4, 6), np.uint8), (30, 20))", "(30, 20)", "uint8") +
                                              "x = torch.zeros(3)"}
                        .check();
  EXPECT_NE(said.status(), "estimated");
}

TEST(DataLibraries, AlbumentationsMakeSizesKnown) {
  const std::string imports = "import cv2\nimport albumentations as A\nfrom albumentations.pytorch import ToTensorV2";
  for (const char* transforms :
       {"A.Resize(32, 48)", "A.RandomCrop(height=32, width=48)", "A.RandomResizedCrop(32, 48)",
        "A.RandomResizedCrop(size=(32, 48))", "A.SmallestMaxSize(64), A.CenterCrop(32, 48)",
        "A.LongestMaxSize(32), A.PadIfNeeded(32, 48)", "A.RandomRotate90(), A.Resize(32, 48), A.HorizontalFlip()",
        "A.Resize(32, 48), A.OneOf([A.Blur(), A.GaussNoise()], p=1)"}) {
    SCOPED_TRACE(transforms);
    const std::string compose = "made = A.Compose([" + std::string(transforms) +
                                ", A.Normalize(), ToTensorV2()])(image=img, mask=img[:, :, 0])\n";
    const Said said = Program{imports, kPicture + compose + "assert made['mask'].dtype == torch.uint8\n" +
                                           "assert made['mask'].shape == (32, 48)\nx = made['image']"}
                          .check();
    expect_batch(said, {3, 32, 48}, 4);
  }
}

TEST(DataLibraries, WhatNothingBoundsIsAskedFor) {
  for (const char* sample : {"x = img.transpose(2, 0, 1)", "x = torch.from_numpy(img).float()",
                             "x = img[random.randint(0, 9):]", "x = img[:, ::2]"}) {
    SCOPED_TRACE(sample);
    const Said said = Program{"import cv2", kPicture + sample}.check();
    EXPECT_EQ(said.status(), "not_estimable");
    EXPECT_EQ(said.mistakes(), 0) << said.findings;
    EXPECT_NE(said.findings.dump().find("only the data tells the sizes of "), std::string::npos) << said.findings;
    EXPECT_NE(said.findings.dump().find("add `inputs:`"), std::string::npos) << said.findings;
  }
}

TEST(DataLibraries, APictureMayBeATensorBeforeItsSizeIsKnown) {
  const std::string made = "x = T.ToTensor()(Image.open('a.jpg').convert('RGB'))\n";
  const std::string imports = "import torchvision.transforms as T";
  expect_batch(Program{imports, made + "x = T.RandomCrop((32, 48))(x)"}.check(), {3, 32, 48}, 4);
  const std::string cut = "y, z = random.randint(0, x.shape[1] - 32), random.randint(0, x.shape[2] - 48)\n";
  expect_batch(Program{imports, made + cut + "x = x[:, y:y + 32, z:z + 48]"}.check(), {3, 32, 48}, 4);
  expect_batch(Program{imports, made + "x = x[:, :32, :48]"}.check(), {3, 32, 48}, 4);
}

TEST(DataLibraries, AMapOfClassesHasOneChannel) {
  const std::string both = "img = Image.open('a.jpg').convert('RGB')\nmap = Image.open('a.png').resize((48, 32))\n";
  const Said said = Program{"", both + "x = torch.from_numpy(np.array(map)).float()"}.check();
  expect_batch(said, {32, 48}, 4);
  EXPECT_TRUE(said.assumes("a picture that is not converted is taken to have one channel"));
}

// Four columns are named; 64 rows of them are taken.
TEST(DataLibraries, TablesHaveTheColumnsThatAreNamed) {
  const std::string frame = "self.table = pd.read_csv('a.csv')[['a', 'b', 'c', 'd']]\n";
  for (const char* rows : {"self.table.values[index:index + 64]", "self.table.iloc[index:index + 64].to_numpy()",
                           "self.table.drop(columns=['a']).assign(a=0) if False else self.table[:64].values",
                           "StandardScaler().fit_transform(self.table.values)[:64]",
                           "np.stack([self.table[name].values[:64] for name in self.table.columns], 1)"}) {
    SCOPED_TRACE(rows);
    const Said said = Program{.imports = "import pandas as pd\nfrom sklearn.preprocessing import StandardScaler",
                              .sample = "x = " + std::string(rows) + ".astype(np.float32)",
                              .before = frame}
                          .check();
    expect_batch(said, {64, 4}, 4);
  }
}

TEST(DataLibraries, ListsAreSplitAsScikitLearnSplitsThem) {  // test: ceil(0.3 * 21) = 7
  const std::string check =
      "train, test = train_test_split(list(range(21)), test_size=0.3)\nassert len(train) == 14 and len(test) == 7\n"
      "train, test, a, b = train_test_split(np.zeros((21, 2)), list(range(21)), train_size=5)\n"
      "assert train.shape == (5, 2) and test.shape == (16, 2) and len(a) == 5 and len(b) == 16\nx = torch.zeros(3)";
  expect_batch(Program{"from sklearn.model_selection import train_test_split", check}.check(), {3}, 4);
}

TEST(DataLibraries, FilesSayWhatIsNotKnown) {
  const std::pair<const char*, const char*> all[] = {
      {"import h5py\nfile = h5py.File('train.h5', 'r')", "x = file['data'][index]"},
      {"import h5py", "with h5py.File('train.h5', 'r') as file:\n    x = file['data'][index]"}};
  for (const auto& [imports, sample] : all) {
    const Said said = Program{imports, sample}.check();
    EXPECT_EQ(said.status(), "not_estimable");
    EXPECT_NE(said.findings.dump().find("what the HDF5 file `train.h5` holds is not known"), std::string::npos)
        << said.findings;
  }
}

TEST(DataLibraries, ALoopThatDoesNotEndIsLeft) {
  const std::string search =
      "points = np.loadtxt('a.txt')\nwhile True:\n    near = np.where(points[:, 0] > np.random.rand())[0]\n"
      "    if near.size > 512:\n        break\n"
      "x = points[np.random.choice(near, 128, replace=False), 0:3].astype(np.float32)";
  expect_batch(Program{"", search}.check(), {128, 3}, 4);
}

TEST(DataLibraries, NumbersThatAreNotKnownLeaveArraysAsTheyAre) {
  expect_batch(Program{.sample = "x = torch.from_numpy(np.stack([np.random.rand() for _ in range(6)]))"}.check(), {6},
               8);
  const std::string sample =
      "x = np.zeros((3, 8, 8), np.float32)\nx = 2 * random.random() * x + np.random.uniform(-1, 1)\n"
      "x *= np.random.rand(3)[0] + 1\nx[x > random.random()] = 0\nassert x.dtype == np.float32";
  expect_batch(Program{"", sample}.check(), {3, 8, 8}, 4);
}

TEST(DataLibraries, WhatDrawsAndWritesIsNoGap) {
  const std::string imports =
      "import matplotlib\nmatplotlib.use('Agg')\nimport matplotlib.pyplot as plt\nfrom tensorboardX import "
      "SummaryWriter\n"
      "import visdom\nwriter = SummaryWriter('runs')\nvis = visdom.Visdom()";
  const std::string loop =
      "writer.add_scalar('x', x.mean(), 0)\nvis.line(X=x.cuda(), Y=[0])\nfigure, axes = plt.subplots(1, 2)\n"
      "axes[0].imshow(x.cuda())\nplt.savefig('a.png')";
  const Said said = Program{imports, "x = torch.zeros(3)", loop}.check();
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"];
}

// Of 0 to 3 each arm but the last leaves out one.
TEST(DataLibraries, WhatIsDrawnIsOneOfTheArms) {
  const std::string turn =
      "def turn(x, mode):\n    if mode == 0:\n        return x\n    elif mode == 1:\n        return np.flipud(x)\n"
      "    elif mode == 2:\n        return np.rot90(x, k=2)\n    elif mode == 3:\n        return np.rot90(x)\n";
  expect_batch(
      Program{"import cv2\n" + turn, kPicture + "img = turn(img[:32, :32], random.randint(0, 3))" + kTensor}.check(),
      {3, 32, 32}, 1);
  const std::string choice = "x = random.choice([np.flipud, np.fliplr])(np.zeros((8, 8), np.float32))";
  const Said chosen = Program{"", choice}.check();
  expect_batch(chosen, {8, 8}, 4);
  EXPECT_TRUE(chosen.assumes("of what a data set chooses from the first is taken"));
}

TEST(DataLibraries, AStepBackOrForthTakesAll) {
  const std::string flip = "step = np.random.choice(2) * 2 - 1\nx = np.zeros((8, 6), np.float32)[:, ::step]";
  expect_batch(Program{"", flip}.check(), {8, 6}, 4);
}

// The shorter edge is drawn; what is too small is padded.
TEST(DataLibraries, APictureIsScaledAndCut) {
  const std::string scale =
      "img = Image.open('a.jpg').convert('RGB')\nshort = random.randint(16, 64)\nw, h = img.size\n"
      "if h > w:\n    ow = short\n    oh = int(1.0 * h * ow / w)\nelse:\n    oh = short\n    ow = int(1.0 * w * oh / "
      "h)\n"
      "img = img.resize((ow, oh))\nif short < 32:\n    padh = 32 - oh if oh < 32 else 0\n"
      "    padw = 32 - ow if ow < 32 else 0\n    img = ImageOps.expand(img, border=(0, 0, padw, padh))\n"
      "w, h = img.size\ny, z = random.randint(0, w - 32), random.randint(0, h - 32)\n"
      "img = img.crop((y, z, y + 32, z + 32))\nx = np.array(img).astype(np.float32)";
  expect_batch(Program{"from PIL import ImageOps", scale}.check(), {32, 32, 3}, 4);
}

// ceil((1990 - 3) / 7) = 284 rows, ceil(9 / 2) = 5 columns.
TEST(DataLibraries, ACutOfALargeArrayHasTheSizesThatSlicesLeave) {
  const std::string cut = "x = np.zeros((2000, 9, 3), np.float32)[1990:3:-7, ::2, -1].copy()";
  expect_batch(Program{"", cut}.check(), {284, 5}, 4);
}

TEST(DataLibraries, RowsThatAMaskPicksKeepTheirSize) {
  expect_batch(Program{.sample = "rows = np.zeros((10, 28, 28))[np.random.rand(10) > 0.5]\n"
                                 "x = torch.from_numpy(rows.reshape(-1, 28, 28).sum(0))"}
                   .check(),
               {28, 28}, 8);
}

TEST(DataLibraries, RowsThatALoopAppendsAreOfOneWidth) {
  const std::string rows =
      "rows = np.zeros((0, 5))\nfor line in open('list.txt'):\n    rows = np.append(rows, np.zeros((1, 5)), axis=0)\n"
      "x = np.zeros((8, rows.shape[1]), np.float32)";
  expect_batch(Program{"", rows}.check(), {8, 5}, 4);
}

TEST(DataLibraries, ListsOfAnArmThatNobodyHoldsAreNoGap) {
  const std::string search =
      "points = np.zeros((1024, 3), np.float32)\nif len(np.where(np.random.rand(9) < 0.5)[0]) > 0:\n"
      "    points[:, 0] = points[0, 0]\nparts = points[0, :]\n";
  expect_batch(Program{"", "x = torch.zeros(3)", search}.check(), {3}, 4);
}

// [4, 8] in float32 is the batch; the classes are 4 * 8 bytes, which the loss keeps.
TEST(DataLibraries, TargetsOfALossAreAsLargeAsItAsksFor) {
  const std::string classes =
      "named = {line: at for at, line in enumerate(open('names.txt'))}\ntarget = "
      "named[open('name.txt').read()].cuda()\n"
      "logits = x.cuda() * scale\n";
  for (const char* loss :
       {"torch.nn.functional.cross_entropy(logits, target)", "torch.nn.functional.mse_loss(logits, target)",
        "torch.nn.BCEWithLogitsLoss()(logits, target)"}) {
    SCOPED_TRACE(loss);
    const std::string loop = classes + std::string(loss) + ".backward()\nright = logits.max(1)[1].eq(target).sum()";
    const Said said = Program{"", "x = torch.zeros(8)", loop}.check();
    EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
    EXPECT_TRUE(said.assumes("the target of this loss is taken to be as large as the loss asks for"));
    EXPECT_GT(said.config["saved_for_backward"].get<int64_t>(), 0);
  }
}

// The columns of a table are what a layer takes: 7 of 96 rows, in float64 out of the table and in float32 on the GPU.
TEST(DataLibraries, SizesThatALayerAsksForAreThose) {
  const std::string imports = "import pandas as pd";
  const std::string frame = "self.table = pd.read_csv('a.csv').values\n";
  const std::pair<const char*, const char*> layers[] = {
      {"torch.nn.Linear(7, 8)", "x"},
      {"torch.nn.LSTM(7, 8, batch_first=True)", "x"},
      {"torch.nn.Conv1d(7, 8, 3, padding=1, padding_mode='circular')", "x.permute(0, 2, 1)"},
      {"torch.nn.Conv1d(14, 8, 3, groups=2)", "torch.cat([x, x], 2).permute(0, 2, 1)"}};
  for (const auto& [layer, given] : layers) {
    SCOPED_TRACE(layer);
    const Said said = Program{.imports = imports + "\nnet = " + layer + ".cuda()",
                              .sample = "x = self.table[index:index + 96]",
                              .loop = "x = x.float()\nnet((" + std::string(given) + ").cuda())",
                              .before = frame}
                          .check();
    const bool is_asked = std::string(given).find("cat") == std::string::npos;
    EXPECT_EQ(said.status(), is_asked ? "estimated" : "not_estimable") << said.config["unknowns"] << said.findings;
    if (!is_asked) continue;
    expect_batch(said, {96, 7}, 4);
    EXPECT_TRUE(said.assumes("it is taken to be 7, for no other size is taken later: how many columns a table has"));
  }
}

TEST(DataLibraries, HowFarARollMovesIsNoSize) {
  const std::string loop =
      "x = x.cuda()\nx = torch.roll(x, -int(x.max(0)[1][0]), -1) + x.roll((int(x.argmax()), 1), (0, 1))";
  EXPECT_EQ((Program{"", "x = torch.zeros(8)", loop}.check().status()), "estimated");
}

TEST(DataLibraries, DataParallelPutsItsInputsOnTheGpu) {
  const std::string imports = "net = torch.nn.DataParallel(torch.nn.Linear(8, 8)).cuda()";
  EXPECT_EQ((Program{imports, "x = torch.zeros(8)", "net(x)"}.check().status()), "estimated");
}

// Channels in an order that is drawn, and a loop that only returns from.
TEST(DataLibraries, WhatIsDrawnFromRowsOfNumbersIsARow) {
  const std::string swap =
      "def swap(x):\n    while True:\n        order = ((0, 1, 2), (2, 1, 0))[np.random.randint(2)]\n"
      "        if np.random.rand() < 0.5:\n            return x[:, :, order]\n";
  expect_batch(Program{swap, "x = swap(np.zeros((8, 6, 3), np.float32))"}.check(), {8, 6, 3}, 4);
}

// What pandas 1.5 itself made of 64 rows of four columns.
TEST(DataLibraries, TablesAreOfTheSizesThatPandasMakes) {
  const std::pair<const char*, const char*> all[] = {{"t[['a', 'b']]", "(64, 2)"},
                                                     {"t[3:9]", "(6, 4)"},
                                                     {"t.iloc[3:9, 1:]", "(6, 3)"},
                                                     {"t.loc[2:5]", "(4, 4)"},
                                                     {"t.loc[2:5, ['a', 'b']]", "(4, 2)"},
                                                     {"t.drop(['a'], axis=1)", "(64, 3)"},
                                                     {"t.a", "(64,)"},
                                                     {"t.iloc[0]", "(4,)"},
                                                     {"pd.concat([t, t])", "(128, 4)"},
                                                     {"pd.concat([t, t], axis=1)", "(64, 8)"},
                                                     {"t.reset_index()", "(64, 5)"},
                                                     {"t.set_index('a')", "(64, 3)"},
                                                     {"t.tail(3)", "(3, 4)"},
                                                     {"t.mean()", "(4,)"},
                                                     {"t.T", "(4, 64)"},
                                                     {"t.sample(5)", "(5, 4)"}};
  std::string checks = "t = pd.DataFrame(np.zeros((64, 4)), columns=list('abcd'))\n";
  for (const auto& [made, shape] : all) checks += is("(" + std::string(made) + ").values", shape, "float64");
  expect_batch(Program{"import pandas as pd", checks + "x = torch.zeros(3)"}.check(), {3}, 4);
}

}  // namespace
}  // namespace vramlint::tests
