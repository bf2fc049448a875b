// Tensors whose elements are all one number, whatever their size, and what they decide.
#include <gtest/gtest.h>

#include "fixture.h"

namespace vramlint::model {
namespace {

/// A net that takes relu where `mask` has nothing left out, else tanh. 80 x 100 elements are too many to be listed.
BuildResult masked(const std::string& mask) {
  Recipe recipe;
  recipe.files["net.py"] = R"(
import torch
import torch.nn as nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(100, 4)
        self.register_buffer("seen", torch.ones(1))

    def forward(self, x):
        y = self.fc(x)
)" + mask + R"(
        return torch.relu(y).sum() if mask.all() else torch.tanh(y).sum()
)";
  recipe.model = "net.Net()";
  recipe.inputs = {"float32[80, 100]"};
  recipe.loss = "outputs";
  return recipe.build();
}

bool runs(const BuildResult& result, std::string_view name) {
  for (const graph::Event& event : result.built->phases.at(0).events) {
    const auto* node = std::get_if<graph::Node>(&event);
    if (node && node->call.op->schema.starts_with(name)) return true;
  }
  return false;
}

/// Nothing was assumed, and only the one arm runs.
void expect_known(const BuildResult& result, std::string_view arm, std::string_view other) {
  ASSERT_TRUE(result.built) << result.failure->message;
  EXPECT_TRUE(result.assumptions.empty()) << result.assumptions.front().text;
  EXPECT_TRUE(runs(result, arm));
  EXPECT_FALSE(runs(result, other));
}

void expect_unknown(const BuildResult& result) {
  ASSERT_TRUE(result.built) << result.failure->message;
  EXPECT_FALSE(result.assumptions.empty());
}

TEST(Uniform, AMaskOfOnesLeavesNothingOut) {
  expect_known(masked("        mask = torch.ones_like(x, dtype=torch.bool)\n"), "relu(", "tanh(");
  expect_known(masked("        mask = torch.ones(80, 100, device=x.device)[:, 3:].to(torch.bool).unsqueeze(0)\n"),
               "relu(", "tanh(");
  expect_known(masked("        mask = (torch.zeros_like(x) + 2).expand(3, 80, 100) > 1\n"), "relu(", "tanh(");
  expect_known(masked("        mask = torch.full((80, 100), 3, device=x.device) == 2\n"), "tanh(", "relu(");
  expect_known(masked("        mask = torch.ones(80, 100).to(x.device) > 0\n"), "relu(", "tanh(");
}

TEST(Uniform, WhatIsWrittenToIsNotKnown) {
  expect_unknown(masked("        mask = torch.ones_like(x)\n        mask[0] = x[0]\n"));
  expect_unknown(masked("        mask = torch.ones_like(x)\n        row = mask[0]\n        row.mul_(x[0])\n"));
  expect_unknown(masked("        mask = torch.ones_like(x).mul_(x)\n"));
  expect_unknown(masked("        mask = torch.ones_like(x) * x\n"));
  expect_unknown(masked("        mask = torch.max(torch.ones_like(x), x)\n"));
}

TEST(Uniform, WhatTheRunMayHaveChangedIsNotKnown) {
  expect_unknown(masked("        mask = self.seen > 0\n"));
  expect_unknown(masked("        mask = torch.bernoulli(torch.ones_like(x))\n"));
}

}  // namespace
}  // namespace vramlint::model
