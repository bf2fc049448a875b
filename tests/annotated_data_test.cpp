// Programs that make sizes of what only the data tells: annotations that are not at hand, sizes that are drawn, numbers
// that pass through arrays, tensors and branches on the way.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

const std::string kImports =
    "import random\nimport numpy as np\nimport torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n"
    "from PIL import Image\nfrom torch.utils.data import DataLoader, Dataset, IterableDataset\n\n";
const std::string kTraining = "        opt.zero_grad()\n        net(x.cuda()).sum().backward()\n        opt.step()\n";

struct Training {
  std::string before;                            ///< statements: `loader`
  std::string round = "    for x in loader:\n";  ///< what of it is `x`, with three channels
  std::string recipe = {};                       ///< more lines
  std::vector<std::pair<std::string, std::string>> files = {};

  Said check() const {
    const ScratchFolder folder;
    folder.put("vramlint.yaml", "torch: \"2.4\"\nrecipes:\n  - configs: [train.py]\n    script: train.py\n" + recipe);
    for (const auto& [name, text] : files) folder.put(name, text);
    folder.put("train.py", kImports + before +
                               "\nnet = nn.Conv2d(3, 8, 3).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
                               "for epoch in range(5):\n" +
                               round + kTraining);
    return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
  }
};

/// `sample`: of a data set of one picture, lines that end in `return`.
std::string of_samples(const std::string& sample, const std::string& before = "", const char* batch = "2") {
  return before +
         "class Data(Dataset):\n    def __len__(self):\n        return 64\n    def __getitem__(self, index):\n" +
         sample + "\nloader = DataLoader(Data(), batch_size=" + batch + ")\n";
}

/// Each of a size of its own, so that a batch has one.
std::string of_unlike_samples(const std::string& sample) { return of_samples(sample, "", "1"); }

void expect_input(const Said& said, int64_t bytes) {
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_EQ(said.config["breakdown"]["input"].get<int64_t>(), bytes);
}

TEST(AnnotatedData, PicturesOfCocoAreAsLargeAsTheirAnnotationsSay) {
  const Said said =
      Training{.before = of_samples("        record = coco.loadImgs(coco.getImgIds())[0]\n"
                                    "        with files.open('pictures/' + record['file_name'], 'rb') as file:\n"
                                    "            picture = np.asarray(Image.open(file).convert('RGB'))\n"
                                    "        assert picture.shape[1] == record['width']\n"
                                    "        return torch.as_tensor(picture.transpose(2, 0, 1)).float()\n",
                                    "from pycocotools.coco import COCO\nfrom iopath.common.file_io import PathManager\n"
                                    "coco = COCO('annotations/instances_train2017.json')\nfiles = PathManager()\n")}
          .check();
  expect_input(said, int64_t{2} * 3 * 385 * 640 * 4);
  EXPECT_TRUE(said.assumes("`instances_train2017.json` is not at hand")) << said.config["assumptions"];
}

TEST(AnnotatedData, AnnotationsAtHandAreRead) {
  const Said said =
      Training{.before = of_samples("        return torch.zeros(3, size[0], size[1])\n",
                                    "from pycocotools.coco import COCO\nrecord = COCO('a.json').imgs[7]\n"
                                    "size = record['height'], record['width']\n"),
               .files = {{"a.json", R"({"images": [{"id": 7, "file_name": "a.jpg", "width": 48, "height": 32}]})"}}}
          .check();
  expect_input(said, int64_t{2} * 3 * 32 * 48 * 4);
}

TEST(AnnotatedData, AFolderThatIsNotAtHandHoldsAPictureAndItsLabels) {
  const std::string opening =
      "from iopath.common.file_io import PathManager\nfiles = PathManager()\n"
      "pictures = [name for name in files.ls('train2017') if name.endswith('jpg')]\n"
      "labels = [name for name in files.ls('stuff') if name.endswith('.png')]\n"
      "assert len(pictures) == len(labels) == 1\n";
  const std::string sample =
      "        with files.open('train2017/' + pictures[0], 'rb') as file:\n"
      "            picture = np.asarray(Image.open(file).convert('RGB'))\n"
      "        return torch.as_tensor(picture.transpose(2, 0, 1)).float()\n";
  expect_input(Training{.before = of_samples(sample, opening)}.check(), int64_t{2} * 3 * 385 * 640 * 4);
  // How files are called there is not known, so that it is no mistake.
  const std::string asserting = opening + "assert pictures[0].endswith('leftImg8bit.jpg')\n";
  expect_input(Training{.before = of_samples(sample, asserting)}.check(), int64_t{2} * 3 * 385 * 640 * 4);
}

