// The same storage seen through other sizes, strides or another dtype, and the views that are made in place.
#include "ops/declare.h"
#include "ops/shaping.h"

namespace vramlint::ops {

namespace {
namespace reinterpret_op {

Inferred infer_as_strided(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const std::vector<int64_t>& sizes = call.ints(1);
  if (sizes.size() != call.ints(2).size()) return failure("mismatch in length of strides and shape");
  const auto written = [&call](size_t arg) { return to_string(Shape(call.ints(arg).begin(), call.ints(arg).end())); };
  const auto negative = [](int64_t n) { return n < 0; };
  if (std::any_of(call.ints(2).begin(), call.ints(2).end(), negative))
    return failure("as_strided: Negative strides are not supported at the moment, got strides: " + written(2));
  if (std::any_of(sizes.begin(), sizes.end(), negative))
    return failure("Storage size calculation overflowed with sizes=" + written(1) + " and strides=" + written(2));
  TensorType made{.dtype = self.dtype, .shape = call.sizes(1), .strides = call.ints(2)};
  made.offset = call.is_none(3) ? self.offset : call.integer(3);
  return view(call, 0, made);
}

/// Zeros of the input's storage, into which the gradient goes; where the view overlaps itself, indices of each element
/// (torch/csrc/autograd/FunctionsManual.cpp, as_strided_backward, 1.13 to 2.7).
std::vector<graph::GradStep> backward_as_strided(const BackwardCall& call) {
  Program program(call);
  program.computed(0, graph::contiguous(program.type(0).dtype, program.type(0).shape));
  return program.finish();
}

Inferred infer_view_dtype(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const Dtype dtype = std::get<Dtype>(call.args[1]);
  const int64_t from = graph::size_of(self.dtype), to = graph::size_of(dtype);
  TensorType made = self;
  made.dtype = dtype;
  if (from != to) {
    if (self.rank() == 0) return failure("self.dim() cannot be 0 to view a tensor as a dtype of another size");
    if (self.strides.back() != 1)
      return failure("self.stride(-1) must be 1 to view a tensor as a dtype of another size");
    if (from < to && self.size(-1) % (to / from) != 0) {
      return failure("self.size(-1) must be divisible by " + std::to_string(to / from) +
                     " to view a tensor as this dtype");
    }
    made.shape.back() = map(self.shape.back(), [&](int64_t n) { return n * from / to; });
    for (size_t i = 0; i + 1 < made.strides.size(); ++i) made.strides[i] = made.strides[i] * from / to;
    made.offset = self.offset * from / to;
  }
  Inferred inferred = view(call, 0, made);
  inferred.outputs[0].differentiable = graph::is_differentiable(dtype);
  return inferred;
}

std::vector<graph::GradStep> backward_viewed(const BackwardCall& call) {
  Program program(call);
  if (auto same = viewed(program.grad(), program.type(0).shape); same && same->dtype == program.type(0).dtype) {
    program.passed(0, *same);
  } else {
    program.computed(0, graph::contiguous(program.type(0).dtype, program.type(0).shape));
  }
  return program.finish();
}

Inferred changed(const Call& call, TensorType type) {
  Inferred inferred = in_place(call, 0);
  inferred.outputs[0].type = std::move(type);
  return inferred;
}

Inferred infer_unsqueeze(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const int64_t dim = wrap(call.integer(1), self.rank() + 1);
  if (dim < 0) return failure(dim_error(call.integer(1), self.rank() + 1));
  return changed(call, with_single(self, dim));
}

Inferred infer_squeeze(const Call& call) {
  TensorType made = call.operand(0).type;
  for (int64_t dim = made.rank(); dim-- > 0;) {
    if (made.size(dim) == 1) made = without(made, dim);
  }
  return changed(call, made);
}

Inferred infer_squeeze_dim(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const int64_t dim = wrap(call.integer(1), self.rank());
  if (dim < 0) return failure(dim_error(call.integer(1), self.rank()));
  return changed(call, self.rank() > 0 && self.size(dim) == 1 ? without(self, dim) : self);
}

Inferred swapped(const Call& call, int64_t first, int64_t second) {
  const TensorType& self = call.operand(0).type;
  for (int64_t dim : {first, second}) {
    if (wrap(dim, self.rank()) < 0) return failure(dim_error(dim, self.rank()));
  }
  if (self.rank() == 0) return changed(call, self);
  std::vector<int64_t> order(self.shape.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int64_t>(i);
  std::swap(order[static_cast<size_t>(wrap(first, self.rank()))],
            order[static_cast<size_t>(wrap(second, self.rank()))]);
  return changed(call, permuted(self, order));
}

Inferred infer_transpose(const Call& call) { return swapped(call, call.integer(1), call.integer(2)); }

Inferred infer_t(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (self.rank() > 2)
    return failure("t_() expects a tensor with <= 2 dimensions, but self is " + std::to_string(self.rank()) + "D");
  return self.rank() < 2 ? changed(call, self) : swapped(call, 0, 1);
}

Cases as_strided_cases() {
  return {{tensor({3, 4}), ints({2, 2}), ints({4, 1})}, {tensor({9}), ints({3, 3}), ints({2, 1}), 1}};
}
Cases dtype_cases() { return {{tensor({3, 4}), Dtype::int32}, {data({5, 8}, Dtype::uint8), Dtype::float32}}; }
Cases plain_cases() { return {{tensor({3, 1, 4})}, {data({1, 5})}}; }
Cases dim_cases() { return {{tensor({3, 1, 4}), 1}, {data({1, 5}), 0}}; }
Cases unsqueeze_cases() { return {{tensor({3, 4}), 1}, {data({5}), -1}}; }
Cases transpose_cases() { return {{tensor({3, 4}), 0, 1}, {data({2, 5, 3}), -1, 0}}; }
Cases t_cases() { return {{tensor({3, 4})}, {data({5})}}; }

template <Literal name, Literal arguments, Infer inferred, Cases (*cases)(), Literal... python>
constexpr Op viewing_in_place() {
  return {.schema = kText<name, "(Tensor(a!) self", arguments, ") -> Tensor(a!)">,
          .names = names<python...>(),
          .infer = inferred,
          .backward = backward_viewed,
          .samples = samples<name, cases>};
}

constexpr Op kOps[] = {
    plain<"as_strided", "(Tensor(a) self, int[] size, int[] stride, int? storage_offset=None) -> Tensor(a)",
          infer_as_strided, nullptr, backward_as_strided, as_strided_cases>(),
    declared<"view.dtype", "(Tensor(a) self, ScalarType dtype) -> Tensor(a)", infer_view_dtype, nullptr,
             backward_viewed, dtype_cases, "Tensor.view">(),
    viewing_in_place<"unsqueeze_", ", int dim", infer_unsqueeze, unsqueeze_cases, "Tensor.unsqueeze_">(),
    viewing_in_place<"squeeze_", "", infer_squeeze, plain_cases, "Tensor.squeeze_">(),
    viewing_in_place<"squeeze_.dim", ", int dim", infer_squeeze_dim, dim_cases, "Tensor.squeeze_">(),
    viewing_in_place<"transpose_", ", int dim0, int dim1", infer_transpose, transpose_cases, "Tensor.transpose_",
                     "Tensor.swapaxes_", "Tensor.swapdims_">(),
    viewing_in_place<"t_", "", infer_t, t_cases, "Tensor.t_">(),
};

}  // namespace reinterpret_op
}  // namespace

std::span<const Op> reinterpret_ops() { return reinterpret_op::kOps; }

}  // namespace vramlint::ops
