// What the arm of a branch on an Unknown does to tensors, and to whether gradients are recorded. Where it raises, what
// comes after the branch finds everything as it was; where it may have run, nothing of it is taken as certain.
#include <gtest/gtest.h>

#include "fixture.h"

namespace vramlint::model {
namespace {

/// What a forward says that raises a text of what it finds of `t`, three times 4.0, behind `branch`.
BuildResult asked(const std::string& made, const std::string& branch, const std::string& question) {
  Recipe recipe;
  recipe.files["net.py"] = R"(
import torch
import torch.nn as nn
import foo

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        t = )" + made + "\n" +
                           branch + "        raise ValueError(" + question + ")\n";
  recipe.model = "net.Net()";
  recipe.inputs = {"float32[2, 3]"};
  recipe.loss = "outputs";
  return recipe.build();
}

/// What is found: 4.0 four times and so on, computed by hand.
constexpr const char* kFound =
    "str((t.tolist(), t.max().item(), tuple(t.shape), t.dim(), str(t.dtype), t.requires_grad, t.grad is None, "
    "bool((t > 8).any()), type(t).__name__, torch.is_grad_enabled()))";
constexpr const char* kAsItWas =
    "ValueError: ([4.0, 4.0, 4.0], 4.0, (3,), 1, 'torch.float32', False, True, False, 'Tensor', True)";

constexpr const char* kChanges[] = {"t.fill_(9)",
                                    "t.add_(5)",
                                    "t *= 3",
                                    "t[0] = 9",
                                    "t[:2] = 9",
                                    "t[t > 0] = 9",
                                    "t.view(-1)[1] = 9",
                                    "t[1:].zero_()",
                                    "t.copy_(torch.zeros(3))",
                                    "t.masked_fill_(t > 0, 9)",
                                    "t.uniform_(7, 9)",
                                    "t.exp_()",
                                    "t.index_fill_(0, torch.tensor([0]), 9)",
                                    "t.zero_()",
                                    "t.unsqueeze_(0)",
                                    "t.t_()",
                                    "t.data = torch.ones(7)",
                                    "t.data = torch.zeros(3, dtype=torch.float64)",
                                    "t.requires_grad_()",
                                    "t.grad = torch.ones(3)",
                                    "t[0] = self.fc.weight[0, 0]",
                                    "t.mul_(self.fc.bias)",
                                    "t.__class__ = nn.Parameter",
                                    "torch.set_grad_enabled(False)",
                                    "torch.no_grad().__enter__()",
                                    "for row in t.unsqueeze(0): row += 1"};

TEST(TensorArms, WhatRaisesIsUndone) {
  for (const char* made : {"torch.ones(3) * 4", "torch.tensor([4.0, 4.0, 4.0])", "torch.full((3,), 4.0)"}) {
    for (const char* change : kChanges) {
      SCOPED_TRACE(std::string(made) + ": " + change);
      const std::string arm = std::string("            ") + change + "\n            raise RuntimeError\n";
      const BuildResult result = asked(made, "        if foo.a():\n" + arm, kFound);
      ASSERT_TRUE(result.failure);
      EXPECT_EQ(result.failure->message, kAsItWas);
    }
  }
}

TEST(TensorArms, WhatRaisesWithinAnArmIsUndone) {
  for (const char* change : kChanges) {
    SCOPED_TRACE(change);
    const std::string arm = std::string("                ") + change + "\n            raise RuntimeError\n";
    const BuildResult result =
        asked("torch.ones(3) * 4", "        if foo.a():\n            if foo.b():\n" + arm, kFound);
    ASSERT_TRUE(result.failure);
    EXPECT_EQ(result.failure->message, kAsItWas);
  }
}

/// Elements are one or the other; of other changes one arm is followed, which is said.
TEST(TensorArms, WhatMayHaveRunIsNotCertain) {
  for (const char* change : kChanges) {
    SCOPED_TRACE(change);
    for (const char* branch : {"        if foo.a():\n", "        for _ in foo.a():\n"}) {
      const BuildResult result =
          asked("torch.ones(3) * 4", branch + std::string("            ") + change + "\n", kFound);
      ASSERT_TRUE(result.failure);
      EXPECT_TRUE(result.failure->message != kAsItWas || !result.assumptions.empty()) << result.failure->message;
    }
  }
}

TEST(TensorArms, ElementsLieBetweenWhatTheyWereAndWhatTheyMayBe) {
  for (const char* change : {"t.fill_(9)", "t.add_(5)", "t.clamp_(9, 9)"}) {
    SCOPED_TRACE(change);
    const std::string branch = std::string("        if foo.a():\n            ") + change + "\n";
    const BuildResult high = asked("torch.ones(3) * 4", branch, "str(bool(t.max() > 9.5)) + str(bool(t.max() < 3.5))");
    ASSERT_TRUE(high.failure);
    EXPECT_EQ(high.failure->message, "ValueError: FalseFalse");
  }
}

}  // namespace
}  // namespace vramlint::model