TEST(AnnotatedData, TheLargestOfSizesThatAreDrawnIsThePoint) {
  for (const char* drawn : {"np.random.choice([32, 48, 64])", "np.random.randint(32, 65)"}) {
    SCOPED_TRACE(drawn);
    const Said said =
        Training{.before = of_unlike_samples("        side = " + std::string(drawn) +
                                             "\n        picture = Image.new('RGB', (80, 80)).resize((side, side))\n"
                                             "        picture = np.flip(np.asarray(picture), axis=1)\n"
                                             "        return torch.as_tensor(picture.transpose(2, 0, 1)).float()\n")}
            .check();
    expect_input(said, int64_t{1} * 3 * 64 * 64 * 4);
  }
}

TEST(AnnotatedData, SizesGoThroughTensors) {
  // 33 to 50 pictures' rows are padded to a multiple of 32: 64.
  const Said said =
      Training{.before = of_samples(
                   "        sizes = [torch.as_tensor([random.choice([33, 50]), 40]), torch.as_tensor([20, 60])]\n"
                   "        most = torch.stack(sizes).max(0).values\n"
                   "        most = (most + 31).div(32, rounding_mode='floor') * 32\n"
                   "        return torch.zeros(3, 8, 8).new_full([3] + list(most), 0.0)\n")}
          .check();
  expect_input(said, int64_t{2} * 3 * 64 * 64 * 4);
}

TEST(AnnotatedData, RepeatsAreCountedByTheirSum) {
  const Said said = Training{.before = of_unlike_samples(
                                 "        n = random.choice([10, 16])\n"
                                 "        rows = torch.repeat_interleave(torch.arange(2), torch.as_tensor([n, n]))\n"
                                 "        return torch.zeros(3, 8, 1).expand(3, 8, len(rows))\n")}
                        .check();
  expect_input(said, int64_t{1} * 3 * 8 * 32 * 4);
}

TEST(AnnotatedData, StepsToAnEndThatIsDrawnAreCounted) {
  const Said said = Training{.before = of_unlike_samples("        end = random.choice([20, 32])\n"
                                                         "        columns = torch.arange(0.0, end * 4, step=4)\n"
                                                         "        return torch.zeros(3, 8, 1) + columns\n")}
                        .check();
  expect_input(said, int64_t{1} * 3 * 8 * 32 * 4);
}

TEST(AnnotatedData, PicturesAreResizedToSizesThatAreDrawn) {
  const Said said = Training{.before = of_unlike_samples("        x = torch.zeros(1, 3, random.choice([8, 16]), 16)\n"
                                                         "        return F.interpolate(x, scale_factor=2.0)[0]\n")}
                        .check();
  expect_input(said, int64_t{1} * 3 * 32 * 32 * 4);
}

TEST(AnnotatedData, ANumberBetweenBoundsIsAnInt) {
  const Said said =
      Training{.before = of_unlike_samples("        side = random.choice([16, 32])\n"
                                           "        if isinstance(side, torch.Tensor) or hasattr(side, 'item'):\n"
                                           "            side = int(side.item())\n"
                                           "        return torch.zeros(3, side, 32)\n")}
          .check();
  expect_input(said, int64_t{1} * 3 * 32 * 32 * 4);
}

TEST(AnnotatedData, OneArmIsTakenWhereTheyMakeObjectsOfDifferentClasses) {
  const Said said = Training{.before = of_samples("        return draw()(torch.zeros(3, 32, 32))\n",
                                                  "class Flip:\n    def __call__(self, x):\n        return x.flip(-1)\n"
                                                  "class Same:\n    def __call__(self, x):\n        return x\n"
                                                  "def draw():\n    if random.random() < 0.5:\n        return Flip()\n"
                                                  "    return Same()\n")}
                        .check();
  expect_input(said, int64_t{2} * 3 * 32 * 32 * 4);
}

