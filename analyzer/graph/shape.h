// Sizes, strides and types of tensors.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "graph/dtype.h"

namespace vramlint::graph {

/// One dimension: known when low == high, else bounded with a most likely point.
struct Dim {
  int64_t low = 0, point = 0, high = 0;
  /// Which sizes it was made from, while an operator infers its results: a bit for each that the caller tells apart.
  /// Says nothing outside of that call, and is no part of the size.
  uint32_t sources = 0;
  static constexpr uint32_t kNameless = 1;  ///< the bit of sizes that the caller has no name for
  /// Which number it is where it is not known: equal names are the same number. 0: it has no name. No part of the size.
  uint32_t name = 0;
  Dim() = default;
  Dim(int64_t n) : low(n), point(n), high(n) {}  // NOLINT: a plain number is a known Dim
  Dim(int64_t l, int64_t p, int64_t h) : low(l), point(p), high(h) {}
  bool known() const { return low == high; }
  Dim from(uint32_t other_sources) const {
    Dim same = *this;
    same.sources = other_sources;
    return same;
  }
  Dim named(uint32_t other_name) const {
    Dim same = *this;
    same.name = other_name;
    return same;
  }
  bool operator==(const Dim& other) const { return low == other.low && point == other.point && high == other.high; }
};

/// Thrown where an operator reads what its arguments do not have: a dimension of a tensor that has fewer, an argument
/// of another kind. Whoever applies operators to a program's arguments catches it and says that they are not
/// understood.
struct Misfit : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One element a dimension; throws Misfit where there is none.
template <typename Element>
class PerDim : public std::vector<Element> {
  using Base = std::vector<Element>;

 public:
  using Base::Base;
  PerDim() = default;
  PerDim(const Base& elements) : Base(elements) {}        // NOLINT: the same, checked
  PerDim(Base&& elements) : Base(std::move(elements)) {}  // NOLINT
  Element& operator[](size_t dim) { return Base::operator[](checked(dim)); }
  const Element& operator[](size_t dim) const { return Base::operator[](checked(dim)); }
  Element& front() { return (*this)[0]; }
  const Element& front() const { return (*this)[0]; }
  Element& back() { return (*this)[this->size() - 1]; }
  const Element& back() const { return (*this)[this->size() - 1]; }

 private:
  size_t checked(size_t dim) const {
    if (dim >= this->size()) throw Misfit("a tensor of " + std::to_string(this->size()) + " dimensions is too small");
    return dim;
  }
};

using Shape = PerDim<Dim>;
using Strides = PerDim<int64_t>;  ///< in elements, of the point sizes

struct TensorType {
  Dtype dtype = Dtype::float32;
  Shape shape;
  Strides strides;
  int64_t offset = 0;  ///< into its storage, in elements

  int64_t rank() const { return static_cast<int64_t>(shape.size()); }
  int64_t numel() const;       ///< at the point; saturates
  Interval bytes() const;      ///< dense size: numel * element size, per scenario
  bool contiguous() const;     ///< as Tensor.is_contiguous()
  bool channels_last() const;  ///< contiguous in NHWC / NDHWC and not in NCHW
  /// Dense, non-overlapping in some order of dimensions: what keeps its layout under elementwise operators.
  bool dense() const;
  int64_t size(int64_t dim) const;  ///< point size; negative dims count from the end
};

Strides contiguous_strides(const Shape& shape);
TensorType contiguous(Dtype dtype, Shape shape);
/// A fresh tensor of that type which keeps `like`'s layout if it is dense (empty_like with preserve_format).
TensorType like(const TensorType& like, Dtype dtype);
std::string to_string(const Shape& shape);      ///< "[2, 64, 181, 360]"
std::string to_string(const TensorType& type);  ///< "float32[2, 64, 181, 360]"

}  // namespace vramlint::graph
