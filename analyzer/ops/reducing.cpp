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

std::string scatter_error(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const TensorType& index = call.operand(2).type;
  if (index.numel() == 0) return {};
  const auto same_rank = [&](const TensorType& other) {
    return std::max<int64_t>(index.rank(), 1) == std::max<int64_t>(other.rank(), 1);
  };
  if (!same_rank(self)) return "Index tensor must have the same number of dimensions as self tensor";
  const Operand* source = std::holds_alternative<graph::OperandRef>(call.args[3]) ? call.operand_or_null(3) : nullptr;
  if (source != nullptr && !same_rank(source->type)) {
    return "Index tensor must have the same number of dimensions as src tensor";
  }
  const int64_t dim = wrap(call.integer(1), self.rank());
  for (int64_t i = 0; i < index.rank(); ++i) {
    const bool wider = i != dim && self.rank() > 0 && index.size(i) > self.size(i);
    const bool beyond = source != nullptr && index.size(i) > (source->type.rank() > 0 ? source->type.size(i) : 1);
    if (wider || beyond) {
      return "Expected index " + to_string(index.shape) + " to be smaller than self " + to_string(self.shape) +
             " apart from dimension " + std::to_string(dim) + " and to be smaller size than src";
    }
  }
  return {};
}

}  // namespace vramlint::ops
