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
        "    def __init__(self):\n        self.labels = []\n"
        "        for i, folder in enumerate(sorted(os.listdir('pictures'))):\n"
        "            self.labels += [i] * len(os.listdir(os.path.join('pictures', folder)))\n" +
            sample + "self.labels[i]\n",
        "    def __init__(self):\n        self.labels = self.read('pictures')\n    def read(self, root):\n        "
        "labels = []\n"
        "        for i, folder in enumerate(sorted(os.listdir(root))):\n"
        "            labels += [i] * len(os.listdir(os.path.join(root, folder)))\n        return labels\n" +
            sample + "self.labels[i]\n",
        table}) {
    const Said said = loaded(data, "nn.Embedding(10, 16)", "x, y", "(net(y.cuda()) - x.cuda()).pow(2).mean()", 128);
    EXPECT_EQ(said.status(), "estimated") << data << said.config["unknowns"] << said.findings;
    EXPECT_EQ(said.mistakes(), 0) << data << said.findings;
    EXPECT_EQ(input(said), 128 * 8) << data;
  }
}

// With labels four rows of 1,024 floats more are kept for the second layer, a mebibyte and a quarter.
TEST(KnownShapes, WhatIsLeftOutByChanceIsThereOtherwise) {
  const std::string net =
      "import random, torch\nimport numpy as np\nfrom torch import nn\n"
      "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.words = "
      "nn.Embedding(10, 64)\n"
      "        self.a, self.b = nn.Linear(64, 64), nn.Linear(64, 1)\n"
      "    def forward(self, x, y=None):\n        if y is not None:\n            x = x + self.words(y).sigmoid()\n"
      "        return self.b(self.a(x))\n"
      "net = Net().cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor i in range(100):\n"
      "    x, y = torch.zeros(512, 64).cuda(), torch.randint(0, 10, (512,)).cuda()\n";
  const std::string step = "    opt.zero_grad()\n    net(x, y).mean().backward()\n    opt.step()\n";
  const Said with = said_of_script(net + step);
  for (const char* by_chance :
       {"    if np.random.random() < 0.1:\n        y = None\n", "    y = None if random.random() < 0.1 else y\n",
        "    if random.random() < 0.1:\n        y = None\n    else:\n        y = y.long()\n"}) {
    const Said said = said_of_script(net + by_chance + step);
    EXPECT_EQ(said.status(), "estimated") << by_chance << said.config["unknowns"];
    EXPECT_EQ(said.config["saved_for_backward"], with.config["saved_for_backward"]) << by_chance;
    EXPECT_TRUE(said.assumes("both branches are followed")) << by_chance << said.config["assumptions"];
  }
}

