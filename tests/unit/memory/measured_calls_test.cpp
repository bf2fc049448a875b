// Single calls against what a GPU held for them (tests/measured): the most in forward, and in backward beside what is
// kept.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "measured_rows.h"
#include "ops/define.h"
#include "ops/registry.h"
#include "ops/sample.h"

namespace vramlint::memory::test {
namespace {

using nlohmann::json;
using ops::Given;

graph::TorchProfile hopper() {
  graph::TorchProfile torch = *graph::torch_profile("2.11");
  torch.compute_capability = 90;
  return torch;
}

/// What is kept of its own stands before the result or after it, temporaries likewise; brief ones make room for it.
int64_t forward_most(const graph::Call& call, const std::vector<graph::Output>& outputs,
                     const graph::TorchProfile& torch) {
  int64_t before = 0, brief = 0, after = 0;
  if (call.op->saves != nullptr) {
    for (const graph::Extra& extra : call.op->saves(call, outputs, torch).extras)
      (extra.before_output ? before : after) += block(extra.bytes.point);
  }
  if (call.op->forward != nullptr) {
    for (const graph::Temporary& each : call.op->forward(call, outputs, torch))
      (each.brief ? brief : each.before_output ? before : after) += block(each.bytes.point);
  }
  for (const graph::Output& output : outputs) after += block(output.type.bytes().point);
  return before + std::max(brief, after);
}

/// What a part of the call has kept goes when that part has run.
int64_t backward_most(const graph::Call& call, const std::vector<graph::Output>& outputs,
                      const graph::TorchProfile& torch) {
  std::vector<std::optional<graph::TensorType>> grads;
  for (const graph::Output& output : outputs) grads.emplace_back(output.type);
  const graph::Saved saved = call.op->saves != nullptr ? call.op->saves(call, outputs, torch) : graph::Saved{};
  const size_t held_by_others = saved.operands.size() + saved.outputs.size();
  std::map<int, int64_t> slots;
  int64_t live = 0, most = 0;
  for (const graph::GradStep& step : call.op->backward({call, outputs, grads, torch})) {
    using Kind = graph::GradStep::Kind;
    if (step.kind == Kind::allocate) live += slots[step.slot] = block(step.bytes.point);
    if (step.kind == Kind::gradient) live += block(step.type.bytes().point);
    if (step.kind == Kind::release) live -= slots[step.slot];
    if (step.kind == Kind::forget && step.slot >= static_cast<int>(held_by_others))
      live -= block(saved.extras.at(static_cast<size_t>(step.slot) - held_by_others).bytes.point);
    most = std::max(most, live);
  }
  return most;
}

double off(int64_t simulated, const json& measured) {
  return std::abs(static_cast<double>(simulated) / measured.get<double>() - 1);
}

graph::Operand operand_of(graph::Dtype dtype, std::vector<int64_t> sizes, bool requires_grad) {
  return {graph::contiguous(dtype, graph::Shape(sizes.begin(), sizes.end())), requires_grad};
}

/// Rows by batch, heads, queries, keys and head size.
graph::Call attention_by_kernel(const json& row) {
  const std::map<std::string, int64_t> bits = {
      {"MATH", 1}, {"FLASH_ATTENTION", 2}, {"EFFICIENT_ATTENTION", 4}, {"CUDNN_ATTENTION", 8}};
  const graph::Dtype dtype = *graph::parse_dtype(row.at("dtype").get<std::string>());
  const auto sizes = row.at("shape").get<std::vector<int64_t>>();
  const graph::Operand query = operand_of(dtype, {sizes[0], sizes[1], sizes[2], sizes[4]}, true);
  const graph::Operand key = operand_of(dtype, {sizes[0], sizes[1], sizes[3], sizes[4]}, true);
  Given mask;
  if (const json& kind = row.at("mask"); !kind.is_null()) {
    const graph::Dtype of_mask = kind == "bool" ? graph::Dtype::boolean : dtype;
    mask = Given(operand_of(of_mask, {sizes[0], 1, sizes[2], sizes[3]}, false));
  }
  return ops::make_call(*ops::find_schema("scaled_dot_product_attention"),
                        {query, key, key, mask, row.at("dropout").get<double>(), row.at("causal").get<bool>(), Given(),
                         false, bits.at(row.at("backend").get<std::string>())});
}

// Heads of 256 in the memory-efficient kernel, and dropout by plain operators, are met worst.
TEST(MeasuredCalls, AttentionByTheKernelThatIsAskedFor) {
  const std::vector<json> rows = measured_rows("attention_by_kernel");
  ASSERT_GE(rows.size(), 40u);
  size_t close = 0;
  for (const json& row : rows) {
    SCOPED_TRACE(row.dump());
    const graph::Call call = attention_by_kernel(row);
    const auto outputs = call.op->infer(call).outputs;
    const double forward = off(forward_most(call, outputs, hopper()), row.at("forward_peak"));
    const double backward = off(backward_most(call, outputs, hopper()), row.at("backward_peak"));
    EXPECT_LT(forward, 0.06);
    EXPECT_LT(backward, 0.12);
    close += forward < 0.02 && backward < 0.02 ? 1 : 0;
  }
  EXPECT_GE(close * 100, rows.size() * 85);
}

struct Asked {
  std::string_view schema;
  std::vector<Given> arguments;
  int64_t beside = 0;  ///< what the measured expression makes itself, in forward
};

TEST(MeasuredCalls, SingleOperators) {
  using ops::data;
  const graph::Operand x = operand_of(graph::Dtype::float32, {8, 64, 128, 128}, true);
  const graph::Operand target = data({8, 64, 128, 128});
  const int64_t full = block(x.type.bytes().point);
  const std::map<std::string, Asked> asked = {
      {"softmax", {"softmax.int", {x, -1}}},
      {"log_softmax", {"log_softmax.int", {x, -1}}},
      {"bce", {"binary_cross_entropy_with_logits", {x, target, Given(), Given(), 1}, full}},
      {"kl_div", {"kl_div", {x, target, 2}, full}},
      {"masked_select", {"masked_select", {x, data({8, 64, 128, 128}, graph::Dtype::boolean)}, full / 4}},
      {"logsumexp", {"logsumexp", {x, std::vector<int64_t>{1}}}},
      {"cumsum", {"cumsum", {x, -1}}},
      {"gelu", {"gelu", {x}}},
      {"silu", {"silu", {x}}},
      {"layer_norm", {"layer_norm", {x, std::vector<int64_t>{128}, Given(), Given()}}}};
  size_t compared = 0;
  for (const json& row : measured_rows("calls")) {
    const auto found = asked.find(row.at("op").get<std::string>());
    if (found == asked.end()) continue;
    SCOPED_TRACE(row.dump());
    const graph::Call call = ops::make_call(*ops::find_schema(found->second.schema), found->second.arguments);
    const auto outputs = call.op->infer(call).outputs;
    EXPECT_LT(off(forward_most(call, outputs, hopper()) + found->second.beside, row.at("forward_peak")), 0.001);
    EXPECT_LT(off(backward_most(call, outputs, hopper()), row.at("backward_peak")), 0.001);
    ++compared;
  }
  EXPECT_EQ(compared, asked.size());
}

}  // namespace
}  // namespace vramlint::memory::test
