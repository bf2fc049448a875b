// The same elements with other sizes: a view where the strides allow it, else a contiguous copy (reshape, flatten) or
// an error (view). The gradient is reshaped back, which copies when the incoming gradient's strides demand it.
#include "ops/program.h"
#include "ops/sample.h"
#include "ops/shaping.h"

namespace vramlint::ops {

namespace {
namespace reshape_op {

using Sizes = Resolved (*)(const Call&);

Resolved sizes_given(const Call& call) { return resolve_sizes(call.operand(0).type, call.sizes(1)); }

Resolved sizes_of_other(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const TensorType& other = call.operand(1).type;
  if (self.numel() == other.numel()) return {.shape = other.shape};
  return {.error =
              "shape '" + to_string(other.shape) + "' is invalid for input of size " + std::to_string(self.numel())};
}

Resolved sizes_flattened(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const int64_t rank = self.rank();
  const int64_t start = wrap(call.integer(1), rank), end = wrap(call.integer(2), rank);
  if (start < 0) return {.error = dim_error(call.integer(1), rank)};
  if (end < 0) return {.error = dim_error(call.integer(2), rank)};
  if (start > end) return {.error = "flatten() has invalid args: start_dim cannot come after end_dim"};
  if (rank == 0) return {.shape = {Dim(1)}};
  Shape shape(self.shape.begin(), self.shape.begin() + start);
  shape.push_back(
      product(std::span(self.shape).subspan(static_cast<size_t>(start), static_cast<size_t>(end - start + 1))));
  shape.insert(shape.end(), self.shape.begin() + end + 1, self.shape.end());
  return {.shape = std::move(shape)};
}

Resolved sizes_unflattened(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const int64_t dim = wrap(call.integer(1), self.rank());
  if (self.rank() == 0) return {.error = "Dimension specified as 0 but tensor has no dimensions"};
  if (dim < 0) return {.error = dim_error(call.integer(1), self.rank())};
  const TensorType part = graph::contiguous(self.dtype, {self.shape[static_cast<size_t>(dim)]});
  Resolved inner = resolve_sizes(part, call.sizes(2));
  if (!inner.error.empty()) {
    return {.error = "unflatten: Provided sizes " + to_string(Shape(call.ints(2).begin(), call.ints(2).end())) +
                     " don't multiply up to the size of dim " + std::to_string(dim) + " (" +
                     std::to_string(self.size(dim)) + ") in the input tensor"};
  }
  Shape shape(self.shape.begin(), self.shape.begin() + dim);
  shape.insert(shape.end(), inner.shape.begin(), inner.shape.end());
  shape.insert(shape.end(), self.shape.begin() + dim + 1, self.shape.end());
  return {.shape = std::move(shape)};
}

template <Sizes sizes, bool copies>
Inferred infer(const Call& call) {
  const TensorType& self = call.operand(0).type;
  Resolved resolved = sizes(call);
  if (!resolved.error.empty()) return failure(resolved.error);
  // A tensor that only lends its sizes passes no gradient on.
  const auto differentiable = [&call](Inferred inferred) {
    inferred.outputs[0].differentiable = call.operand(0).requires_grad;
    return inferred;
  };
  if (auto type = viewed(self, resolved.shape)) return differentiable(view(call, 0, *std::move(type)));
  if (copies) return differentiable(fresh(graph::contiguous(self.dtype, std::move(resolved.shape))));
  return failure(
      "view size is not compatible with input tensor's size and stride (at least one dimension spans across two "
      "contiguous subspaces). Use .reshape(...) instead.");
}

std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  const TensorType& self = program.type(0);
  if (auto type = viewed(program.grad(), self.shape)) {
    program.passed(0, *type);
  } else {
    program.computed(0, graph::contiguous(program.grad().dtype, self.shape));
  }
  return program.finish();
}

// squeeze and unsqueeze

Inferred infer_unsqueeze(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const int64_t dim = wrap(call.integer(1), self.rank() + 1);
  if (dim < 0) return failure(dim_error(call.integer(1), self.rank() + 1));
  return view(call, 0, with_single(self, dim));
}

Inferred infer_squeeze(const Call& call) {
  TensorType type = call.operand(0).type;
  for (int64_t dim = type.rank() - 1; dim >= 0; --dim) {
    if (type.size(dim) == 1) type = without(type, dim);
  }
  return view(call, 0, std::move(type));
}

Inferred infer_squeeze_dim(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const int64_t dim = wrap(call.integer(1), self.rank());
  if (dim < 0) return failure(dim_error(call.integer(1), self.rank()));
  return view(call, 0, self.rank() > 0 && self.size(dim) == 1 ? without(self, dim) : self);
}

Cases view_cases() {
  return {{tensor({2, 3, 4}), ints({6, -1})},
          {tensor({6, 5}), ints({2, 3, 1, 5})},
          {strided({2, 3, 4}, {1, 8, 2}), ints({2, 12})}};
}
Cases reshape_cases() { return {{tensor({2, 3, 4}), ints({-1})}, {strided({2, 3, 4}, {12, 1, 3}), ints({2, 12})}}; }
Cases other_cases() { return {{tensor({2, 6}), data({3, 4})}, {tensor({7}), data({7, 1})}}; }
Cases flatten_cases() {
  return {{tensor({2, 3, 4, 5}), 2}, {strided({2, 3, 4}, {12, 1, 3}), 1}, {tensor({5})}, {tensor({2, 3, 4}), 0, 1}};
}
Cases unflatten_cases() { return {{tensor({2, 12}), 1, ints({3, 4})}, {tensor({6, 5}), -2, ints({-1, 2})}}; }
Cases dim_cases() { return {{tensor({2, 1, 4}), 1}, {tensor({2, 3, 1}), -1}, {tensor({5}), 0}}; }
Cases squeeze_cases() { return {{tensor({2, 1, 4, 1})}, {tensor({3})}}; }

template <Literal name, Literal declaration, Inferred (*inferred)(const Call&), Cases (*cases)(), Literal... python>
constexpr Op reshaping() {
  return {.schema = kText<name, declaration>,
          .names = names<python...>(),
          .infer = inferred,
          .backward = backward,
          .samples = samples<name, cases>};
}

constexpr Op kOps[] = {
    reshaping<"view", "(Tensor(a) self, int[] size) -> Tensor(a)", infer<sizes_given, false>, view_cases,
              "Tensor.view">(),
    reshaping<"view_as", "(Tensor(a) self, Tensor other) -> Tensor(a)", infer<sizes_of_other, false>, other_cases,
              "Tensor.view_as">(),
    reshaping<"reshape", "(Tensor(a) self, int[] shape) -> Tensor(a)", infer<sizes_given, true>, reshape_cases,
              "torch.reshape", "Tensor.reshape">(),
    reshaping<"reshape_as", "(Tensor(a) self, Tensor other) -> Tensor(a)", infer<sizes_of_other, true>, other_cases,
              "Tensor.reshape_as">(),
    reshaping<"flatten.using_ints", "(Tensor(a) self, int start_dim=0, int end_dim=-1) -> Tensor(a)",
              infer<sizes_flattened, true>, flatten_cases, "torch.flatten", "Tensor.flatten">(),
    reshaping<"unflatten.int", "(Tensor(a) self, int dim, int[] sizes) -> Tensor(a)", infer<sizes_unflattened, false>,
              unflatten_cases, "torch.unflatten", "Tensor.unflatten">(),
    reshaping<"unsqueeze", "(Tensor(a) self, int dim) -> Tensor(a)", infer_unsqueeze, dim_cases, "torch.unsqueeze",
              "Tensor.unsqueeze">(),
    reshaping<"squeeze.dim", "(Tensor(a) self, int dim) -> Tensor(a)", infer_squeeze_dim, dim_cases, "torch.squeeze",
              "Tensor.squeeze">(),
    reshaping<"squeeze", "(Tensor(a) self) -> Tensor(a)", infer_squeeze, squeeze_cases, "torch.squeeze",
              "Tensor.squeeze">(),
};

}  // namespace reshape_op
}  // namespace

std::span<const Op> reshape_ops() { return reshape_op::kOps; }

}  // namespace vramlint::ops
