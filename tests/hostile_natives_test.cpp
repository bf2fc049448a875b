// Natives that are given what they are not made for, sizes that no memory has, data and scripts of many parts.
#include <gtest/gtest.h>

#include <string>

#include "hostile.h"

namespace vramlint::tests {
namespace {

void expect_held(const ProgramRun& run) {
  EXPECT_LE(run.exit_code, 1) << run.exit_code << "\n" << run.errors;
  EXPECT_LT(run.seconds, kSeconds);
  EXPECT_LT(run.most_mib, kMebibytes);
}

/// A training script of its own.
ProgramRun run_script(const std::string& script) {
  const ScratchFolder folder(
      {{"vramlint.yaml", "recipes:\n  - name: hostile\n    configs: [\"config/*.yaml\"]\n    script: train.py\n"},
       {"config/a.yaml", "width: 8\n"},
       {"train.py", script}});
  return run_program(folder.path(), {"check", "--root", ".", "config/a.yaml"});
}

/// 2**40 and more, known to the digit: no size that only the data tells.
TEST(Hostile, SizesBeyondEveryMemory) {
  for (const char* forward :
       {"return self.c(x).expand(2**40, 8, 8, 8).sum()", "return (self.c(x).expand(2**50, 8, 8, 8) * 2).sum()",
        "return self.c(x).repeat(2**40, 1, 1, 1).view(-1)",
        "y = self.c(x)\n        for _ in range(63): y = torch.cat([y, y])\n        return y",
        "y = self.c(x)\n        for i in range(100): y = nn.functional.pad(y, (i ** 9,) * 2)\n        return y"}) {
    SCOPED_TRACE(forward);
    const ScratchFolder folder({{"vramlint.yaml", kRecipe},
                                {"config/a.yaml", "width: 8\n"},
                                {"model.py",
                                 "import torch\nimport torch.nn as nn\n\n\nclass Net(nn.Module):\n"
                                 "    def __init__(self, width):\n        super().__init__()\n"
                                 "        self.c = nn.Conv2d(3, width, 1)\n\n    def forward(self, x):\n        " +
                                     std::string(forward) + "\n"}});
    expect_held(run_program(folder.path(), {"check", "--root", ".", "config/a.yaml"}));
  }
}

constexpr const char* kNonsense[] = {
    "type.__call__(5)",
    "nn.Module.__init__(5)",
    "nn.Parameter.__new__(5)",
    "torch._vramlint.begin_module(None)",
    "torch._vramlint.evaluate(5, 5)",
    "torch._vramlint.set_backward(2**62)",
    "torch._vramlint.set_backward(None)",
};

TEST(Hostile, NativesAreGivenWhatTheyAreNotMadeFor) {
  for (const char* call : kNonsense) {
    SCOPED_TRACE(call);
    expect_held(
        run_script("import torch\nimport torch.nn as nn\n\nfc = nn.Linear(8, 8).cuda()\n"
                   "optimizer = torch.optim.SGD(fc.parameters(), lr=1)\nwhile True:\n"
                   "    loss = fc(torch.randn(4, 8).cuda()).sum()\n    try:\n        " +
                   std::string(call) +
                   "\n    except (AttributeError, TypeError):\n        pass\n"
                   "    loss.backward()\n    optimizer.step()\n"));
  }
}

TEST(Hostile, AnotherThingInThePlaceOfModule) {
  expect_held(run_script("import torch.nn as nn\n\nnn.Module = 5\nfc = nn.Linear(8, 8).cuda()\n"));
  expect_held(
      run_script("import torch.nn as nn\nimport foo\n\nfc = nn.Linear(int(foo.width), 8).cuda()\n"
                 "if foo.a: fc = nn.Sequential(fc, nn.Linear(8, 8).cuda())\nnn.ReLU().cuda()\n"));
}

/// Places are kept of so many parts of data, and no more.
TEST(Hostile, DataOfMillionsOfParts) {
  std::string numbers = "[0";
  for (int i = 1; i < 3'000'000; ++i) numbers += ",1";
  const ScratchFolder folder(
      {{"vramlint.yaml", "recipes:\n  - name: hostile\n    configs: [\"config/*.yaml\"]\n    script: train.py\n"},
       {"config/a.yaml", "width: 8\n"},
       {"a.json", numbers + "]"},
       {"train.py", "import json\n\ndata = json.load(open(\"a.json\"))\nprint(sum(data))\n"}});
  expect_held(run_program(folder.path(), {"check", "--root", ".", "config/a.yaml"}));
}

/// What sums come from is kept by pairs of origins: that is memory too.
TEST(Hostile, OriginsOfEveryPair) {
  std::string yaml = "width: 8\nnumbers: [1";
  for (int i = 0; i < 3000; ++i) yaml += ", 2";
  const ScratchFolder folder({{"vramlint.yaml",
                               "recipes:\n  - name: hostile\n    configs: [\"config/*.yaml\"]\n"
                               "    model: model.Net(cfg.numbers)\n    inputs: [\"float32[1, 8]\"]\n    loss: mse\n"
                               "    optimizer: adam\n"},
                              {"config/a.yaml", yaml + "]\n"},
                              {"model.py",
                               "from torch import nn\n\n\nclass Net(nn.Linear):\n    def __init__(self, numbers):\n"
                               "        kept = [a + b for a in numbers for b in numbers]\n"
                               "        super().__init__(8, 8)\n"}});
  expect_held(run_program(folder.path(), {"check", "--root", ".", "config/a.yaml"}));
}

/// What a table holds is in doubt, and so is each of 20,000 questions: both arms are laid side by side, all that is
/// there, until half of what may be spent is.
TEST(Hostile, TablesThatGrowInBranchesOnWhatIsNotKnown) {
  const ProgramRun run = run_script(
      "import torch\ntable = {}\nfor line in open('words.txt'):\n    table[line] = [0]\nfor i in range(20000):\n"
      "    if str(i) not in table:\n        table[str(i)] = len(table)\n"
      "net = torch.nn.Linear(8, 1).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor i in range(9):\n"
      "    net(torch.zeros(2, 8).cuda()).sum().backward()\n    opt.step()\n");
  expect_held(run);
  EXPECT_NE(run.output.find("at least"), std::string::npos) << run.output;
}

TEST(Hostile, InitOfALargeScript) {
  const std::string step = "optimizer.zero_grad()\nloss.backward()\noptimizer.step()\n";
  for (const std::string& text : {repeated("p.add_argument(\"--a\")\n", 40'000), repeated("loss.backward()\n", 40'000),
                                  "import foo\n" + repeated("if foo.a(): b = 1\n", 3'000), repeated(step, 5'000)}) {
    SCOPED_TRACE(text.substr(0, 40));
    const ScratchFolder folder({{"train.py", text}});
    const ProgramRun run = run_program(folder.path(), {"init", "train.py"});
    EXPECT_LE(run.exit_code, 2) << run.errors;
    EXPECT_LT(run.seconds, kSeconds);
  }
}

}  // namespace
}  // namespace vramlint::tests
