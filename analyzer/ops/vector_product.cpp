// Products with vectors, sums of products, and the bilinear form. Kept: the factors, each for the other's gradient
// (derivatives.yaml, addmv, addr, addbmm, _trilinear, 1.13 to 2.4).
#include "ops/declare.h"
#include "ops/layout.h"
#include "ops/shaping.h"

namespace vramlint::ops {

namespace {
namespace vector_product_op {

std::string size_error(std::string_view what, const TensorType& left, const TensorType& right) {
  return "size mismatch, got " + std::string(what) + " of " + to_string(left.shape) + " and " + to_string(right.shape);
}

Inferred added(const Call& call, Shape shape) {
  const TensorType& self = call.operand(0).type;
  const Broadcast common = broadcast(self.shape, shape);
  if (!common.error.empty() || !may_be_same(common.shape, shape)) {
    return failure("The expanded size of the tensor must match the existing size: " + to_string(self.shape) + " and " +
                   to_string(shape));
  }
  return fresh(graph::contiguous(call.operand(1).type.dtype, std::move(shape)));
}

Inferred infer_addmv(const Call& call) {
  const TensorType& matrix = call.operand(1).type;
  const TensorType& vector = call.operand(2).type;
  if (matrix.rank() != 2 || vector.rank() != 1 || differ(matrix, 1, vector, 0)) {
    return failure(size_error("a matrix and a vector", matrix, vector));
  }
  return added(call, {matrix.shape[0]});
}

Inferred infer_addr(const Call& call) {
  const TensorType& left = call.operand(1).type;
  const TensorType& right = call.operand(2).type;
  if (left.rank() != 1 || right.rank() != 1) return failure("addr: Expected 1-D argument vec1 and vec2");
  return added(call, {left.shape[0], right.shape[0]});
}

Inferred infer_addbmm(const Call& call) {
  const TensorType& left = call.operand(1).type;
  const TensorType& right = call.operand(2).type;
  const bool fits =
      left.rank() == 3 && right.rank() == 3 && left.size(0) == right.size(0) && left.size(2) == right.size(1);
  if (!fits) return failure(size_error("batches", left, right));
  return added(call, {left.shape[1], right.shape[2]});
}

/// The added term's gradient passes through, the factors' are made in their own sizes.
std::vector<graph::GradStep> backward_added(const BackwardCall& call) {
  Program program(call);
  program.passed(0, program.grad());
  for (size_t arg : {size_t{1}, size_t{2}}) {
    program.computed(arg, graph::contiguous(program.grad().dtype, program.type(arg).shape));
  }
  return program.finish();
}

Inferred infer_product_in_place(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const TensorType& left = call.operand(1).type;
  const TensorType& right = call.operand(2).type;
  const bool ranks = (left.rank() == 2 || left.rank() == 3) && right.rank() == left.rank();
  if (!ranks || differ(left, -1, right, -2)) return failure(size_error("factors", left, right));
  if (left.rank() == 3 && differ(left, 0, right, 0)) return failure(size_error("batches", left, right));
  Shape shape(left.shape.begin(), left.shape.end() - 1);
  shape.push_back(right.shape.back());
  if (same_sizes(self.shape, shape)) return in_place(call, 0);
  return failure("Bad in-place call: input tensor size " + to_string(self.shape) + " and output tensor size " +
                 to_string(shape) + " should match");
}

// bilinear(input1, input2, weight, bias)

Inferred infer_bilinear(const Call& call) {
  const TensorType& left = call.operand(0).type;
  const TensorType& right = call.operand(1).type;
  const TensorType& weight = call.operand(2).type;
  if (left.rank() != right.rank()) {
    return failure("bilinear(): input dimensions do not match: got " + std::to_string(left.rank()) + " and " +
                   std::to_string(right.rank()));
  }
  if (differ(left, -1, weight, 1) || differ(right, -1, weight, 2)) {
    return failure("bilinear(): input sizes do not match weight size: got " + to_string(left.shape) + ", " +
                   to_string(right.shape) + " and " + to_string(weight.shape));
  }
  const Operand* bias = call.operand_or_null(3);
  if (bias != nullptr && (bias->type.rank() != 1 || differ(bias->type, 0, weight, 0))) {
    return failure("bilinear(): bias size does not match weight size: got " + to_string(bias->type.shape) +
                   " but expected " + std::to_string(weight.size(0)));
  }
  Shape shape(left.shape.begin(), left.shape.end() - 1);
  shape.push_back(weight.shape[0]);
  return fresh(graph::contiguous(left.dtype, shape));
}

// _trilinear(input1, weight, input2) makes one output feature at a time and adds it to the result: two products a
// feature, the first of which lives as long as the second is made. Its three gradients are such sums as well, one after
// the other; only that of input1 needs the products of both inputs for a feature (aten/src/ATen/native/Linear.cpp, 1.13
// to 2.7). Inputs are seen as matrices, through a copy where the strides do not allow it, which is then what is kept.

Dim rows_of(const TensorType& input) { return product(std::span(input.shape).first(input.shape.size() - 1)); }

bool copied(const TensorType& input) { return !viewed(input, {rows_of(input), input.shape.back()}); }

Interval matrix(const Call& call, const std::vector<Dim>& shape) {
  return dense_bytes(call.operand(0).type.dtype, Shape(shape.begin(), shape.end()));
}

Saved saves_bilinear(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Saved saved;
  for (size_t arg : {size_t{0}, size_t{1}}) {
    const TensorType& input = call.operand(arg).type;
    if (copied(input)) {
      saved.extras.push_back({dense_bytes(input.dtype, input.shape), "contiguous input"});
    } else {
      saved.operands.push_back(operand_of(call, arg));
    }
  }
  saved.operands.push_back(operand_of(call, 2));
  return saved;
}

std::vector<Temporary> forward_bilinear(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const TensorType& right = call.operand(1).type;
  return {{.bytes = matrix(call, {rows_of(right), right.shape.back()}), .what = "products for one feature"},
          {.bytes = matrix(call, {rows_of(right)}), .what = "one feature"}};
}

/// A gradient of `arg`, and the two products that one feature of it takes.
void gradient_of_bilinear(Program& program, size_t arg, Interval first, Interval second) {
  if (!program.needs(arg)) return;
  program.computed(arg, graph::contiguous(program.grad().dtype, program.type(arg).shape));
  const int product = program.temporary(first, "products for one feature");
  program.release(program.temporary(second, "share of one feature"));
  program.release(product);
}

std::vector<graph::GradStep> backward_bilinear(const BackwardCall& call) {
  Program program(call);
  const Dim rows = rows_of(program.type(0)), left = program.type(0).shape.back(), right = program.type(1).shape.back();
  const auto size = [&](const std::vector<Dim>& shape) { return matrix(call.call, shape); };
  if (!call.call.is_none(3)) program.computed(3, graph::contiguous(program.grad().dtype, program.type(3).shape));
  gradient_of_bilinear(program, 0, size({rows, left, right}), size({rows, left}));
  gradient_of_bilinear(program, 2, size({rows, left}), size({left, right}));
  gradient_of_bilinear(program, 1, size({rows, right}), size({rows, right}));
  return program.finish();
}

Cases addmv_cases() { return {{tensor({3}), tensor({3, 4}), tensor({4})}, {data({5}), tensor({5, 7}), data({7})}}; }
Cases addr_cases() { return {{tensor({3, 4}), tensor({3}), tensor({4})}, {data({5, 7}), tensor({5}), data({7})}}; }
Cases addbmm_cases() {
  return {{tensor({3, 5}), tensor({2, 3, 4}), tensor({2, 4, 5})}, {data({1, 7}), tensor({3, 1, 2}), data({3, 2, 7})}};
}
Cases addmm_cases() {
  return {{tensor({2, 4}), tensor({2, 3}), tensor({3, 4})}, {data({5, 7}), data({5, 2}), tensor({2, 7})}};
}
Cases baddbmm_cases() {
  return {{tensor({2, 3, 5}), tensor({2, 3, 4}), tensor({2, 4, 5})},
          {data({1, 5, 7}), data({1, 5, 2}), tensor({1, 2, 7})}};
}
Cases bilinear_cases() {
  return {{tensor({4, 3}), tensor({4, 2}), parameter({5, 3, 2}), parameter({5})},
          {tensor({2, 7, 3}), data({2, 7, 2}), parameter({1, 3, 2})},
          {strided({2, 7, 3}, {3, 6, 1}), tensor({2, 7, 2}), parameter({4, 3, 2})}};
}

constexpr auto kFactors = keeps_each_other<1, 2>;

constexpr Op kOps[] = {
    plain<"addmv", "(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor", infer_addmv,
          kFactors, backward_added, addmv_cases>(),
    plain<"addr", "(Tensor self, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor", infer_addr,
          kFactors, backward_added, addr_cases>(),
    plain<"addbmm", "(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
          infer_addbmm, kFactors, backward_added, addbmm_cases>(),
    declared<"addmm_", "(Tensor(a!) self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!)",
             infer_product_in_place, kFactors, backward_added, addmm_cases, "Tensor.addmm_">(),
    declared<"baddbmm_",
             "(Tensor(a!) self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!)",
             infer_product_in_place, kFactors, backward_added, baddbmm_cases, "Tensor.baddbmm_">(),
    with_forward(declared<"bilinear", "(Tensor input1, Tensor input2, Tensor weight, Tensor? bias=None) -> Tensor",
                          infer_bilinear, saves_bilinear, backward_bilinear, bilinear_cases, "torch.bilinear",
                          "torch.nn.functional.bilinear">(),
                 forward_bilinear),
};

}  // namespace vector_product_op
}  // namespace

std::span<const Op> vector_product_ops() { return vector_product_op::kOps; }

}  // namespace vramlint::ops
