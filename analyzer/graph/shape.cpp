#include "graph/shape.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace vramlint::graph {

namespace {

int64_t product(const Shape& shape, int64_t Dim::*scenario) {
  int64_t total = 1;
  for (const Dim& dim : shape) total = saturating_product(total, dim.*scenario);
  return total;
}

bool same_everywhere(const Dim& dim) { return dim.low == dim.point && dim.point == dim.high; }

/// Whether the strides are those of a dense tensor whose dimensions lie in this order, innermost first.
template <typename Order>
bool packed(const TensorType& type, const Order& innermost_first) {
  int64_t expected = 1;
  for (int64_t dim : innermost_first) {
    const int64_t size = type.shape[static_cast<size_t>(dim)].point;
    if (size == 1) continue;
    if (type.strides[static_cast<size_t>(dim)] != expected) return false;
    expected = saturating_product(expected, size);
  }
  return true;
}

/// The order in which TensorIterator lays out one operand, innermost first: aten/src/ATen/ExpandUtils.cpp,
/// infer_dense_strides (1.13 to 2.7). Ties keep the last dimension innermost unless sizes say otherwise.
std::vector<int64_t> layout_order(const TensorType& type) {
  std::vector<int64_t> order(type.shape.size());
  std::iota(order.rbegin(), order.rend(), int64_t{0});
  auto swaps = [&](int64_t inner, int64_t outer) {
    const int64_t left = type.strides[static_cast<size_t>(inner)], right = type.strides[static_cast<size_t>(outer)];
    if (left == 0 || right == 0) return 0;
    if (left != right) return left < right ? -1 : 1;
    return type.size(inner) > type.size(outer) ? 1 : 0;
  };
  for (size_t i = 1; i < order.size(); ++i) {
    size_t moving = i;
    for (size_t j = i; j-- > 0;) {
      const int comparison = swaps(order[j], order[moving]);
      if (comparison < 0) break;
      if (comparison > 0) {
        std::swap(order[j], order[moving]);
        moving = j;
      }
    }
  }
  return order;
}

}  // namespace

int64_t TensorType::numel() const { return product(shape, &Dim::point); }

Interval TensorType::bytes() const {
  const int64_t element = size_of(dtype);
  if (std::all_of(shape.begin(), shape.end(), same_everywhere))
    return Interval::exactly(Bytes(saturating_product(numel(), element)));
  return {Bytes(saturating_product(product(shape, &Dim::low), element)),
          Bytes(saturating_product(product(shape, &Dim::point), element)),
          Bytes(saturating_product(product(shape, &Dim::high), element))};
}

bool TensorType::contiguous() const {
  if (numel() == 0) return true;
  int64_t expected = 1;
  for (size_t dim = shape.size(); dim-- > 0;) {
    const int64_t size = shape[dim].point;
    if (size != 1 && strides[dim] != expected) return false;
    expected = saturating_product(expected, size);
  }
  return true;
}

bool TensorType::channels_last() const {
  static constexpr std::array<int64_t, 4> kNhwc = {1, 3, 2, 0};
  static constexpr std::array<int64_t, 5> kNdhwc = {1, 4, 3, 2, 0};
  if (contiguous()) return false;
  if (rank() == 4) return packed(*this, kNhwc);
  return rank() == 5 && packed(*this, kNdhwc);
}

bool TensorType::dense() const {
  if (contiguous()) return true;
  std::vector<int64_t> order(shape.size());
  std::iota(order.begin(), order.end(), int64_t{0});
  std::stable_sort(order.begin(), order.end(), [&](int64_t left, int64_t right) {
    const bool left_single = size(left) == 1, right_single = size(right) == 1;
    if (left_single || right_single) return !left_single && right_single;
    return strides[static_cast<size_t>(left)] < strides[static_cast<size_t>(right)];
  });
  return packed(*this, order);
}

int64_t TensorType::size(int64_t dim) const {
  const int64_t index = dim < 0 ? dim + rank() : dim;
  return shape[static_cast<size_t>(index)].point;
}

Strides contiguous_strides(const Shape& shape) {
  Strides strides(shape.size());
  int64_t next = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = next;
    next = saturating_product(next, std::max<int64_t>(shape[i].point, 1));
  }
  return strides;
}

TensorType contiguous(Dtype dtype, Shape shape) {
  Strides strides = contiguous_strides(shape);
  return {.dtype = dtype, .shape = std::move(shape), .strides = std::move(strides)};
}

TensorType like(const TensorType& like, Dtype dtype) {
  TensorType made{.dtype = dtype, .shape = like.shape, .strides = like.strides};
  if (like.dense()) return made;
  int64_t next = 1;
  for (int64_t dim : layout_order(like)) {
    made.strides[static_cast<size_t>(dim)] = next;
    next = saturating_product(next, like.size(dim));
  }
  return made;
}

std::string to_string(const Shape& shape) {
  std::string text = "[";
  for (const Dim& dim : shape) {
    if (text.size() > 1) text += ", ";
    text += dim.known() ? std::to_string(dim.point) : std::to_string(dim.low) + ".." + std::to_string(dim.high);
  }
  return text + "]";
}

std::string to_string(const TensorType& type) { return std::string(to_string(type.dtype)) + to_string(type.shape); }

}  // namespace vramlint::graph