TEST(AnnotatedData, AGuardAgainstNothingIsNotTaken) {
  const Said said = Training{.before = of_unlike_samples(
                                 "        boxes = torch.zeros(random.choice([0, 16]), 4)\n"
                                 "        if boxes.numel() == 0:\n            boxes = boxes.reshape((-1, 4))\n"
                                 "        return boxes.expand(3, len(boxes), 4)\n")}
                        .check();
  expect_input(said, 1024);  // 3 * 16 * 4 * 4 bytes, in blocks of 512
}

// What is made where there is nothing takes no more than 4 KiB beside the other arm.
TEST(AnnotatedData, AGuardThatMakesSomethingOfNothingIsNotTaken) {
  const Said said = Training{.before = of_unlike_samples(
                                 "        boxes = torch.zeros(random.choice([0, 16]), 4)\n"
                                 "        if len(boxes) == 0:\n            boxes = torch.zeros(2, 4).cuda() + 1\n"
                                 "        else:\n            boxes = boxes.cuda().view(-1, 4)\n"
                                 "        return boxes.expand(3, len(boxes), 4).cpu()\n")}
                        .check();
  expect_input(said, 1024);  // as above
}

TEST(AnnotatedData, ASamplerThatRepeatsWhatTheDataTells) {
  const Said said =
      Training{.before =
                   "class Repeated(torch.utils.data.Sampler):\n    def __iter__(self):\n        while True:\n"
                   "            indices = []\n            for i in range(4):\n"
                   "                indices.extend([i] * int(torch.rand(1).item() * 3))\n"
                   "            yield from torch.tensor(indices)[torch.randperm(len(indices))].tolist()\n" +
                   of_samples("        return torch.zeros(3, 16, 16)\n") +
                   "class Batches:\n    def __iter__(self):\n        held = []\n"
                   "        for i in Repeated():\n            held.append(Data()[i])\n"
                   "            if len(held) == 2:\n                yield torch.stack(held)\n"
                   "                held = []\n"
                   "loader = Batches()\n"}
          .check();
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
}

TEST(AnnotatedData, AnyOfItemsThatAreAlikeStandsForAll) {
  const Said said =
      Training{.before = of_samples("        which = torch.randperm(4)[0].item()\n"
                                    "        shapes = [(3, 16, 16), (3, 16, 16), (3, 16, 16), (3, 16, 16)]\n"
                                    "        return torch.zeros(*shapes[which])\n")}
          .check();
  expect_input(said, int64_t{2} * 3 * 16 * 16 * 4);
  const Said unlike = Training{.before = of_samples("        which = torch.randperm(2)[0].item()\n"
                                                    "        return torch.zeros(*[(3, 16, 16), [3, 32, 32]][which])\n")}
                          .check();
  EXPECT_NE(unlike.status(), "estimated");
}

TEST(AnnotatedData, ABatchIsPutTogetherOfSamplesOfAStream) {
  const Said said = Training{.before =
                                 "class Stream(IterableDataset):\n    def __iter__(self):\n        while True:\n"
                                 "            yield torch.zeros(3, 16, 16)\n"
                                 "class Batches:\n    def __iter__(self):\n        held = []\n"
                                 "        for x in DataLoader(Stream(), batch_size=1, collate_fn=lambda x: x[0]):\n"
                                 "            held.append(x)\n            if len(held) == 12:\n"
                                 "                yield torch.stack(held)\n                held = []\n"
                                 "loader = Batches()\n"}
                        .check();
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
}

TEST(AnnotatedData, TheProgramSaysHowManyProcessesTrain) {
  const Said said =
      Training{
          .before =
              "import torch.multiprocessing as mp\nimport torch.distributed as dist\nsize = []\n"
              "def work(rank, world):\n    dist.init_process_group('nccl', world_size=world, rank=rank)\n"
              "    sent = [None] * dist.get_world_size()\n    dist.all_gather_object(sent, {'batch': 32 // "
              "len(sent)})\n"
              "    size.append(sent[-1].pop('batch'))\n"
              "mp.start_processes(work, nprocs=8, args=(8,))\n"
              "class Data(Dataset):\n    def __len__(self):\n        return 64\n    def __getitem__(self, index):\n"
              "        return torch.zeros(3, 16, 16)\nloader = DataLoader(Data(), batch_size=size[0])\n",
          .recipe = "gpus: 8\n"}
          .check();
  expect_input(said, int64_t{32 / 8} * 3 * 16 * 16 * 4);
}

}  // namespace
}  // namespace vramlint::tests
