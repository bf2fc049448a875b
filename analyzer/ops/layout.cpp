#include "ops/layout.h"

#include <numeric>
#include <optional>

namespace vramlint::ops {

namespace {

std::vector<size_t> channels_last_order(size_t rank) {  // innermost first
  if (rank == 4) return {1, 3, 2, 0};
  if (rank == 5) return {1, 4, 3, 2, 0};
  std::vector<size_t> order(rank);
  std::iota(order.rbegin(), order.rend(), size_t{0});
  return order;
}

Strides strides_in_order(const Shape& shape, const std::vector<size_t>& innermost_first) {
  Strides strides(shape.size());
  int64_t next = 1;
  for (size_t dim : innermost_first) {
    strides[dim] = next;
    next = saturating_product(next, std::max<int64_t>(shape[dim].point, 1));
  }
  return strides;
}

/// Strides of an operand seen with the broadcast shape: 0 where it repeats.
Strides expanded_strides(const TensorType& type, const Shape& shape) {
  Strides strides(shape.size(), 0);
  const size_t offset = shape.size() - type.shape.size();
  for (size_t i = 0; i < type.shape.size(); ++i) {
    const bool repeats = type.shape[i].point == 1 && shape[offset + i].point != 1;
    strides[offset + i] = repeats ? 0 : type.strides[i];
  }
  return strides;
}

/// aten/src/ATen/TensorIterator.cpp, reorder_dimensions (1.13 to 2.7): which of two dimensions is the inner one is
/// decided by the first operand that strides through both.
int compare_dims(const Shape& shape, const std::vector<Strides>& operands, size_t inner, size_t outer) {
  for (const Strides& strides : operands) {
    const int64_t left = strides[inner], right = strides[outer];
    if (left == 0 || right == 0) continue;
    if (left != right) return left < right ? -1 : 1;
    if (shape[inner].point > shape[outer].point) return 1;
  }
  return 0;
}

std::vector<size_t> iteration_order(const Shape& shape, const std::vector<Strides>& operands) {
  std::vector<size_t> order(shape.size());
  std::iota(order.rbegin(), order.rend(), size_t{0});
  for (size_t i = 1; i < order.size(); ++i) {
    size_t moving = i;
    for (size_t j = i; j-- > 0;) {
      const int comparison = compare_dims(shape, operands, order[j], order[moving]);
      if (comparison < 0) break;
      if (comparison > 0) {
        std::swap(order[j], order[moving]);
        moving = j;
      }
    }
  }
  return order;
}

/// The short cuts of TensorIterator's fast_set_up, for operands that all have the result's shape.
std::optional<Strides> shared_layout(const Shape& shape, const std::vector<TensorType>& operands) {
  auto all = [&](auto&& holds) { return std::all_of(operands.begin(), operands.end(), holds); };
  if (!all([&](const TensorType& type) { return same_sizes(type.shape, shape); })) return std::nullopt;
  if (all([](const TensorType& type) { return type.contiguous(); })) return graph::contiguous_strides(shape);
  const Strides& first = operands.front().strides;
  if (all([&](const TensorType& type) { return type.dense() && type.strides == first; })) return first;
  return std::nullopt;
}

/// c10/core/ScalarType.h and ResultTypeState of aten/src/ATen/native/TypeProperties.cpp (1.13 to 2.7): dimensioned
/// tensors decide, then 0-dim tensors, then numbers, unless the weaker one is of a higher kind.
struct ResultType {
  std::optional<Dtype> dimensioned, scalar, number;
};

std::optional<Dtype> join(std::optional<Dtype> left, std::optional<Dtype> right) {
  if (!left || !right) return left ? left : right;
  return graph::promote(*left, *right);
}

std::optional<Dtype> prefer(std::optional<Dtype> higher, std::optional<Dtype> lower) {
  if (!higher || !lower) return higher ? higher : lower;
  if (graph::is_complex(*higher)) return higher;
  if (graph::is_floating(*higher)) return graph::is_complex(*lower) ? join(higher, lower) : higher;
  if (*higher == Dtype::boolean || graph::is_differentiable(*lower)) return join(higher, lower);
  return higher;
}

void add_argument(ResultType& state, const Call& call, const graph::Arg& arg) {
  if (const auto* reference = std::get_if<graph::OperandRef>(&arg)) {
    const TensorType& type = call.operands[static_cast<size_t>(reference->index)].type;
    std::optional<Dtype>& slot = type.rank() > 0 ? state.dimensioned : state.scalar;
    slot = join(slot, type.dtype);
  } else if (std::holds_alternative<double>(arg)) {
    state.number = join(state.number, Dtype::float32);
  } else if (std::holds_alternative<int64_t>(arg)) {
    state.number = join(state.number, Dtype::int64);
  } else if (std::holds_alternative<bool>(arg)) {
    state.number = join(state.number, Dtype::boolean);
  }
}

}  // namespace

TensorType channels_last(Dtype dtype, Shape shape) {
  Strides strides = strides_in_order(shape, channels_last_order(shape.size()));
  return {.dtype = dtype, .shape = std::move(shape), .strides = std::move(strides)};
}

bool suggests_channels_last(const TensorType& type) {
  if ((type.rank() != 4 && type.rank() != 5) || type.strides[1] == 0) return false;
  int64_t smallest = 0;
  for (size_t dim : channels_last_order(type.shape.size())) {
    const int64_t size = type.shape[dim].point, stride = type.strides[dim];
    if (size == 0 || stride < smallest) return false;
    if (dim == 0 && smallest == type.strides[1]) return false;
    smallest = size > 1 ? saturating_product(stride, size) : stride;
  }
  return true;
}

bool lies_in_format(const TensorType& type, bool last) {
  if (!last || type.numel() == 0) return type.contiguous();
  int64_t expected = 1;
  for (size_t dim : channels_last_order(type.shape.size())) {
    const int64_t size = type.shape[dim].point;
    if (size == 1) continue;
    if (type.strides[dim] != expected) return false;
    expected = saturating_product(expected, size);
  }
  return true;
}

TensorType suggested(const TensorType& like, Dtype dtype, Shape shape) {
  return suggests_channels_last(like) ? channels_last(dtype, std::move(shape))
                                      : graph::contiguous(dtype, std::move(shape));
}

bool same_sizes(const Shape& left, const Shape& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const Dim& a, const Dim& b) { return a.point == b.point; });
}

