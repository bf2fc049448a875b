// Shapes that are known though values are not: labels, crops as large as a number that is drawn, what is left out by
// chance.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

const std::string kBegin =
    "import json, math, os, random\nimport cv2\nimport numpy as np\nimport torch\nfrom PIL import Image\nfrom torch "
    "import "
    "nn\nfrom torch.utils.data import DataLoader, Dataset\nfrom torchvision import transforms as T\n";

/// `data`: the body of a data set but for its length; `step` makes the loss of the batch.
Said loaded(const std::string& data, const std::string& net, const std::string& batch, const std::string& loss,
            int size = 32) {
  return said_of_script(kBegin + "class Data(Dataset):\n    def __len__(self):\n        return 4096\n" + data +
                        "net = " + net + ".cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor " + batch +
                        " in DataLoader(Data(), batch_size=" + std::to_string(size) +
                        "):\n    opt.zero_grad()\n    loss = " + loss + "\n    loss.backward()\n    opt.step()\n");
}

int64_t input(const Said& said) { return said.config["breakdown"]["input"].get<int64_t>(); }

// torch 1.13: a batch of 128 of numpy.array(3, dtype=numpy.int64), or of the number 3, is int64[128]. What is
// subtracted from it is let go of before the peak.
TEST(KnownShapes, LabelsAreNumbers) {
  const std::string names =
      "    def __init__(self):\n        self.files = sorted(os.listdir('pictures'))\n"
      "        names = [os.path.basename(f).split('_')[0] for f in self.files]\n";
  const std::string table =
      "    def __init__(self):\n        meta = json.load(open('meta.json'))\n        self.rows = meta['rows']\n"
      "        self.ids = {name: i for i, name in enumerate(meta['classes'])}\n"
      "    def __getitem__(self, i):\n        return torch.zeros(16), np.array(self.ids[self.rows[i]['class']])\n";
  const std::string sample = "    def __getitem__(self, i):\n        return torch.zeros(16), ";
  for (const std::string& data :
       {names +
            "        ids = {x: i for i, x in enumerate(sorted(set(names)))}\n        self.labels = [ids[x] for x in "
            "names]\n" +
            sample + "np.array(self.labels[i], dtype=np.int64)\n",
        names + "        ids = {}\n        for i, x in enumerate(sorted(set(names))):\n            ids[x] = i\n" +
            "        self.labels = [ids[x] for x in names]\n" + sample + "self.labels[i]\n",
        names + "        self.ids = dict(zip(sorted(set(names)), range(len(set(names)))))\n" + sample +
            "self.ids[self.files[i].split('_')[0]]\n",
        "    def __init__(self):\n        self.rows = [line.split() for line in open('train.txt')]\n"
        "        self.labels = [int(row[1]) for row in self.rows]\n" +
            sample + "torch.tensor(self.labels[i])\n",
        table}) {
    const Said said = loaded(data, "nn.Embedding(10, 16)", "x, y", "(net(y.cuda()) - x.cuda()).pow(2).mean()", 128);
    EXPECT_EQ(said.status(), "estimated") << data << said.config["unknowns"] << said.findings;
    EXPECT_EQ(said.mistakes(), 0) << data << said.findings;
    EXPECT_EQ(input(said), 128 * 8) << data;
  }
}

// Python: (k, 3) == (4, 3) is False for k = 3.
TEST(KnownShapes, ATupleWithANumberThatIsDrawnIsNotEqualToAnother) {
  const std::string data =
      "    def __getitem__(self, i):\n        k = random.randint(1, 4)\n        wide = (k, 3) == (4, 3), k in (3, 4)\n"
      "        assert wide[0] and wide[1], 'now and then'\n        return torch.zeros(8)\n";
  const Said said = loaded(data, "nn.Linear(8, 8)", "x", "net(x.cuda()).mean()");
  EXPECT_TRUE(said.assumes("the assertion holds")) << said.config["assumptions"];
}

// Of 50,000 pictures those that are not kept back: 32 x 32 x 3 bytes each.
TEST(KnownShapes, PicturesThatAreNotKeptBack) {
  for (const char* rest : {"rows[25:-500]", "rows[:-500]", "np.random.permutation(rows)[25:]"}) {
    const Said said = said_of_script(
        kBegin +
        "import torchvision\nbase = torchvision.datasets.CIFAR10('d', train=True)\nkept = []\nfor i in range(10):\n"
        "    rows = np.where(np.array(base.targets) == i)[0]\n    np.random.shuffle(rows)\n    kept.extend(" +
        std::string(rest) +
        ")\nclass Part(torchvision.datasets.CIFAR10):\n    def __init__(self, root, rows):\n"
        "        super().__init__(root, train=True)\n        self.data = self.data[rows]\n"
        "        self.targets = np.array(self.targets)[rows]\n"
        "    def __getitem__(self, i):\n        return torch.from_numpy(self.data[i]), int(self.targets[i])\n"
        "net = nn.Linear(3, 10).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
        "for x, y in DataLoader(Part('d', kept), batch_size=8):\n    opt.zero_grad()\n"
        "    x = x.cuda()\n    nn.functional.cross_entropy(net(x.float().mean((1, 2))), y.cuda()).backward()\n"
        "    opt.step()\n");
    EXPECT_EQ(said.status(), "estimated") << rest << said.config["unknowns"] << said.findings;
    EXPECT_EQ(input(said), 8 * 32 * 32 * 3) << rest;
  }
}

}  // namespace
}  // namespace vramlint::tests
