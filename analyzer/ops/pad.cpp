// Padding. Constant padding keeps nothing, reflection and replication keep the input (derivatives.yaml, 1.13 to 2.7).
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"

namespace vramlint::ops {

namespace {
namespace pad_op {

/// `pad` holds front and back of each dimension, the last dimension first.
Shape padded(const TensorType& self, const std::vector<int64_t>& pad) {
  Shape shape = self.shape;
  for (size_t i = 0; i < pad.size() / 2 && i < shape.size(); ++i) {
    Dim& dim = shape[shape.size() - 1 - i];
    dim = sum(dim, pad[2 * i] + pad[2 * i + 1]);
  }
  return shape;
}

Inferred infer_constant(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const std::vector<int64_t>& pad = call.ints(1);
  if (pad.size() % 2 != 0)
    return failure("Length of pad must be even but instead it equals " + std::to_string(pad.size()));
  if (pad.size() / 2 > self.shape.size()) {
    return failure("Length of pad should be no more than twice the number of dimensions of the input. Pad length is " +
                   std::to_string(pad.size()) + "while the input has " + std::to_string(self.rank()) + "dimensions.");
  }
  Shape shape = padded(self, pad);
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i].point < 0) {
      return failure("The input size " + std::to_string(self.shape[i].point) +
                     ", plus negative padding, resulted in a negative output size, "
                     "which is invalid. Check dimension " +
                     std::to_string(i) + " of your input.");
    }
  }
  return fresh(suggested(self, self.dtype, std::move(shape)));
}

template <int64_t dims, bool reflects>
Inferred infer_mirrored(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const std::vector<int64_t>& pad = call.ints(1);
  if (self.rank() != dims + 1 && self.rank() != dims + 2) {
    return failure(
        "Expected " + std::to_string(dims + 1) + "D or " + std::to_string(dims + 2) +
        "D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, but got: " +
        to_string(self.shape));
  }
  for (size_t i = 0; reflects && i < pad.size(); ++i) {
    const int64_t dim = self.rank() - 1 - static_cast<int64_t>(i / 2);
    if (pad[i] < self.size(dim)) continue;
    return failure("Padding size should be less than the corresponding input dimension, but got: padding (" +
                   std::to_string(pad[i / 2 * 2]) + ", " + std::to_string(pad[i / 2 * 2 + 1]) + ") at dimension " +
                   std::to_string(dim) + " of input " + to_string(self.shape));
  }
  return fresh(suggested(self, self.dtype, padded(self, pad)));
}

Saved saves_input(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {.operands = {operand_of(call, 0)}};
}

/// Constant padding's gradient is padding with the negative sizes: a view cloned. The others scatter into zeros.
std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  program.computed(0, graph::contiguous(program.grad().dtype, program.type(0).shape));
  return program.finish();
}

Cases constant_cases() {
  return {{tensor({2, 3, 4}), ints({1, 2})},
          {tensor({2, 3, 4, 5}), ints({1, 0, -1, 2}), 1.5},
          {channels_last({2, 3, 4, 5}), ints({1, 1, 1, 1})}};
}
Cases cases_1d() { return {{tensor({2, 3, 5}), ints({1, 2})}, {tensor({3, 7}), ints({2, 0})}}; }
Cases cases_2d() { return {{tensor({2, 3, 5, 6}), ints({1, 2, 0, 1})}, {tensor({3, 7, 5}), ints({2, 0, 1, 1})}}; }
Cases cases_3d() {
  return {{tensor({2, 3, 4, 5, 6}), ints({1, 2, 0, 1, 1, 1})}, {tensor({1, 3, 3, 3, 5}), ints({2, 0, 1, 1, 0, 0})}};
}

template <Literal name, Literal declaration, int64_t dims, bool reflects, Cases (*cases)(), Literal... python>
constexpr Op mirrored() {
  return {.schema = kText<name, declaration>,
          .names = names<python...>(),
          .infer = infer_mirrored<dims, reflects>,
          .saves = saves_input,
          .backward = backward,
          .samples = samples<name, cases>};
}

constexpr Op kOps[] = {
    {.schema = "constant_pad_nd(Tensor self, int[] pad, Scalar value=0) -> Tensor",
     .names = names<"torch.constant_pad_nd">(),
     .infer = infer_constant,
     .backward = backward,
     .samples = samples<"constant_pad_nd", constant_cases>},
    mirrored<"reflection_pad1d", "(Tensor self, int[2] padding) -> Tensor", 1, true, cases_1d,
             "torch._C._nn.reflection_pad1d">(),
    mirrored<"reflection_pad2d", "(Tensor self, int[4] padding) -> Tensor", 2, true, cases_2d,
             "torch._C._nn.reflection_pad2d">(),
    mirrored<"reflection_pad3d", "(Tensor self, int[6] padding) -> Tensor", 3, true, cases_3d,
             "torch._C._nn.reflection_pad3d">(),
    mirrored<"replication_pad1d", "(Tensor self, int[2] padding) -> Tensor", 1, false, cases_1d,
             "torch._C._nn.replication_pad1d">(),
    mirrored<"replication_pad2d", "(Tensor self, int[4] padding) -> Tensor", 2, false, cases_2d,
             "torch._C._nn.replication_pad2d">(),
    mirrored<"replication_pad3d", "(Tensor self, int[6] padding) -> Tensor", 3, false, cases_3d,
             "torch._C._nn.replication_pad3d">(),
};

}  // namespace pad_op
}  // namespace

std::span<const Op> pad_ops() { return pad_op::kOps; }

}  // namespace vramlint::ops
