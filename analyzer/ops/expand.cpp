// Repetition: expand as a view with stride 0, repeat and repeat_interleave as copies.
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"
#include "ops/shaping.h"

namespace vramlint::ops {

namespace {
namespace expand_op {

std::string expand_error(const TensorType& self, const Shape& sizes, size_t dim, int64_t has) {
  const std::string target = to_string(sizes);
  return "The expanded size of the tensor (" + std::to_string(sizes[dim].point) + ") must match the existing size (" +
         std::to_string(has) + ") at non-singleton dimension " + std::to_string(dim) + ".  Target sizes: " + target +
         ".  Tensor sizes: " + to_string(self.shape);
}

Inferred expand_to(const Call& call, const Shape& sizes) {
  const TensorType& self = call.operand(0).type;
  if (sizes.size() < self.shape.size()) {
    return failure("expand(" + to_string(self) + ", size=" + std::to_string(sizes.size()) +
                   "): the number of sizes provided (" + std::to_string(sizes.size()) +
                   ") must be greater or equal to the number of dimensions in the tensor (" +
                   std::to_string(self.rank()) + ")");
  }
  Shape shape = sizes;
  const size_t added = sizes.size() - self.shape.size();
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (i < added) {
      if (sizes[i].point < 0)
        return failure("The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension " +
                       std::to_string(i));
      continue;
    }
    const Dim& has = self.shape[i - added];
    if (sizes[i].point == -1 || may_be_same(sizes[i], has)) {
      shape[i] = has;
    } else if (has.point != 1) {
      return failure(expand_error(self, sizes, i, has.point));
    }
  }
  return view(call, 0, expanded(self, shape));
}

Inferred infer_expand(const Call& call) { return expand_to(call, call.sizes(1)); }

Inferred infer_expand_as(const Call& call) {
  Shape sizes;
  for (const Dim& dim : call.operand(1).type.shape) sizes.push_back(Dim(dim.point).from(dim.sources));
  Inferred inferred = expand_to(call, sizes);
  if (inferred.error.empty()) {
    inferred.outputs[0].type.shape = call.operand(1).type.shape;
    inferred.outputs[0].differentiable = call.operand(0).requires_grad;  // the other one only lends its sizes
  }
  return inferred;
}

std::vector<graph::GradStep> backward_expand(const BackwardCall& call) {
  Program program(call);
  TensorType grad = program.grad();
  // Leading dimensions of size 1 fall away as a view.
  while (grad.rank() > program.type(0).rank() && grad.size(0) == 1) grad = without(grad, 0);
  program.passed(0, grad);
  return program.finish();
}

Inferred infer_repeat(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const Shape repeats = call.sizes(1);
  if (repeats.size() < self.shape.size()) {
    return failure("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor");
  }
  Shape shape;
  const size_t added = repeats.size() - self.shape.size();
  for (size_t i = 0; i < repeats.size(); ++i) {
    const Dim size = i < added ? Dim(1) : self.shape[i - added];
    if (repeats[i].point < 0)
      return failure("Trying to create tensor with negative dimension " +
                     std::to_string(repeats[i].point * size.point));
    shape.push_back(product(std::array{size, repeats[i]}));
  }
  return fresh(graph::contiguous(self.dtype, std::move(shape)));
}

/// The gradient is summed over the repetitions at once (FunctionsManual.cpp, repeat_backward).
std::vector<graph::GradStep> backward_repeat(const BackwardCall& call) {
  Program program(call);
  program.computed(0, graph::contiguous(program.grad().dtype, program.type(0).shape));
  return program.finish();
}

Inferred infer_interleave(const Call& call) {
  TensorType self = call.operand(0).type;
  const Dim repeats = call.sizes(1)[0];
  if (repeats.point < 0) return failure("repeats can not be negative");
  if (call.is_none(2)) return fresh(graph::contiguous(self.dtype, {product(std::array{product(self.shape), repeats})}));
  const int64_t dim = wrap(call.integer(2), self.rank());
  if (dim < 0) return failure(dim_error(call.integer(2), self.rank()));
  Dim& repeated = self.shape[static_cast<size_t>(dim)];
  repeated = product(std::array{repeated, repeats});
  return fresh(graph::contiguous(self.dtype, self.shape));
}

/// The int64 index that repeat_interleave makes and selects with (aten/src/ATen/native/Repeat.cpp, 1.13).
Interval interleave_index(const Call& call, const std::vector<Output>& outputs) {
  const Shape& shape = outputs[0].type.shape;
  const auto dim = call.is_none(2) ? size_t{0} : static_cast<size_t>(wrap(call.integer(2), outputs[0].type.rank()));
  return dense_bytes(Dtype::int64, {shape[dim]});
}

Saved saves_interleave(const Call& call, const std::vector<Output>& outputs, const TorchProfile&) {
  return {.extras = {{interleave_index(call, outputs), "repeated indices"}}};
}

Cases expand_cases() {
  return {{tensor({3, 1}), ints({2, 3, 4})}, {tensor({1, 5}), ints({4, -1})}, {tensor({}), ints({2})}};
}
Cases expand_as_cases() { return {{tensor({3, 1}), data({3, 4})}, {tensor({5}), data({2, 1, 5})}}; }
Cases repeat_cases() { return {{tensor({2, 3}), ints({2, 1, 3})}, {tensor({5}), ints({2})}}; }
Cases interleave_cases() { return {{tensor({2, 3}), 2, 1}, {tensor({5}), 3}}; }

constexpr Op kOps[] = {
    {.schema = "expand(Tensor(a) self, int[] size, *, bool implicit=False) -> Tensor(a)",
     .names = names<"Tensor.expand">(),
     .infer = infer_expand,
     .backward = backward_expand,
     .samples = samples<"expand", expand_cases>},
    {.schema = "expand_as(Tensor(a) self, Tensor other) -> Tensor(a)",
     .names = names<"Tensor.expand_as">(),
     .infer = infer_expand_as,
     .backward = backward_expand,
     .samples = samples<"expand_as", expand_as_cases>},
    {.schema = "repeat(Tensor self, int[] repeats) -> Tensor",
     .names = names<"Tensor.repeat">(),
     .infer = infer_repeat,
     .backward = backward_repeat,
     .samples = samples<"repeat", repeat_cases>},
    {.schema =
         "repeat_interleave.self_int(Tensor self, int repeats, int? dim=None, *, int? output_size=None) -> Tensor",
     .names = names<"torch.repeat_interleave", "Tensor.repeat_interleave">(),
     .infer = infer_interleave,
     .saves = saves_interleave,
     .backward = backward_repeat,
     .samples = samples<"repeat_interleave.self_int", interleave_cases>},
};

}  // namespace expand_op
}  // namespace

std::span<const Op> expand_ops() { return expand_op::kOps; }

}  // namespace vramlint::ops