bool may_be_same(const Dim& left, const Dim& right) {
  return left.point == right.point || (left.low <= right.high && right.low <= left.high);
}

bool may_be_same(const Shape& left, const Shape& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const Dim& a, const Dim& b) { return may_be_same(a, b); });
}

bool differ(const TensorType& left, int64_t dim, const TensorType& right, int64_t other_dim) {
  const auto at = [](const TensorType& type, int64_t d) { return static_cast<size_t>(d < 0 ? d + type.rank() : d); };
  return !may_be_same(left.shape[at(left, dim)], right.shape[at(right, other_dim)]);
}

namespace {

/// Of two sizes that may be equal the one that they are.
Dim common_size(const Dim& a, const Dim& b) {
  if (a.known() || a == b || a.low > b.high || b.low > a.high) return a;
  if (b.known()) return b;
  const int64_t low = std::max(a.low, b.low), high = std::min(a.high, b.high);
  const Dim& nearer = b.low == low && b.high == high ? b : a;
  if (nearer.low == low && nearer.high == high) return nearer;
  return Dim(low, std::clamp(a.point, low, high), high).from(a.sources);
}

}  // namespace

Broadcast broadcast(const Shape& left, const Shape& right) {
  Shape shape(std::max(left.size(), right.size()));
  for (size_t i = 1; i <= shape.size(); ++i) {
    const Dim a = i <= left.size() ? left[left.size() - i] : Dim(1);
    const Dim b = i <= right.size() ? right[right.size() - i] : Dim(1);
    const auto may_repeat = [](const Dim& dim) { return dim.low <= 1 && dim.high >= 1; };
    if (!may_be_same(a, b) && !may_repeat(a) && !may_repeat(b)) {
      return {.error = {"The size of tensor a (" + std::to_string(a.point) + ") must match the size of tensor b (" +
                            std::to_string(b.point) + ") at non-singleton dimension " +
                            std::to_string(shape.size() - i),
                        a.sources | b.sources}};
    }
    const bool is_single = a.known() && a.point == 1, other_is_single = b.known() && b.point == 1;
    const Dim& larger = may_be_same(a, b) || may_repeat(b) ? a : b;
    shape[shape.size() - i] = is_single ? b : other_is_single ? a : may_be_same(a, b) ? common_size(a, b) : larger;
    if (a == b && a.sources <= Dim::kNameless) shape[shape.size() - i].sources |= b.sources;
  }
  return {.shape = std::move(shape)};
}

Broadcast broadcast(const std::vector<TensorType>& types) {
  Broadcast result;
  for (const TensorType& type : types) {
    result = broadcast(result.shape, type.shape);
    if (!result.error.empty()) return result;
  }
  return result;
}

TensorType elementwise(Dtype dtype, const Shape& shape, const std::vector<TensorType>& operands) {
  TensorType made{.dtype = dtype, .shape = shape};
  if (auto strides = operands.empty() ? std::nullopt : shared_layout(shape, operands)) {
    made.strides = *std::move(strides);
    return made;
  }
  std::vector<Strides> expanded;
  for (const TensorType& type : operands) expanded.push_back(expanded_strides(type, shape));
  made.strides = strides_in_order(shape, iteration_order(shape, expanded));
  return made;
}

Dtype result_type(const Call& call, std::vector<size_t> args) {
  ResultType state;
  for (size_t arg : args) {
    if (const auto* list = std::get_if<graph::OperandList>(&call.args[arg])) {
      for (int index : list->indices) add_argument(state, call, graph::OperandRef{index});
    } else {
      add_argument(state, call, call.args[arg]);
    }
  }
  return prefer(state.dimensioned, prefer(state.scalar, state.number)).value_or(Dtype::float32);
}

}  // namespace vramlint::ops
