// The libraries' models against rows that a GPU measured (tests/measured).
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "measured_rows.h"
#include "memory/libraries/aten_reduction.h"
#include "memory/libraries/cudnn_recurrent.h"
#include "ops/define.h"
#include "ops/registry.h"
#include "ops/sample.h"

namespace vramlint::memory::test {
namespace {

using nlohmann::json;
using ops::Given;

std::vector<json> rows(const std::string& family) {
  std::vector<json> result = measured_rows(family);
  EXPECT_GT(result.size(), 40u) << family;
  return result;
}

Platform h100() { return {*graph::torch_profile("2.11"), {}, find_device("h100")}; }

graph::Operand operand(graph::Dtype dtype, std::vector<int64_t> sizes, bool is_parameter = false) {
  graph::Shape shape;
  for (const int64_t size : sizes) shape.push_back(size);
  return {graph::contiguous(dtype, shape), true, is_parameter};
}

struct Recurrent {
  graph::Node node;
  int64_t states = 0, input = 0;
};

/// nn.LSTM and its like, without initial states: they are zeros and kept.
Recurrent recurrent(const json& row) {
  const std::string kind = row.at("op");
  const int64_t gates = kind == "LSTM" ? 4 : kind == "GRU" ? 3 : 1;
  const graph::Dtype dtype = *graph::parse_dtype(row.at("dtype").get<std::string>());
  const int64_t steps = row.at("steps"), batch = row.at("batch"), inputs = row.at("input"), hidden = row.at("hidden");
  const int64_t layers = row.at("layers"), directions = row.at("bidirectional").get<bool>() ? 2 : 1;
  std::vector<graph::Operand> weights;
  for (int64_t i = 0; i < layers * directions; ++i) {
    weights.push_back(operand(dtype, {gates * hidden, i < directions ? inputs : directions * hidden}, true));
    weights.push_back(operand(dtype, {gates * hidden, hidden}, true));
    for (int bias = 0; bias < 2; ++bias) weights.push_back(operand(dtype, {gates * hidden}, true));
  }
  const graph::Operand state = operand(dtype, {layers * directions, batch, hidden});
  const std::string name = kind == "LSTM" ? "lstm" : kind == "GRU" ? "gru" : "rnn_tanh";
  const graph::Op* op = ops::find_schema(name + ".input");
  Given states = kind == "LSTM" ? Given(std::vector<graph::Operand>{state, state}) : Given(state);
  Recurrent made;
  made.node.call = ops::make_call(*op, {operand(dtype, {steps, batch, inputs}), states, weights, true, layers,
                                        row.at("dropout").get<double>(), true, directions == 2, false});
  made.states = (kind == "LSTM" ? 2 : 1) * block(state.type.bytes().point);
  made.input = row.at("batch_first").get<bool>() ? block(steps * batch * inputs * graph::size_of(dtype)) : 0;
  return made;
}

constexpr int64_t kUnsplit = int64_t{1} << 20;  ///< what a large block may be larger than asked for

// The reserve is exact; a row may be larger by what the allocator did not split off.
TEST(Measured, WhatARecurrentLayerKeeps) {
  for (const json& row : rows("recurrent")) {
    SCOPED_TRACE(row.dump());
    const Recurrent layer = recurrent(row);
    const auto reserve = recurrent_reserve(layer.node, h100());
    ASSERT_TRUE(reserve);
    const int64_t copy = block(recurrent_weights_copy(layer.node));
    const int64_t more = row.at("kept").get<int64_t>() - block(reserve->point) - layer.states - copy;
    constexpr int64_t kRounding = 4096;  // of the weights, each at a place of its own
    EXPECT_GE(more, row.at("kept").get<int64_t>() < kUnsplit ? -kRounding : -kUnsplit);
    EXPECT_LE(more, 3 * kUnsplit + kRounding);
  }
}

TEST(Measured, TheWorkspaceOfARecurrentLayer) {
  std::vector<double> errors;
  size_t inside = 0, count = 0;
  for (const json& row : rows("recurrent")) {
    const Recurrent layer = recurrent(row);
    const auto space = recurrent_workspace(layer.node, h100());
    ASSERT_TRUE(space);
    const int64_t measured = row.at("backward").get<int64_t>() - row.at("gradients").get<int64_t>() -
                             row.at("kept").get<int64_t>() - row.at("outputs").get<int64_t>() - layer.input;
    errors.push_back(std::abs(static_cast<double>(space->point.count) / static_cast<double>(measured) - 1));
    inside += space->low.count - kUnsplit <= measured && measured <= space->high.count + kUnsplit ? 1 : 0;
    ++count;
  }
  std::sort(errors.begin(), errors.end());
  EXPECT_LT(errors[count / 2], 0.01);
  EXPECT_LT(errors[count * 9 / 10], 0.08);
  EXPECT_GE(inside * 100, count * 95);
}

// To the byte.
TEST(Measured, WhatAReductionTakes) {
  size_t equal = 0, count = 0;
  for (const json& row : rows("reductions")) {
    const auto shape = row.at("shape").get<std::vector<int64_t>>();
    graph::TensorType input = operand(*graph::parse_dtype(row.at("dtype").get<std::string>()), shape).type;
    if (row.at("channels_last").get<bool>() && shape.size() == 4) {
      input.strides = {shape[1] * shape[2] * shape[3], 1, shape[3] * shape[1], shape[1]};
    }
    std::vector<bool> gone(shape.size());
    for (const int64_t dim : row.at("dims")) gone[static_cast<size_t>(dim)] = true;
    const ReductionBuffers buffers = reduction_buffers(input, gone, row.at("op") == "var" ? 16 : 4, h100());
    const int64_t taken = block(buffers.partial.point) + block(buffers.semaphores.point);
    equal += taken == row.at("extra").get<int64_t>() ? 1 : 0;
    ++count;
  }
  EXPECT_GE(equal * 100, count * 96);
}

// MobileBert's `hidden_states += self.decoder.bias` in half precision, as its allocator was asked on an H100
// (torch 2.11.0).
TEST(Measured, WhatIsAddedInPlaceIsSummedDownToo) {
  using graph::Dtype;
  for (const char* name : {"add_.Tensor", "add.Tensor"}) {
    const graph::Operand logits = operand(Dtype::float16, {8, 256, 30522}),
                         bias = operand(Dtype::float16, {30522}, true);
    graph::Node node;
    node.call = ops::make_call(*ops::find_schema(name), {logits, bias});
    const ReductionBuffers buffers = gradient_reduction(node, 1, logits.type, bias.type, h100());
    EXPECT_EQ(buffers.partial.point, Bytes(23440896)) << name;
    EXPECT_EQ(buffers.semaphores.point, Bytes(1908)) << name;
  }
}

/// Batch, heads, rows, head: lying so, or as a projection's view, or as a third of one.
graph::TensorType attended(const json& row) {
  const auto sizes = row.at("shape").get<std::vector<int64_t>>();
  graph::TensorType type = operand(*graph::parse_dtype(row.at("dtype").get<std::string>()), sizes).type;
  if (row.at("form") == "contiguous") return type;
  const int64_t parts = row.at("form") == "qkv" ? 3 : 1, heads = sizes[1], rows = sizes[2], head = sizes[3];
  type.strides = {parts * rows * heads * head, head, parts * heads * head, 1};
  return type;
}

// Which kernel runs shows in what is kept and in how the result lies.
TEST(Measured, AttentionByItsKernels) {
  graph::TorchProfile torch = h100().torch;
  torch.compute_capability = 90;
  const graph::Op* op = ops::find_schema("scaled_dot_product_attention");
  for (const json& row : rows("attention")) {
    SCOPED_TRACE(row.dump());
    const graph::TensorType type = attended(row);
    const graph::Operand part{type, true};
    Given mask;
    if (const json& kind = row.at("mask"); !kind.is_null()) {
      const graph::Dtype dtype = kind == "bool" ? graph::Dtype::boolean : type.dtype;
      mask = Given(graph::Operand{operand(dtype, {type.size(0), 1, type.size(2), type.size(2)}).type});
    }
    const graph::Call call =
        ops::make_call(*op, {part, part, part, mask, row.at("dropout").get<double>(), row.at("causal").get<bool>()});
    const std::vector<graph::Output> outputs = op->infer(call).outputs;
    // With a mask in half precision the layout is that of the kernel of other cards, which the operator is not told.
    const bool masked = type.dtype != graph::Dtype::float32 && !row.at("mask").is_null();
    if (!masked || row.at("form") != "contiguous") {
      EXPECT_EQ(std::vector<int64_t>(outputs.at(0).type.strides), row.at("strides").get<std::vector<int64_t>>());
    }
    int64_t kept = 0;
    for (const graph::Extra& extra : op->saves(call, outputs, torch).extras) kept += block(extra.bytes.point);
    EXPECT_GE(row.at("kept").get<int64_t>(), kept - (kept > kUnsplit ? kUnsplit : 0));
    EXPECT_LE(row.at("kept").get<int64_t>(), kept + (kept > kUnsplit ? 2 * kUnsplit : 0));
  }
}

bool keeps_a_map(const graph::Operand& query, const graph::Operand& key, Given mask, bool shared) {
  graph::TorchProfile torch = h100().torch;
  torch.compute_capability = 90;
  const graph::Op* op = ops::find_schema("scaled_dot_product_attention");
  const graph::Call call = ops::make_call(*op, {query, key, key, mask, 0.0, false, Given(), shared});
  const graph::Saved saved = op->saves(call, op->infer(call).outputs, torch);
  return std::any_of(saved.extras.begin(), saved.extras.end(),
                     [](const graph::Extra& extra) { return extra.what == "attention map"; });
}

// sdp_utils.cpp: the memory-efficient kernel, which is float32's, wants as many heads of key and value as of the query,
// and no kernel takes a mask whose rows do not lie in one piece. Steps of Llama (4 heads for 16) and T5 (a permuted
// bias) on an H100 held the maps.
TEST(Measured, AttentionThatNoKernelTakes) {
  using graph::Dtype;
  const auto part = [](Dtype dtype, int64_t heads) {
    return graph::Operand{operand(dtype, {2, heads, 32, 16}).type, true};
  };
  for (const Dtype dtype : {Dtype::float32, Dtype::bfloat16}) {
    const bool single = dtype == Dtype::float32;
    EXPECT_EQ(keeps_a_map(part(dtype, 4), part(dtype, 2), Given(), true), single);
    EXPECT_FALSE(keeps_a_map(part(dtype, 4), part(dtype, 4), Given(), true));
    graph::Operand mask{operand(dtype, {1, 4, 32, 32}).type, true};
    EXPECT_FALSE(keeps_a_map(part(dtype, 4), part(dtype, 4), mask, false));
    mask.type.strides = {4096, 1, 128, 4};
    EXPECT_TRUE(keeps_a_map(part(dtype, 4), part(dtype, 4), mask, false));
  }
}

}  // namespace
}  // namespace vramlint::memory::test
