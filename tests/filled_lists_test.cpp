// Lists that a data set fills in a loop of which nobody knows how often it runs: one item stands for all, and is not
// taken for the only one.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

/// A data set of clips whose frames are [3, 8, 8] in float32; `end` makes a sample of them.
Said of_frames(const std::string& end) {
  return said_of_script(
      "import glob, numpy as np, torch\n\n\nclass Clips(torch.utils.data.Dataset):\n    def __len__(self):\n"
      "        return 100\n\n    def __getitem__(self, index):\n        frames = []\n"
      "        for path in glob.glob('clips/%d/*.jpg' % index):\n            frames.append(torch.zeros(3, 8, 8))\n" +
      end +
      "\n\nnet = torch.nn.Conv3d(3, 4, 1).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "for x in torch.utils.data.DataLoader(Clips(), batch_size=4):\n"
      "    loss = net(x.cuda().transpose(1, 2)).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n");
}

TEST(FilledLists, HaveAsManyItemsAsNobodyKnows) {
  for (const char* end : {"        return torch.stack(frames)", "        return torch.cat([f[None] for f in frames])",
                          "        return torch.from_numpy(np.stack([f.numpy() for f in frames]))"}) {
    const Said said = of_frames(end);
    EXPECT_EQ(said.status(), "not_estimable") << end;
    EXPECT_EQ(said.mistakes(), 0) << said.findings;
  }
  EXPECT_NE(of_frames("        return torch.stack(frames)").findings.dump().find("float32[4, ?, 3, 8, 8]"),
            std::string::npos);
}

TEST(FilledLists, AreLongEnoughForWhatIsCutOutOfThem) {
  const Said said = of_frames("        return torch.stack(frames[:16])");
  ASSERT_EQ(said.status(), "estimated") << said.findings << said.config["unknowns"];
  EXPECT_EQ(said.config["breakdown"]["input"], 4 * 16 * 3 * 8 * 8 * 4);
  EXPECT_TRUE(said.assumes("is taken to have as many items as are cut out of it")) << said.config["assumptions"];
}

// Pictures of a file have no shape, and are converted as they are filled in.
TEST(FilledLists, OfPicturesAreLongEnoughAsWell) {
  const Said said = said_of_script(
      "import glob, torch\nfrom PIL import Image\nfrom torchvision import transforms as T\n\n\n"
      "class Clips(torch.utils.data.Dataset):\n    t = T.Compose([T.Resize(9), T.CenterCrop(8), T.ToTensor()])\n"
      "    def __len__(self):\n        return 100\n\n    def __getitem__(self, index):\n        frames = []\n"
      "        for path in glob.glob('clips/%d/*.jpg' % index)[:16]:\n"
      "            frames.append(Image.open(path).convert('RGB'))\n"
      "        return torch.stack([self.t(x) for x in frames])\n\n\n"
      "net = torch.nn.Conv3d(3, 4, 1).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "for x in torch.utils.data.DataLoader(Clips(), batch_size=4):\n"
      "    loss = net(x.cuda().transpose(1, 2)).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n");
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  EXPECT_TRUE(said.status() != "estimated" || said.config["breakdown"]["input"] == 4 * 16 * 3 * 8 * 8 * 4)
      << said.config["assumptions"];
}

TEST(FilledLists, AreAsTheyAreWhenTheyAreShuffled) {
  const Said said =
      of_frames("        import random\n        random.shuffle(frames)\n        return torch.stack(frames[:16])");
  ASSERT_EQ(said.status(), "estimated") << said.findings << said.config["unknowns"];
  EXPECT_EQ(said.config["breakdown"]["input"], 4 * 16 * 3 * 8 * 8 * 4);
}

TEST(FilledLists, OneThatMayHaveBeenFilledIsNotEmpty) {
  const Said said = of_frames(
      "        import elsewhere\n        frames = []\n        elsewhere.fill(frames)\n        return "
      "torch.stack(frames)");
  EXPECT_EQ(said.findings.dump().find("non-empty TensorList"), std::string::npos) << said.findings;
  EXPECT_NE(said.findings.dump().find("elsewhere"), std::string::npos) << said.findings;
}

TEST(FilledLists, OfNamesADataSetChoosesTheFirst) {
  const Said said = said_of_script(
      "import random, torch\n\n\nclass Turns:\n    def none(self, x):\n        return x\n\n    def left(self, x):\n"
      "        return x.flip(1)\n\n\nturns = Turns()\nnames = ['none', 'left']\n\n\n"
      "class Pictures(torch.utils.data.Dataset):\n    def __len__(self):\n        return 100\n\n"
      "    def __getitem__(self, i):\n        return getattr(turns, names[random.getrandbits(1)])(torch.zeros(3, 8, "
      "8))\n"
      "\n\nnet = torch.nn.Conv2d(3, 4, 1).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "for x in torch.utils.data.DataLoader(Pictures(), batch_size=4):\n    loss = net(x.cuda()).mean()\n"
      "    opt.zero_grad()\n    loss.backward()\n    opt.step()\n");
  ASSERT_EQ(said.status(), "estimated") << said.findings << said.config["unknowns"];
  EXPECT_EQ(said.config["breakdown"]["input"], 4 * 3 * 8 * 8 * 4);
}

/// Not a method: its first argument is a loader, and what it does not know is the training's.
TEST(FilledLists, AFunctionThatIsHandedALoaderIsNoDataSets) {
  const Said said = said_of_script(
      "import elsewhere, torch\nfrom torch.utils.data import DataLoader, TensorDataset\n\n\n"
      "def train(loader, net, opt):\n    for x, in loader:\n        loss = elsewhere.attend(net(x.cuda())).mean()\n"
      "        opt.zero_grad()\n        loss.backward()\n        opt.step()\n\n\n"
      "net = torch.nn.Linear(8, 8).cuda()\ntrain(DataLoader(TensorDataset(torch.zeros(64, 8)), batch_size=4), net, "
      "torch.optim.SGD(net.parameters(), lr=0.1))\n");
  EXPECT_EQ(said.status(), "partial");
  EXPECT_TRUE(said.lists("`elsewhere.attend(net(x.cuda()))` is given a tensor")) << said.config["unknowns"];
}

}  // namespace
}  // namespace vramlint::tests
