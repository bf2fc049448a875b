// A name that a program uses and binds nowhere ends it; what something else may bind does not.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

/// The error in front of a training of one layer.
std::string told(const std::string& before) {
  const Said said = said_of_script(
      "import torch\n" + before +
      "net = torch.nn.Linear(64, 8).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor step in range(100):\n"
      "    loss = net(torch.randn(4, 64).cuda()).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n");
  for (const auto& each : said.findings)
    if (each.value("rule", "") == "training-program-raises") return each.value("message", "");
  return {};
}

TEST(UndefinedNames, EndTheProgram) {
  EXPECT_NE(told("if warmup:\n    print('slowly')\n").find("name 'warmup' is not defined"), std::string::npos);
  EXPECT_NE(told("rate = 0.1 * scale\n").find("name 'scale' is not defined"), std::string::npos);
  EXPECT_NE(told("def rate():\n    return sched(0.1)\nprint(rate())\n").find("name 'sched' is not defined"),
            std::string::npos);
}

TEST(UndefinedNames, ThatSomethingElseMayBindDoNot) {
  for (const char* const before :
       {"from helpers import *\nif warmup:\n    print('slowly')\n", "print(unicode('a'))\n", "display(3)\n",
        "exec(open('settings.py').read())\nprint(warmup)\n", "globals().update(dict(warmup=1))\nprint(warmup)\n",
        "import os\nif 'SLOWLY' in os.environ:\n    warmup = 3\nprint(warmup)\n",
        "import os\nfor warmup in os.listdir('runs'):\n    print('slowly')\nprint(warmup)\n",
        "try:\n    from helpers import warmup\nexcept ImportError:\n    pass\nprint(warmup)\n"})
    EXPECT_EQ(told(before), "") << before;
}

}  // namespace
}  // namespace vramlint::tests
