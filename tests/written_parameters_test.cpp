// Parameters that a program writes to itself, and optimizers of its own: what they keep is made once.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

// A weight of 1,024 x 1,024 and a bias of 1,024 elements.
constexpr int64_t kLayer = 4 * (1024 * 1024 + 1024);

/// A layer that Adam trains; `before` and `after` are statements of a round, `setup` what comes before the loop.
Said written(const std::string& after, const std::string& before = "", const std::string& setup = "",
             const std::string& optimizer = "torch.optim.Adam(net.parameters(), foreach=False)") {
  return said_of_script("import torch\nfrom torch import nn\nnet = nn.Linear(1024, 1024).cuda()\n" + setup +
                        "opt = " + optimizer + "\nfor step in range(9):\n    x = torch.zeros(4, 1024).cuda()\n" +
                        before + "    opt.zero_grad()\n    net(x).mean().backward()\n    opt.step()\n" + after);
}

// torch/csrc/autograd/VariableTypeUtils.h (2.4), check_inplace: a leaf may be written while nothing is recorded, and
// stays one.
TEST(WrittenParameters, StayLeavesWhereNothingIsRecorded) {
  for (const std::string write :
       {"p.clamp_(-1, 1)", "p.mul_(0.5)", "p *= 0.5", "p.copy_(p * 2)", "p.data.clamp_(-1, 1)"}) {
    const std::string loop =
        "    with torch.no_grad():\n        for p in net.parameters():\n            " + write + "\n";
    for (const Said& said : {written(loop), written("", loop)}) {
      ASSERT_EQ(said.status(), "estimated") << write << said.config << said.findings;
      EXPECT_EQ(states(said), 2 * kLayer) << write;
      EXPECT_EQ(said.mistakes(), 0) << said.findings;
    }
  }
}

TEST(WrittenParameters, HaveTheirGradientsAfterwards) {
  const Said said = written(
      "    with torch.no_grad():\n        for p in net.parameters():\n            p.add_(p.grad)\n"
      "    assert all([p.grad is not None and p.is_leaf and p.requires_grad for p in net.parameters()])\n");
  EXPECT_EQ(said.status(), "estimated") << said.config << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
}

const char* const kMomentum = R"(class Momentum(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, dict(lr=lr))

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if len(state) == 0:
                    state["momentum"] = torch.zeros_like(p)
                state["momentum"].mul_(0.9).add_(p.grad)
                p.add_(state["momentum"], alpha=-group["lr"])
)";

// What an optimizer of the program's own keeps is there once from the second round on, and is an optimizer's.
TEST(OwnOptimizer, ItsStatesAreMadeInTheFirstRoundAlone) {
  const Said said = written("", "", kMomentum, "Momentum(net.parameters())");
  ASSERT_EQ(said.status(), "estimated") << said.config << said.findings;
  EXPECT_EQ(states(said), kLayer);
}

TEST(OwnOptimizer, ItNeedsNoNoGrad) {
  std::string step = kMomentum;
  step.replace(step.find("p.add_("), 7, "p.data.add_(");
  step.replace(step.find(".add_(p.grad)"), 13, ".add_(p.grad.data)");
  const std::string guard = "    @torch.no_grad()\n";
  ASSERT_NE(step.find(guard), std::string::npos);
  step.erase(step.find(guard), guard.size());
  const Said said = written("", "", step, "Momentum(net.parameters())");
  ASSERT_EQ(said.status(), "estimated") << said.config << said.findings;
  EXPECT_EQ(states(said), kLayer);
}

}  // namespace
}  // namespace vramlint::tests
