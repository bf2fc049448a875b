// Views of a part. Each one's gradient is a zero-filled tensor of the full size into which the part is copied
// (torch/csrc/autograd/FunctionsManual.cpp and aten select_backward, slice_backward; 1.13 to 2.7).
#include "ops/program.h"
#include "ops/sample.h"
#include "ops/shaping.h"

namespace vramlint::ops {

namespace {
namespace slice_op {

Inferred infer_select(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (self.rank() == 0) return failure("select() cannot be applied to a 0-dim tensor.");
  const int64_t dim = wrap(call.integer(1), self.rank());
  if (dim < 0) return failure(dim_error(call.integer(1), self.rank()));
  const int64_t size = self.size(dim), given = call.integer(2);
  if (given < -size || given >= size) {
    return failure("select(): index " + std::to_string(given) + " out of range for tensor of size " +
                   to_string(self.shape) + " at dimension " + std::to_string(dim));
  }
  const int64_t index = given < 0 ? given + size : given;
  return view(call, 0, without(narrowed(self, dim, index, 1), dim));
}

/// How many elements start:end:step leaves of a dimension, per scenario.
Dim slice_count(const Dim& size, int64_t start, int64_t end, int64_t step) {
  return map(size, [&](int64_t n) {
    const int64_t first = std::clamp<int64_t>(start < 0 ? start + n : start, 0, n);
    const int64_t last = std::clamp<int64_t>(end < 0 ? end + n : end, first, n);
    return (last - first + step - 1) / step;
  });
}

/// An end that is given outright sets the size with the start; else the slice is what the dimension leaves.
uint32_t ends_of(const Call& call) {
  return call.sizes(3)[0].sources | (call.is_none(2) ? 0 : call.sizes(2)[0].sources);
}

Inferred infer_slice(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (self.rank() == 0) return failure("slice() cannot be applied to a 0-dim tensor.");
  const int64_t dim = wrap(call.integer(1), self.rank());
  if (dim < 0) return failure(dim_error(call.integer(1), self.rank()));
  const int64_t step = call.integer(4);
  if (step <= 0) return failure("slice step must be positive");
  const int64_t size = self.size(dim), start = call.is_none(2) ? 0 : call.integer(2);
  const int64_t end = call.is_none(3) ? INT64_MAX : call.integer(3);
  const int64_t first = std::clamp<int64_t>(start < 0 ? start + size : start, 0, size);
  Dim count = slice_count(self.shape[static_cast<size_t>(dim)], start, end, step);
  if (end >= 0 && end < size) count.sources = ends_of(call);
  return view(call, 0, narrowed(self, dim, first, count, step));
}

Inferred infer_narrow(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (self.rank() == 0) return failure("narrow() cannot be applied to a 0-dim tensor.");
  const int64_t dim = wrap(call.integer(1), self.rank()), length = call.integer(3);
  if (dim < 0) return failure(dim_error(call.integer(1), self.rank()));
  const int64_t size = self.size(dim), start = call.integer(2) < 0 ? call.integer(2) + size : call.integer(2);
  if (length < 0) return failure("narrow(): length must be non-negative.");
  if (start < 0 || start > self.shape[static_cast<size_t>(dim)].high - length) {
    return failure("start (" + std::to_string(start) + ") + length (" + std::to_string(length) +
                   ") exceeds dimension size (" + std::to_string(size) + ").");
  }
  return view(call, 0, narrowed(self, dim, start, call.sizes(3)[0]));
}

Inferred infer_diagonal(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const int64_t first = wrap(call.integer(2), self.rank()), second = wrap(call.integer(3), self.rank());
  if (self.rank() < 2 || first < 0) return failure(dim_error(call.integer(2), self.rank()));
  if (second < 0) return failure(dim_error(call.integer(3), self.rank()));
  if (first == second)
    return failure("diagonal dimensions cannot be identical " + std::to_string(first) + ", " + std::to_string(second));
  const int64_t offset = call.integer(1);
  const int64_t length = std::max<int64_t>(0, offset >= 0 ? std::min(self.size(first), self.size(second) - offset)
                                                          : std::min(self.size(first) + offset, self.size(second)));
  const int64_t stride = self.strides[static_cast<size_t>(first)] + self.strides[static_cast<size_t>(second)];
  TensorType made = without(without(self, std::max(first, second)), std::min(first, second));
  if (length > 0)
    made.offset += offset >= 0 ? offset * self.strides[static_cast<size_t>(second)]
                               : -offset * self.strides[static_cast<size_t>(first)];
  const auto shorter = static_cast<size_t>(self.size(first) < self.size(second) ? first : second);
  made.shape.push_back(Dim(length).from(self.shape[shorter].sources));
  made.strides.push_back(stride);
  return view(call, 0, std::move(made));
}

/// Tensor.unfold: windows along a dimension, as a view.
Inferred infer_unfold(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const int64_t dim = wrap(call.integer(1), self.rank()), window = call.integer(2), step = call.integer(3);
  if (dim < 0) return failure(dim_error(call.integer(1), self.rank()));
  const int64_t size = self.rank() == 0 ? 1 : self.size(dim);
  if (window > size) {
    return failure("maximum size for tensor at dimension " + std::to_string(dim) + " is " + std::to_string(size) +
                   " but size is " + std::to_string(window));
  }
  if (step <= 0) return failure("step is " + std::to_string(step) + " but must be > 0");
  if (window < 0) return failure("size is " + std::to_string(window) + " but must be >= 0");
  TensorType made = self;
  made.shape.push_back(call.sizes(2)[0]);
  made.strides.push_back(self.rank() == 0 ? 1 : self.strides[static_cast<size_t>(dim)]);
  if (self.rank() > 0) {
    Dim& windows = made.shape[static_cast<size_t>(dim)];
    windows = Dim((size - window) / step + 1).from(windows.sources);
    made.strides[static_cast<size_t>(dim)] = saturating_product(made.strides[static_cast<size_t>(dim)], step);
  }
  return view(call, 0, std::move(made));
}

std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  program.computed(0, graph::contiguous(program.grad().dtype, program.type(0).shape));
  return program.finish();
}

Cases select_cases() { return {{tensor({2, 3, 4}), 1, -1}, {tensor({5}), 0, 2}, {strided({3, 4}, {1, 3}), 0, 1}}; }
Cases slice_cases() {
  return {{tensor({2, 7, 4}), 1, 1, 6, 2}, {tensor({5}), 0, Given(), -1}, {tensor({3, 4}), -1, 2}};
}
Cases narrow_cases() { return {{tensor({2, 7}), 1, 2, 3}, {tensor({5, 1}), 0, 4, 1}}; }
Cases diagonal_cases() { return {{tensor({3, 5})}, {tensor({2, 3, 4}), 1, -2, -1}}; }
Cases unfold_cases() { return {{tensor({2, 7}), 1, 3, 2}, {tensor({6, 5}), 0, 2, 2}}; }

template <Literal name, Literal declaration, Inferred (*inferred)(const Call&), Cases (*cases)(), Literal... python>
constexpr Op part() {
  return {.schema = kText<name, declaration>,
          .names = names<python...>(),
          .infer = inferred,
          .backward = backward,
          .samples = samples<name, cases>};
}

constexpr Op kOps[] = {
    part<"select.int", "(Tensor(a) self, int dim, int index) -> Tensor(a)", infer_select, select_cases, "torch.select",
         "Tensor.select">(),
    part<"slice.Tensor", "(Tensor(a) self, int dim=0, int? start=None, int? end=None, int step=1) -> Tensor(a)",
         infer_slice, slice_cases, "Tensor.slice">(),
    part<"narrow", "(Tensor(a) self, int dim, int start, int length) -> Tensor(a)", infer_narrow, narrow_cases,
         "torch.narrow", "Tensor.narrow">(),
    part<"diagonal", "(Tensor(a) self, int offset=0, int dim1=0, int dim2=1) -> Tensor(a)", infer_diagonal,
         diagonal_cases, "torch.diagonal", "Tensor.diagonal">(),
    part<"unfold", "(Tensor(a) self, int dimension, int size, int step) -> Tensor(a)", infer_unfold, unfold_cases,
         "Tensor.unfold">(),
};

}  // namespace slice_op
}  // namespace

std::span<const Op> slice_ops() { return slice_op::kOps; }

}  // namespace vramlint::ops
