// Unpooling by the indices of a max pooling, and fractional max pooling. Kept: the indices; fractional pooling its
// input as well (derivatives.yaml, 1.13 to 2.4).
#include "ops/declare.h"

namespace vramlint::ops {

namespace {
namespace unpool_op {

template <int64_t dims>
Inferred infer_unpool(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const TensorType& indices = call.operand(1).type;
  if (indices.dtype != Dtype::int64) return failure("elements in indices should be type int64");
  if (self.rank() != dims + 1 && self.rank() != dims + 2) {
    return failure("Input to max_unpooling" + std::to_string(dims) + "d should be a " + std::to_string(dims + 1) +
                   "d or " + std::to_string(dims + 2) + "d Tensor");
  }
  if (!may_be_same(self.shape, indices.shape)) {
    return failure("Expected shape of indices to be same as that of the input tensor (" + to_string(self.shape) +
                   ") but got indices tensor with shape: " + to_string(indices.shape));
  }
  Shape shape(self.shape.begin(), self.shape.end() - dims);
  for (const Dim& size : call.sizes(2)) shape.push_back(size);
  return fresh(graph::contiguous(self.dtype, shape));
}

template <int64_t dims>
Inferred infer_fractional(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (self.rank() != dims + 1 && self.rank() != dims + 2) {
    return failure("fractional_max_pool" + std::to_string(dims) + "d(): Expected " + std::to_string(dims + 1) +
                   "D or " + std::to_string(dims + 2) + "D tensor, but got: " + to_string(self.shape));
  }
  Shape shape(self.shape.begin(), self.shape.end() - dims);
  for (const Dim& size : call.sizes(2)) shape.push_back(size);
  Inferred inferred = fresh(graph::contiguous(self.dtype, shape));
  inferred.outputs.push_back({.type = graph::contiguous(Dtype::int64, shape), .differentiable = false});
  return inferred;
}

template <int64_t dims>
Cases unpool_cases() {
  const Operand two = tensor({2, 3, 4, 5}), odd = tensor({1, 2, 3, 3});
  return {{two, data({2, 3, 4, 5}, Dtype::int64), ints({8, 10})},
          {odd, data({1, 2, 3, 3}, Dtype::int64), ints({7, 6})}};
}

Cases unpool_3d_cases() {
  return {{tensor({2, 3, 2, 4, 5}), data({2, 3, 2, 4, 5}, Dtype::int64), ints({4, 8, 10}), ints({2, 2, 2}),
           ints({0, 0, 0})},
          {tensor({1, 2, 3, 3, 3}), data({1, 2, 3, 3, 3}, Dtype::int64), ints({6, 6, 7}), ints({2, 2, 2}),
           ints({0, 0, 0})}};
}
Cases fractional_cases() {
  return {{tensor({2, 3, 9, 8}), ints({2, 2}), ints({4, 5}), data({2, 3, 2})},
          {tensor({1, 2, 7, 7}), ints({3, 3}), ints({3, 2}), data({1, 2, 2})}};
}
Cases fractional_3d_cases() {
  return {{tensor({2, 3, 6, 9, 8}), ints({2, 2, 2}), ints({3, 4, 5}), data({2, 3, 3})},
          {tensor({1, 2, 7, 7, 7}), ints({3, 3, 3}), ints({2, 3, 2}), data({1, 2, 3})}};
}

constexpr Op kOps[] = {
    declared<"max_unpool2d", "(Tensor self, Tensor indices, int[2] output_size) -> Tensor", infer_unpool<2>,
             keeps<At<1>>, gives<0, 0>, unpool_cases<2>, "torch._C._nn.max_unpool2d">(),
    declared<"max_unpool3d",
             "(Tensor self, Tensor indices, int[3] output_size, int[3] stride, int[3] padding) -> Tensor",
             infer_unpool<3>, keeps<At<1>>, gives<0, 0>, unpool_3d_cases, "torch._C._nn.max_unpool3d">(),
    declared<"fractional_max_pool2d",
             "(Tensor self, int[2] kernel_size, int[2] output_size, Tensor random_samples) -> (Tensor, Tensor)",
             infer_fractional<2>, keeps<At<0>, At<1>>, gives<0, 0>, fractional_cases,
             "torch._C._nn.fractional_max_pool2d">(),
    declared<"fractional_max_pool3d",
             "(Tensor self, int[3] kernel_size, int[3] output_size, Tensor random_samples) -> (Tensor, Tensor)",
             infer_fractional<3>, keeps<At<0>, At<1>>, gives<0, 0>, fractional_3d_cases,
             "torch._C._nn.fractional_max_pool3d">(),
};

}  // namespace unpool_op
}  // namespace

std::span<const Op> unpool_ops() { return unpool_op::kOps; }

}  // namespace vramlint::ops
