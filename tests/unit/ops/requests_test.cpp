// In which order operators ask for memory, as an H100's allocator was asked (torch 2.11.0+cu130: the histories of
// language/llama-fp32, language/gpt2-fp32 and vision/timm-convnext_tiny-fp32-sgd, second step).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/layout.h"
#include "ops/registry.h"
#include "ops/sample.h"

namespace vramlint::ops {
namespace {

using ::testing::ElementsAre;

const TorchProfile kTorch = *graph::torch_profile("2.11");

std::vector<std::string> names_before(const Call& call, bool before) {
  std::vector<std::string> names;
  const std::vector<Output> outputs = call.op->infer(call).outputs;
  for (const Extra& extra : call.op->saves(call, outputs, kTorch).extras) {
    if (extra.before_output == before) names.emplace_back(extra.what);
  }
  if (call.op->forward == nullptr) return names;
  for (const Temporary& temporary : call.op->forward(call, outputs, kTorch)) {
    if (temporary.before_output == before) names.emplace_back(temporary.what);
  }
  return names;
}

/// Operands in the order of their gradients; -1 is a temporary that none of them is a view of.
std::vector<int> gradients_of(const Call& call) {
  const std::vector<Output> outputs = call.op->infer(call).outputs;
  const std::vector<std::optional<TensorType>> grads = {outputs[0].type};
  std::vector<int> order;
  using Kind = graph::GradStep::Kind;
  const std::vector<graph::GradStep> steps = call.op->backward({call, outputs, grads, kTorch});
  const auto is_viewed = [&](const graph::GradStep& made) {
    return std::any_of(steps.begin(), steps.end(),
                       [&](const graph::GradStep& step) { return step.kind == Kind::part && step.slot == made.slot; });
  };
  for (const graph::GradStep& step : steps) {
    if (step.kind == Kind::gradient || step.kind == Kind::part) order.push_back(step.operand);
    if (step.kind == Kind::allocate && !is_viewed(step)) order.push_back(-1);
  }
  return order;
}

TEST(Requests, AProductWithoutBiasMakesTheWeightsGradientFirst) {
  const Op& linear = *find_schema("linear");
  EXPECT_THAT(gradients_of(make_call(linear, {tensor({2, 4, 3}), parameter({5, 3})})), ElementsAre(1, 0));
  EXPECT_THAT(gradients_of(make_call(linear, {tensor({2, 4, 3}), parameter({5, 3}), parameter({5})})).front(), 0);
  EXPECT_THAT(gradients_of(make_call(*find_schema("bmm"), {tensor({2, 4, 3}), tensor({2, 3, 5})})), ElementsAre(1, 0));
}

std::vector<Bytes> allocated_by(const Call& call) {
  const std::vector<Output> outputs = call.op->infer(call).outputs;
  const std::vector<std::optional<TensorType>> grads = {outputs[0].type};
  std::vector<Bytes> bytes;
  for (const graph::GradStep& step : call.op->backward({call, outputs, grads, kTorch})) {
    if (step.kind == graph::GradStep::Kind::allocate) bytes.push_back(step.bytes.point);
  }
  return bytes;
}

/// torch 1.13's profiler of backward with value of 4,096 numbers: [4096, 262144, …] bytes for a factor of 1,024 floats.
TEST(Requests, AFactorsGradientHoldsAnIntermediateOfTheOtherFactorsSize) {
  const Bytes full(64 * 1024 * 4), small(1024 * 4);
  const auto call = [](const char* name, Operand first, Operand second) {
    return make_call(*find_schema(name), {data({64, 1024}), std::move(first), std::move(second)});
  };
  EXPECT_THAT(allocated_by(call("addcmul", tensor({64, 1024}), data({1024}))).front(), small);
  EXPECT_THAT(allocated_by(call("addcmul", data({1024}), tensor({64, 1024}))).front(), small);
  EXPECT_THAT(allocated_by(call("addcmul", data({64, 1024}), tensor({1024}))).front(), full);
  EXPECT_THAT(allocated_by(call("addcdiv", tensor({64, 1024}), data({1024}))).front(), small);
  const std::vector<Bytes> divisor = allocated_by(call("addcdiv", data({1024}), tensor({64, 1024})));
  EXPECT_EQ(std::count(divisor.begin(), divisor.end(), small), 1) << "tensor1 * value";
}

/// post_process_flash_output of aten/src/ATen/native/transformers/attention.cpp (2.11) narrows what the kernel wrote.
TEST(Requests, AttentionOfPaddedHeadsGivesAPartOfEveryPaddedRow) {
  const auto strides = [](int64_t head) {
    Operand query = tensor({2, 4, 16, head}, Dtype::bfloat16);
    query.type.strides = {16 * 4 * head, head, 4 * head, 1};
    const Call call = make_call(*find_schema("scaled_dot_product_attention"), {query, query, query});
    return call.op->infer(call).outputs[0].type.strides;
  };
  EXPECT_THAT(strides(36), ElementsAre(4 * 16 * 40, 16 * 40, 40, 1));
  EXPECT_THAT(strides(48), ElementsAre(16 * 4 * 48, 48, 4 * 48, 1));
}

TEST(Requests, LogProbabilitiesAndDropoutsMaskStandBeforeTheResult) {
  const Call loss = make_call(*find_schema("cross_entropy_loss"), {tensor({8, 16}), data({8}, Dtype::int64)});
  EXPECT_THAT(names_before(loss, true), ElementsAre("log probabilities"));
  const Call dropout = make_call(*find_schema("dropout"), {tensor({8, 16}), 0.5, true});
  EXPECT_THAT(names_before(dropout, true), ElementsAre("dropout mask"));
}

/// Fewer heads of key and value than of the query, in float32: plain operators.
Call shared_heads() {
  Operand query = tensor({2, 8, 64, 16});
  query.type.strides = {8192, 16, 128, 1};
  return make_call(*find_schema("scaled_dot_product_attention"),
                   {query, tensor({2, 2, 64, 16}), tensor({2, 2, 64, 16}), Given(), 0.0, true, Given(), true});
}

TEST(Requests, PlainAttentionMakesEverythingBeforeItsResult) {
  const Call call = shared_heads();
  EXPECT_THAT(names_before(call, true),
              ElementsAre("scaled query", "copy of the value", "scaled key", "attention map", "causal mask",
                          "causal mask", "key of every head", "query as it lay", "attention logits", "masked places"));
  EXPECT_THAT(names_before(call, false), ElementsAre());
}

/// Falcon in float32, one head of key and value beside twelve of the query: no kernel takes what has to be expanded.
/// The history of language/falcon-fp32 keeps the query's, key's and value's copies and the map.
TEST(Requests, HeadsThatHaveToBeExpandedAreCopied) {
  Operand query = tensor({4, 12, 512, 64});
  query.type.strides = {430080, 64, 840, 1};
  const Call call = make_call(*find_schema("scaled_dot_product_attention"),
                              {query, tensor({4, 1, 512, 64}), tensor({4, 1, 512, 64}), Given(), 0.0, true});
  Bytes kept;
  for (const Extra& extra : call.op->saves(call, call.op->infer(call).outputs, kTorch).extras)
    kept += extra.bytes.point;
  EXPECT_EQ(kept, Bytes(3 * 6291456 + 50331648));
  const Call other = make_call(*find_schema("scaled_dot_product_attention"),
                               {query, tensor({4, 4, 512, 64}), tensor({4, 4, 512, 64})});
  EXPECT_NE(other.op->infer(other).error.text.find("must match the size of tensor b (4)"), std::string::npos);
}

/// Bert in bfloat16 (the history of language/bert-bf16): three gradients, then one workspace of 12,779,776 bytes.
TEST(Requests, CudnnsAttentionTakesItsWorkspaceBesideTheGradients) {
  graph::TorchProfile hopper = kTorch;
  hopper.compute_capability = 90;
  const Operand query = tensor({16, 12, 256, 64}, Dtype::bfloat16);
  const Call call = make_call(*find_schema("scaled_dot_product_attention"), {query, query, query});
  const std::vector<Output> outputs = call.op->infer(call).outputs;
  std::vector<int64_t> asked;
  for (const graph::GradStep& step : call.op->backward({call, outputs, {outputs[0].type}, hopper})) {
    if (step.kind == graph::GradStep::Kind::gradient) asked.push_back(step.type.bytes().point.count);
    if (step.kind == graph::GradStep::Kind::allocate) asked.push_back(step.bytes.point.count);
  }
  EXPECT_THAT(asked, ElementsAre(6291456, 6291456, 6291456, 12779776));
}

/// Exaone 4 in bfloat16: 12 heads of queries share 4 of keys and values. Beside an accumulator and a sum a row there is
/// a gradient of every head for keys and for values: 12,681,472 bytes in its history.
TEST(Requests, HeadsThatAreSharedHaveGradientsOfTheirOwn) {
  graph::TorchProfile hopper = kTorch;
  hopper.compute_capability = 90;
  const Operand query = tensor({4, 12, 512, 64}, Dtype::bfloat16), shared = tensor({4, 4, 512, 64}, Dtype::bfloat16);
  const Call call = make_call(*find_schema("scaled_dot_product_attention"),
                              {query, shared, shared, Given(), 0.0, true, Given(), true});
  const std::vector<Output> outputs = call.op->infer(call).outputs;
  const std::vector<graph::GradStep> steps = call.op->backward({call, outputs, {outputs[0].type}, hopper});
  ASSERT_FALSE(steps.empty());
  EXPECT_EQ(steps.back().bytes.point, Bytes(12681472));
}

TEST(Requests, TheEfficientKernelMakesItsGradientsFirst) {
  const Call call = make_call(*find_schema("scaled_dot_product_attention"),
                              {tensor({2, 8, 64, 16}), tensor({2, 8, 64, 16}), tensor({2, 8, 64, 16})});
  // a product of output and gradient, row sums, the same transposed, the accumulator
  EXPECT_THAT(gradients_of(call), ElementsAre(0, 1, 2, -1, -1, -1, -1));
}

TEST(Requests, AConvolutionsResultStandsBeforeTheCopyOfItsFilter) {
  const Operand filter = parameter({4, 3, 3, 3}), channelwise = parameter({3, 1, 7, 7});
  const Op& conv = *find_schema("conv2d");
  const Call dense = make_call(conv, {channels_last({2, 3, 8, 8}), filter, Given(), ints({1, 1}), ints({1, 1})});
  EXPECT_THAT(names_before(dense, true), ElementsAre());
  EXPECT_THAT(names_before(dense, false), ElementsAre("weight in the kernel's layout", "cudnn workspace"));
  const Call depthwise =
      make_call(conv, {channels_last({2, 3, 8, 8}), channelwise, Given(), ints({1, 1}), ints({3, 3}), ints({1, 1}), 3});
  EXPECT_THAT(names_before(depthwise, false), ElementsAre("cudnn workspace")) << "it lies so in both layouts";
}

}  // namespace
}  // namespace vramlint::ops
