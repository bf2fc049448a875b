// Folders of files whose names are not known.
#include <gtest/gtest.h>

#include "data_program.h"

namespace vramlint::tests {
namespace {

// Two folders of arrays, whose files' names are not known: each is what the line for its folder says, in either order.
TEST(DataFolders, ThePatternOfAFolderIsForItsFiles) {
  const std::string pictures = "  'f/images/*.npy': 'float32[3, 32, 32]'\n",
                    labels = "  'f/labels/*.npy': 'int64[1]'\n";
  for (const std::string& data : {pictures + labels, labels + pictures}) {
    for (const char* path : {"os.path.join(FOLDER, name)", "FOLDER + '/' + name", "f'{FOLDER}/{name}'"}) {
      const ScratchFolder folder;
      folder.put("vramlint.yaml",
                 "torch: \"2.4\"\ndata:\n" + data + "recipes:\n  - {configs: [train.py], script: train.py}\n");
      std::string reads = path;
      reads.replace(reads.find("FOLDER"), 6, "folder");
      folder.put("train.py",
                 "import os\nimport numpy as np\nimport torch\n"
                 "from torch.utils.data import DataLoader, Dataset\n"
                 "def read(folder, name):\n    return torch.from_numpy(np.load(" +
                     reads +
                     "))\n"
                     "class Pairs(Dataset):\n    def __len__(self):\n        return 640\n"
                     "    def __getitem__(self, i):\n"
                     "        return [read(f, sorted(os.listdir(f))[i]) for f in ('f/images', 'f/labels')]\n"
                     "net = torch.nn.Linear(32, 10).cuda()\n"
                     "opt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
                     "for x, y in DataLoader(Pairs(), batch_size=4):\n"
                     "    loss = torch.nn.functional.cross_entropy(net(x.cuda()).mean((1, 2)), y.cuda()[:, 0])\n"
                     "    loss.backward()\n    opt.step()\n");
      const Said said =
          said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
      EXPECT_EQ(said.status(), "estimated") << path << data << said.config["unknowns"] << said.findings;
      EXPECT_EQ(said.mistakes(), 0) << said.findings;
    }
  }
}

// A folder of pictures of the program's own, which sets what it needs by itself.
TEST(DataFolders, AFolderOfPicturesNeedsNoConstructorOfItsBase) {
  for (const char* begin : {"        pass\n", "        super(datasets.DatasetFolder, self).__init__(root)\n"}) {
    const Said said =
        Program{.data =
                    "from torchvision import datasets, transforms\n"
                    "from torchvision.datasets.folder import default_loader\n"
                    "class Pictures(datasets.ImageFolder):\n    def __init__(self, root, transform):\n" +
                    std::string(begin) +
                    "        self.transform, self.target_transform = transform, None\n"
                    "        self.loader = default_loader\n        self.samples = []\n"
                    "    def __getitem__(self, i):\n        return super().__getitem__(i)[0]\n"
                    "cut = transforms.Compose([transforms.RandomResizedCrop(32), transforms.ToTensor()])\n"
                    "loader = DataLoader(Pictures('data', cut), batch_size=4)\n"}
            .check();
    expect_trains(said);
    EXPECT_EQ(input_bytes(said), 4 * 3 * 32 * 32 * 4);  // float32
  }
}

// A picture of 512 x 512, three times over, in batches of 16: a batch has no more samples than the data set.
TEST(DataFolders, ABatchIsNoLargerThanItsDataSet) {
  const std::string data =
      "import skimage\nclass One(Dataset):\n    def __init__(self):\n"
      "        HELD\n        self.picture = Image.fromarray(skimage.data.camera())\n    def __len__(self):\n        "
      "return COUNT\n"
      "    def __getitem__(self, i):\n        return torch.from_numpy(np.array(self.picture)).float().expand(3, 512, "
      "512)\n"
      "loader = DataLoader(One(), shuffle=True, batch_size=16MORE)\n";
  const auto input_of = [&](const std::string& count, const std::string& more, const std::string& held = "pass") {
    std::string text = "import numpy as np\n" + data;
    text.replace(text.find("HELD"), 4, held);
    text.replace(text.find("COUNT"), 5, count);
    text.replace(text.find("MORE"), 4, more);
    const Said said = Program{.data = text}.check();
    expect_trains(said);
    return input_bytes(said);
  };
  constexpr int64_t kPicture = int64_t{3} * 512 * 512 * 4;
  EXPECT_EQ(input_of("1", ""), kPicture);
  EXPECT_EQ(input_of("3", ""), 3 * kPicture);
  EXPECT_EQ(input_of("40", ", drop_last=True"), 16 * kPicture);
  EXPECT_EQ(input_of("len(self.names)", "", "self.names = ['a.png', 'b.png']"),
            16 * kPicture);  // elsewhere there may be more
}

}  // namespace
}  // namespace vramlint::tests
