// What `init` asks for where a program cannot be followed to a figure: one thing, and the one that settles it.
#include <gtest/gtest.h>

#include "program.h"

namespace vramlint::tests {
namespace {

const std::string kTrains =
    "net = nn.Linear(32, 4).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
    "for x in DataLoader(Data(), batch_size=8):\n"
    "    opt.zero_grad()\n    net(x.cuda()[..., None].expand(-1, -1, 32)).mean().backward()\n    opt.step()\n";

/// Samples are what `read` puts into `self.rows`, one by one.
std::string program(const std::string& read, const std::string& imports) {
  return "import glob, torch\nfrom torch import nn\nfrom torch.utils.data import DataLoader, Dataset\n" + imports +
         "class Data(Dataset):\n    def __init__(self):\n" + read +
         "    def __len__(self):\n        return 640\n    def __getitem__(self, i):\n"
         "        return torch.tensor(self.rows[i], dtype=torch.float32)\n" +
         kTrains;
}

/// `init`, then the line that it offers with sizes put in, then `check`.
void expect_settled(const std::string& script, const std::string& offered, const std::string& said) {
  const ScratchFolder folder({{"train.py", script}});
  const ProgramRun init = run_program(folder.path(), {"init", "train.py", "--root", "."});
  EXPECT_NE(init.output.find("    # data: " + offered + "\n"), std::string::npos) << init.output;
  folder.put("vramlint.yaml", "recipes:\n  - configs: [train.py]\n    script: train.py\n    data: " + said + "\n");
  const ProgramRun check = run_program(folder.path(), {"check", "--fail-on", "not-estimable"});
  EXPECT_EQ(check.exit_code, 0) << check.output;
}

TEST(FirstRecipe, AsksWhatATableHoldsAndNotForABatch) {
  expect_settled(program("        self.rows = pd.read_csv('a.csv').values\n", "import pandas as pd\n"),
                 "{'*.csv': 'float64[10000, 32]'}", "{'*.csv': 'float64[640, 32]'}");
}

TEST(FirstRecipe, NamesEachArrayOfAFileThatHoldsSeveral) {
  const std::string read =
      "        rows = []\n        for name in glob.glob('data/*.h5'):\n            with h5py.File(name, 'r') as file:\n"
      "                rows.append(np.concatenate([file['a'][:], file['b'][:]], axis=1))\n"
      "        self.rows = np.concatenate(rows)\n";
  expect_settled(program(read, "import h5py\nimport numpy as np\n"),
                 "{'*.h5:a': 'float32[512, 512]', '*.h5:b': 'float32[512, 512]'}",
                 "{'*.h5:a': 'float32[640, 16]', '*.h5:b': 'float32[640, 16]'}");
}

// What is missing is the package, which the check names: a recipe by hand would have nothing but TODOs.
TEST(FirstRecipe, StaysWithTheProgramWhereAPackageIsNotAtHand) {
  const ScratchFolder folder(
      {{"train.py",
        "import torch\nfrom somelib import Net, batches\nnet = Net(4)\n"
        "opt = torch.optim.Adam(net.parameters())\n"
        "for x in batches(8):\n    loss = net(x).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n"},
       {"configs/a.yaml", "lr: 0.1\n"}});
  const ProgramRun run = run_program(folder.path(), {"init", "train.py", "--root", "."});
  EXPECT_NE(run.output.find("    script: train.py\n"), std::string::npos) << run.output;
  EXPECT_EQ(run.output.find("inputs:"), std::string::npos) << run.output;
}

// `correct[:k].view(-1)` of a transposed tensor raises since 1.7: its strides do not allow it any more.
TEST(FirstRecipe, TakesAnOlderReleaseWhereTheProgramGoesOnWithIt) {
  const std::string accuracy =
      "def hits(out, y):\n    _, pred = out.topk(5, 1, True, True)\n    pred = pred.t()\n"
      "    correct = pred.eq(y.view(1, -1).expand_as(pred))\n    return correct[:5].view(-1).float().sum(0)\n";
  const ScratchFolder folder(
      {{"train.py",
        "import torch\nfrom torch import nn\n" + accuracy +
            "net = nn.Linear(32, 8).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
            "for i in range(9):\n    out, y = net(torch.zeros(4, 32).cuda()), torch.zeros(4).long().cuda()\n"
            "    opt.zero_grad()\n    nn.functional.cross_entropy(out, y).backward()\n    opt.step()\n"
            "    hits(out, y)\n"}});
  const ProgramRun run = run_program(folder.path(), {"init", "train.py", "--root", "."});
  EXPECT_NE(run.output.find("torch: '1.5'  # nothing says the release"), std::string::npos) << run.output;
}

}  // namespace
}  // namespace vramlint::tests
