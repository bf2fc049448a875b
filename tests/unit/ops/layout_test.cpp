#include "ops/layout.h"

#include <gtest/gtest.h>

#include "ops/registry.h"
#include "ops/sample.h"

namespace vramlint::ops {
namespace {

TEST(Layout, BroadcastFollowsTorch) {
  EXPECT_EQ(broadcast({3, 1, 5}, {4, 5}).shape, (Shape{3, 4, 5}));
  EXPECT_EQ(broadcast({2, 3}, {4}).error,  // torch.ones(2, 3) + torch.ones(4), torch 1.13.1
            "The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 1");
}

TEST(Layout, BoundsSurviveBroadcasting) {
  const Shape shape = broadcast({Dim(1, 4, 8), 3}, {1, 3}).shape;
  EXPECT_EQ(shape[0], Dim(1, 4, 8));
}

// torch.add of tensors with these strides, torch 1.13.1.
TEST(Layout, ElementwiseResultsKeepTheOperandsOrder) {
  const TensorType transposed = strided({4, 3}, {1, 4}).type;
  EXPECT_EQ(elementwise(Dtype::float32, transposed.shape, {transposed}).strides, (Strides{1, 4}));
  const TensorType row = tensor({3}).type;
  EXPECT_EQ(elementwise(Dtype::float32, transposed.shape, {transposed, row}).strides, (Strides{1, 4}));
  const TensorType last = channels_last({2, 3, 4, 5}).type;
  EXPECT_EQ(elementwise(Dtype::float32, last.shape, {last, tensor({1, 3, 1, 1}).type}).strides, last.strides);
}

// torch.result_type of torch 1.13.1.
TEST(Layout, ResultTypesWeighTensorsAboveNumbers) {
  const Op& add = *find_schema("add.Tensor");
  const Op& scalar = *find_schema("add.Scalar");
  EXPECT_EQ(result_type(make_call(add, {data({2}, Dtype::float16), data({}, Dtype::float32)}), {0, 1}), Dtype::float16);
  EXPECT_EQ(result_type(make_call(add, {data({2}, Dtype::int64), data({}, Dtype::float32)}), {0, 1}), Dtype::float32);
  EXPECT_EQ(result_type(make_call(scalar, {data({2}, Dtype::int32), 2}), {0, 1}), Dtype::int32);
  EXPECT_EQ(result_type(make_call(scalar, {data({2}, Dtype::boolean), 2}), {0, 1}), Dtype::int64);
  EXPECT_EQ(result_type(make_call(scalar, {data({2}, Dtype::int32), 2.5}), {0, 1}), Dtype::float32);
}

TEST(Layout, SuggestsChannelsLastByStrides) {
  EXPECT_TRUE(suggests_channels_last(channels_last({2, 3, 4, 5}).type));
  EXPECT_FALSE(suggests_channels_last(tensor({2, 1, 4, 5}).type));
  EXPECT_FALSE(suggests_channels_last(tensor({8, 1, 1, 1}).type));
}

// torch.empty(96, 1, 7, 7).is_contiguous(memory_format=torch.channels_last) is True, (96, 3, 7, 7) is not (1.13.1).
TEST(Layout, OneChannelLiesInBothFormats) {
  EXPECT_TRUE(lies_in_format(tensor({96, 1, 7, 7}).type, true));
  EXPECT_TRUE(lies_in_format(tensor({96, 1, 7, 7}).type, false));
  EXPECT_FALSE(lies_in_format(tensor({96, 3, 7, 7}).type, true));
  EXPECT_FALSE(lies_in_format(channels_last({96, 3, 7, 7}).type, false));
}

// A weight in channels_last under autocast: w.to(bfloat16), whose gradient cast back has w's strides (torch 1.13.1,
// CPU: (12, 1, 6, 3) for [4, 3, 2, 2]). Else the gradient would be copied once more into the weight's layout.
TEST(Layout, ACastGradientKeepsTheOrderOfTheIncomingOne) {
  const Op& to = *find_schema("to.dtype");
  graph::Call call = make_call(to, {channels_last({4, 3, 2, 2}), Dtype::bfloat16});
  call.operands[0].requires_grad = true;
  const graph::Inferred inferred = to.infer(call);
  const std::vector<std::optional<TensorType>> grads = {inferred.outputs[0].type};
  const graph::TorchProfile torch = *graph::torch_profile("2.4");
  const graph::BackwardCall backward{call, inferred.outputs, grads, torch};
  const std::vector<graph::GradStep> steps = to.backward(backward);
  ASSERT_EQ(steps.size(), 2u);  // nothing is computed: the engine casts
  EXPECT_EQ(steps[0].kind, graph::GradStep::Kind::returned);
  EXPECT_EQ(steps[1].type.dtype, Dtype::float32);
  EXPECT_EQ(steps[1].type.strides, (Strides{12, 1, 6, 3}));
}

}  // namespace
}  // namespace vramlint::ops
