// Gradient penalties: what torch.autograd.grad with create_graph keeps, and what goes backward through it.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

Said penalised(const std::string& layers, const std::string& input, const std::string& more = "") {
  return said_of_script(
      "import torch\nfrom torch import nn\n" + more + "net = nn.Sequential(" + layers +
      ").cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor i in range(10):\n    x = torch.zeros(" + input +
      ").cuda()\n    y = x.clone().requires_grad_(True)\n    out = net(y)\n"
      "    g, = torch.autograd.grad(out, y, torch.ones_like(out), create_graph=True, retain_graph=True)\n"
      "    loss = ((g.reshape(g.size(0), -1).norm(2, dim=1) - 1) ** 2).mean()\n    opt.zero_grad()\n"
      "    loss.backward()\n    opt.step()\n    del y, out, g, loss\n");
}

constexpr double kMiB = 1 << 20;

/// `measured`: the peak of what one such step allocates with PyTorch 1.13.1 on the CPU, parameters and input excepted.
void expect_measured(const Said& said, double measured, double parameters, double input) {
  EXPECT_EQ(said.status(), "partial");
  const double workspace = said.config["breakdown"].value("workspace", 0.0);
  const double made = static_cast<double>(said.allocated()) - workspace - (parameters + input) * kMiB;
  EXPECT_NEAR(made / kMiB, measured, 0.16 * measured);
  EXPECT_TRUE(said.lists("worked out by the sizes of the first ones"));
}

TEST(SecondDerivatives, GradientPenaltiesAreAsLargeAsMeasured) {
  const std::string linear = "nn.Linear(512, 1024), ACT, nn.Linear(1024, 1024), ACT, nn.Linear(1024, 1)";
  const auto with = [&](const std::string& act) {
    std::string layers = linear;
    for (size_t at; (at = layers.find("ACT")) != std::string::npos;) layers.replace(at, 3, act);
    return layers;
  };
  // 512 * 1024 + 1024 + 1024 * 1024 + 1024 + 1024 + 1 parameters, 2048 x 512 numbers.
  expect_measured(penalised(with("nn.LeakyReLU(0.2)"), "2048, 512"), 78.02, 6.01, 4);
  expect_measured(penalised(with("nn.Tanh()"), "2048, 512"), 90.02, 6.01, 4);
}

TEST(SecondDerivatives, OfAFunctionOfTheProgramsOwnTheyAreNotKnown) {
  const std::string function =
      "class Twice(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n        return x * 2\n"
      "    @staticmethod\n    def backward(ctx, g):\n        return g * 2\n"
      "class Layer(nn.Module):\n    def forward(self, x):\n        return Twice.apply(x)\n";
  const Said said = penalised("nn.Linear(64, 64), Layer(), nn.Linear(64, 1)", "8, 64", function);
  EXPECT_EQ(said.status(), "partial") << said.config["unknowns"];
  EXPECT_TRUE(said.lists("create_graph=True"));
}

}  // namespace
}  // namespace vramlint::tests
