// What must hold for every operator and every sample of it.
#include <gtest/gtest.h>

#include <set>

#include "graph/schema.h"
#include "ops/layout.h"
#include "ops/registry.h"

namespace vramlint::ops {
namespace {

using graph::Call;
using graph::GradStep;
using graph::Output;
using graph::TorchProfile;

class Operators : public testing::TestWithParam<const graph::Op*> {};

std::vector<TorchProfile> profiles() {
  return {*graph::torch_profile("1.13"), *graph::torch_profile("2.0"), *graph::torch_profile("2.4"),
          *graph::torch_profile("2.7")};
}

bool valid_interval(const Interval& bytes) {
  return bytes.low.count >= 0 && bytes.low <= bytes.point && bytes.point <= bytes.high;
}

bool recorded(const Call& call) {
  for (const graph::Operand& operand : call.operands) {
    if (operand.requires_grad) return true;
  }
  return false;
}

std::vector<std::optional<TensorType>> incoming(const std::vector<Output>& outputs) {
  std::vector<std::optional<TensorType>> grads;
  for (const Output& output : outputs) {
    if (output.differentiable) {
      grads.push_back(graph::contiguous(output.type.dtype, output.type.shape));
    } else {
      grads.push_back(std::nullopt);
    }
  }
  return grads;
}

TEST_P(Operators, HasAnOddSampleAndNone) {
  const std::vector<Call> calls = GetParam()->samples();
  EXPECT_GE(calls.size(), 2u);
  for (const Call& call : calls) EXPECT_EQ(call.op, GetParam());
}

TEST_P(Operators, InfersEverySample) {
  const graph::Schema schema = graph::parse_schema(GetParam()->schema);
  for (const Call& call : GetParam()->samples()) {
    const graph::Inferred inferred = GetParam()->infer(call);
    EXPECT_EQ(inferred.error, "");
    EXPECT_FALSE(inferred.outputs.empty());
    for (const Output& output : inferred.outputs) {
      EXPECT_EQ(output.type.shape.size(), output.type.strides.size());
      EXPECT_EQ(output.operand >= 0, output.alias != Output::Alias::fresh);
      EXPECT_LT(output.operand, static_cast<int>(call.operands.size()));
    }
    const bool writes = schema.arguments.front().writes;
    EXPECT_EQ(writes, inferred.outputs.front().alias == Output::Alias::in_place);
  }
}

TEST_P(Operators, SavesWhatExists) {
  for (const Call& call : GetParam()->samples()) {
    const std::vector<Output> outputs = GetParam()->infer(call).outputs;
    for (const TorchProfile& torch : profiles()) {
      if (GetParam()->saves == nullptr) continue;
      const graph::Saved saved = GetParam()->saves(call, outputs, torch);
      for (int operand : saved.operands) {
        EXPECT_GE(operand, 0);
        EXPECT_LT(operand, static_cast<int>(call.operands.size()));
      }
      for (int output : saved.outputs) EXPECT_LT(output, static_cast<int>(outputs.size()));
      for (const graph::Extra& extra : saved.extras) {
        EXPECT_TRUE(valid_interval(extra.bytes));
        EXPECT_FALSE(extra.what.empty());
      }
      EXPECT_TRUE(GetParam()->backward != nullptr || (saved.operands.empty() && saved.outputs.empty()));
    }
  }
}

TEST_P(Operators, ScratchHasSizes) {
  if (GetParam()->forward == nullptr) return;
  for (const Call& call : GetParam()->samples()) {
    const std::vector<Output> outputs = GetParam()->infer(call).outputs;
    for (const graph::Temporary& temporary : GetParam()->forward(call, outputs, profiles().front())) {
      EXPECT_TRUE(valid_interval(temporary.bytes));
      EXPECT_FALSE(temporary.what.empty());
    }
  }
}

/// Follows one backward program.
struct Ledger {
  std::set<int> live, ever;
  std::set<int> given;

  void follow(const Call& call, const GradStep& step) {
    switch (step.kind) {
      case GradStep::Kind::allocate:
        EXPECT_TRUE(ever.insert(step.slot).second) << "slot allocated twice";
        live.insert(step.slot);
        EXPECT_TRUE(valid_interval(step.bytes));
        return;
      case GradStep::Kind::release:
        EXPECT_EQ(live.erase(step.slot), 1u) << "slot released that is not live";
        return;
      case GradStep::Kind::promote:
        EXPECT_EQ(live.erase(step.slot), 1u) << "slot promoted that is not live";
        break;
      case GradStep::Kind::part:
        EXPECT_TRUE(live.contains(step.slot)) << "view of a slot that is not live";
        break;
      case GradStep::Kind::gradient:
      case GradStep::Kind::pass:
        break;
      case GradStep::Kind::forget:
        EXPECT_GE(step.slot, -1);
        return;
      case GradStep::Kind::returned:
        return;
    }
    give(call, step);
  }

  void give(const Call& call, const GradStep& step) {
    ASSERT_GE(step.operand, 0);
    ASSERT_LT(step.operand, static_cast<int>(call.operands.size()));
    const graph::Operand& operand = call.operands[static_cast<size_t>(step.operand)];
    EXPECT_TRUE(operand.requires_grad);
    EXPECT_TRUE(given.insert(step.operand).second) << "two gradients";
    EXPECT_TRUE(same_sizes(step.type.shape, operand.type.shape))
        << to_string(step.type) << " for " << to_string(operand.type);
    EXPECT_EQ(step.type.dtype, operand.type.dtype);
    EXPECT_EQ(step.type.strides.size(), step.type.shape.size());
  }
};

TEST_P(Operators, BackwardGivesEveryGradientOnce) {
  if (GetParam()->backward == nullptr) return;
  for (const Call& call : GetParam()->samples()) {
    const std::vector<Output> outputs = GetParam()->infer(call).outputs;
    const auto grads = incoming(outputs);
    if (!recorded(call) || std::none_of(grads.begin(), grads.end(), [](const auto& grad) { return grad.has_value(); }))
      continue;
    for (const TorchProfile& torch : profiles()) {
      Ledger ledger;
      const graph::BackwardCall backward{call, outputs, grads, torch};
      for (const GradStep& step : GetParam()->backward(backward)) ledger.follow(call, step);
      for (size_t i = 0; i < call.operands.size(); ++i) {
        EXPECT_EQ(ledger.given.contains(static_cast<int>(i)), call.operands[i].requires_grad) << "operand " << i;
      }
    }
  }
}

std::string test_name(const testing::TestParamInfo<const graph::Op*>& info) {
  std::string name(info.param->schema.substr(0, info.param->schema.find('(')));
  for (char& letter : name) {
    if (letter == '.') letter = '_';
  }
  return std::to_string(info.index) + "_" + name;
}

INSTANTIATE_TEST_SUITE_P(All, Operators, testing::ValuesIn(operators().begin(), operators().end()), test_name);

}  // namespace
}  // namespace vramlint::ops