// Either way a sample is 3 x 64 x 96 floats.
TEST(KnownShapes, ACropBehindAReturn) {
  for (const char* fits :
       {"(h, w) == (64, 96)", "h == 64 and w == 96", "[h, w] == [64, 96]", "im.shape[:2] == (64, 96)"}) {
    const Said said = loaded(
        "    def __getitem__(self, i):\n        im = cv2.imread(f'{i}.png')\n"
        "        scale = np.random.uniform(0.25, 2.0)\n        h, w = [math.ceil(e * scale) for e in im.shape[:2]]\n"
        "        im = cv2.resize(im, (w, h))\n        return torch.from_numpy(self.cut(im, h, w).transpose(2, 0, "
        "1).astype(np.float32))\n"
        "    def cut(self, im, h, w):\n        if " +
            std::string(fits) +
            ":\n            return im\n        down, right = int(random.random() * (h - 64)), int(random.random() * (w "
            "- 96))\n"
            "        return im[down:down + 64, right:right + 96, :]\n",
        "nn.Conv2d(3, 4, 3)", "x", "net(x.cuda()).mean()", 4);
    EXPECT_EQ(said.status(), "estimated") << fits << said.config["unknowns"] << said.findings;
    EXPECT_EQ(input(said), 4 * 3 * 64 * 96 * 4) << fits;
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

// A square of round(48 * s) pixels, whatever s is, is scaled to 48 x 48.
TEST(KnownShapes, ASquareThatIsDrawnIsScaledToASize) {
  for (const char* cut : {"x[:, a:a + n, b:b + n]", "T.ToTensor()(T.ToPILImage()(x).crop((b, a, b + n, a + n)))",
                          "torch.from_numpy(x.permute(1, 2, 0).numpy()[a:a + n, b:b + n]).permute(2, 0, 1)"}) {
    const Said said = loaded(
        "    def __getitem__(self, i):\n        x = T.ToTensor()(Image.open(f'{i}.png').convert('RGB'))\n"
        "        n = round(48 * random.uniform(1, 4))\n        a = random.randint(0, x.shape[-2] - n)\n"
        "        b = random.randint(0, x.shape[-1] - n)\n        part = " +
            std::string(cut) + "\n        return T.ToTensor()(T.Resize(48, Image.BICUBIC)(T.ToPILImage()(part)))\n",
        "nn.Conv2d(3, 4, 3)", "x", "net(x.cuda()).mean()", 4);
    EXPECT_EQ(said.status(), "estimated") << cut << said.config["unknowns"] << said.findings;
    EXPECT_EQ(input(said), 4 * 3 * 48 * 48 * 4) << cut;
  }
}

// Python: list(range(c - 2, c + 3)) has five items whatever c is: with a step of 2 three.
TEST(KnownShapes, NumbersThatChangeTogetherStayAsFarApart) {
  const std::string centre =
      "    def __getitem__(self, i):\n        centre, step = int(str(i)[-1]), random.choice([1])\n"
      "        start, end = centre - 2 * step, centre + 2 * step\n";
  const std::string frames =
      "        return torch.from_numpy(np.stack([cv2.imread(f'{n}.png')[:8, :8] for n in names]).astype(np.float32))\n";
  for (const auto& [code, count] : std::vector<std::pair<std::string, int64_t>>{
           {"        while start < 0 or end > 99:\n            centre = random.randint(0, 99)\n"
            "            start, end = centre - 2 * step, centre + 2 * step\n"
            "        names = list(range(start, end + 1, step))\n",
            5},
           {"        if random.random() < 0.5:\n            start, end = 40, 44\n        names = range(start, end + "
            "1)\n",
            5},
           {"        names = [n for n in range(start, end + 1, 2)]\n", 3}}) {
    const Said said = loaded(centre + code + "        assert len(names) == " + std::to_string(count) + "\n" + frames,
                             "nn.Linear(3, 3)", "x", "net(x.cuda()).mean()", 2);
    EXPECT_EQ(said.status(), "estimated") << code << said.config["unknowns"] << said.findings;
    EXPECT_EQ(input(said), 2 * count * 8 * 8 * 3 * 4) << code;
  }
}

// Python: (k + 2) * 4 - k * 4 + 8 is 16 whatever k is, and with 2 ** 62 in the place of 2 more than a tensor has. In 64
// bits it would be 8.
TEST(KnownShapes, NumbersThatAreFarApartAreNoSize) {
  for (const auto& [offset, status] : {std::pair("2", "estimated"), std::pair("2 ** 62", "not_estimable")}) {
    const char* net = offset == std::string("2") ? "nn.Linear(16, 3)" : "nn.Linear(8, 3)";
    const std::string data = std::string("    def __getitem__(self, i):\n        k = int(open('t.txt').read())\n") +
                             "        return torch.zeros((k + " + offset + ") * 4 - k * 4 + 8)\n";
    const Said said = loaded(data, net, "x", "net(x.cuda()).mean()", 2);
    EXPECT_EQ(said.status(), status) << data << said.config["unknowns"] << said.findings;
  }
}

// A sentence is cut or filled up to 32 words: 16 x 32 numbers of eight bytes.
TEST(KnownShapes, SentencesAreCutOrFilledUp) {
  const std::string read =
      "import torch\nfrom torch import nn\ndef read(path, words, size=32):\n    out = []\n    for line in open(path):\n"
      "        text, label = line.strip().split('\\t')\n        token = [c for c in text]\n";
  const std::string rest =
      "        out.append(([words.get(w, 1) for w in token], int(label)))\n    return out\n"
      "data = read('train.txt', {'a': 0})\nnet = nn.Embedding(100, 8).cuda()\n"
      "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor s in range(len(data) // 16):\n"
      "    part = data[s * 16:(s + 1) * 16]\n    x = torch.LongTensor([d[0] for d in part]).cuda()\n"
      "    opt.zero_grad()\n    net(x).mean().backward()\n    opt.step()\n";
  for (const char* fill : {"        if len(token) < size:\n            token.extend(['#'] * (size - len(token)))\n"
                           "        else:\n            token = token[:size]\n",
                           "        token = token[:size]\n        token += ['#'] * (size - len(token))\n",
                           "        if len(token) < size:\n            token = token + ['#'] * (size - len(token))\n"
                           "        token = token[:size]\n"}) {
    const Said said = said_of_script(read + fill + rest);
    EXPECT_EQ(said.status(), "estimated") << fill << said.config["unknowns"] << said.findings;
    EXPECT_EQ(said.config["saved_for_backward"], 16 * 32 * 8) << fill;
  }
}

// Maps of 30 to 40 rows of 40: a grid of as many points, of two floats each.
TEST(KnownShapes, SizesBetweenBoundsPassThroughATensor) {
  const Said said =
      loaded("    def __getitem__(self, i):\n        return torch.zeros(3, random.choice([480, 560, 640]), 640)\n",
             "nn.Conv2d(3, 2, 16, 16)", "x",
             "net(x.cuda())\n    shapes = torch.as_tensor([loss.shape[2:]], dtype=torch.long, device='cuda')\n"
             "    for h, w in shapes:\n        y, x = torch.meshgrid(torch.linspace(0.5, h - 0.5, h, device='cuda'), "
             "torch.linspace(0.5, w - 0.5, w, device='cuda'))\n"
             "        loss = (loss.flatten(2) + torch.stack((y.reshape(-1), x.reshape(-1)))[None]).mean()",
             1);
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
}

// Of 50,000 pictures those that are not kept back: 32 x 32 x 3 bytes each.
TEST(KnownShapes, PicturesThatAreNotKeptBack) {
  for (const char* rest : {"rows[25:-500]", "rows[:-500]", "np.random.permutation(rows)[25:]",
                           "random.sample(list(rows), 100)", "rows[100:].tolist()"}) {
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

// PF or Pf: a map of three channels does not go with the rest, so there is one.
TEST(KnownShapes, AnArrayOfOneOrThreeChannels) {
  const Said said = loaded(
      "    def __getitem__(self, i):\n        f = open(f'{i}.pfm', 'rb')\n        colour = f.readline() == b'PF'\n"
      "        width, height = map(int, f.readline().split())\n"
      "        shape = (height, width, 3) if colour else (height, width)\n"
      "        d = np.flipud(np.reshape(np.fromfile(f, '<f'), shape))\n"
      "        a, b = random.randint(0, height - 32), random.randint(0, width - 64)\n"
      "        return np.ascontiguousarray(d[a:a + 32, b:b + 64], dtype=np.float32)\n",
      "nn.Linear(64, 64)", "x", "(net(x.cuda()) - x.cuda()).pow(2).mean()", 4);
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
}

}  // namespace
}  // namespace vramlint::tests
