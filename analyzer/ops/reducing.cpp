#include "ops/reducing.h"

#include "ops/shaping.h"

namespace vramlint::ops {

namespace {

std::vector<int64_t> dims_given(const Call& call, size_t arg) {
  if (call.is_none(arg)) return {};
  if (const auto* single = std::get_if<int64_t>(&call.args[arg])) return {*single};
  return call.ints(arg);
}

Shape left_over(const TensorType& self, const std::vector<bool>& gone, bool keepdim) {
  Shape shape;
  for (size_t i = 0; i < self.shape.size(); ++i) {
    if (!gone[i]) {
      shape.push_back(self.shape[i]);
    } else if (keepdim) {
      shape.push_back(1);
    }
  }
  return shape;
}

}  // namespace

Reduced reduce_all(const TensorType& self) { return {.gone = std::vector<bool>(self.shape.size(), true)}; }

Reduced reduce(const Call& call, const TensorType& self, size_t dims_arg, bool keepdim) {
  const std::vector<int64_t> dims = dims_given(call, dims_arg);
  Reduced reduced{.gone = std::vector<bool>(self.shape.size(), dims.empty())};
  for (int64_t dim : dims) {
    const int64_t wrapped = wrap(dim, self.rank());
    if (wrapped < 0) return {.error = dim_error(dim, self.rank())};
    if (self.rank() == 0) continue;
    if (reduced.gone[static_cast<size_t>(wrapped)]) {
      return {.error = "dim " + std::to_string(wrapped) + " appears multiple times in the list of dims"};
    }
    reduced.gone[static_cast<size_t>(wrapped)] = true;
  }
  reduced.shape = left_over(self, reduced.gone, keepdim);
  return reduced;
}

TensorType spread(const TensorType& grad, const TensorType& self, const std::vector<bool>& gone) {
  TensorType made = grad;
  if (grad.rank() != self.rank()) {
    for (size_t i = 0; i < gone.size(); ++i) {
      if (gone[i]) made = with_single(made, static_cast<int64_t>(i));
    }
  }
  return expanded(made, self.shape);
}

}  // namespace vramlint::ops
