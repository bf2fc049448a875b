// Names of libraries as programs write them: those that later releases dropped, options of command lines, packages that
// a program hides behind modules of its own.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

// A layer of 8 x 24 weights and 24 biases: 8 and 3 are the defaults.
TEST(DescribedNames, SpecsOfArgumentsAreThoseOfTheirRelease) {
  const Said said = said_of_script(
      "import inspect\nimport torch\nfrom torch import nn\n"
      "def made(size, width=8, times=3, *rest, **more):\n    pass\n"
      "def typed(width: int = 7):\n    pass\n"
      "args, varargs, keywords, defaults = inspect.getargspec(made)\n"
      "assert (args, varargs, keywords) == (['size', 'width', 'times'], 'rest', 'more')\n"
      "try:\n    inspect.getargspec(typed)\n    times = 1\nexcept ValueError:\n    times = defaults[1]\n"
      "net = nn.Linear(defaults[0], 8 * times)\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "for step in range(10):\n    net(torch.zeros(4, 8)).sum().backward()\n    opt.step()\n");
  expect_parameters(said, 8 * 24 + 24);
}

}  // namespace
}  // namespace vramlint::tests
