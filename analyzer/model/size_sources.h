// What the bits of graph::Dim::sources stand for during one call of an operator: the keys of its operands' dimensions
// and of the numbers among its arguments. So the keys go through an operator as its sizes do, and never by what a size
// happens to be.
#pragma once

#include <array>

#include "graph/shape.h"
#include "interp/interpreter.h"

namespace vramlint::model {

class SizeSources {
 public:
  /// The bit of an origin; of none, Dim::kNameless. Where there are too many, the last bit stands for all further ones.
  uint32_t bit_of(interp::Interpreter& interpreter, interp::Origin origin);
  /// 0 for a number that has no key: what is made of it may still have a better source.
  uint32_t bit_of_number(interp::Interpreter& interpreter, interp::Origin origin);
  /// The origin of each dimension; takes the sources off the dimensions. A size of more than 1 that an operator makes
  /// of no operand's comes of all the numbers that were given.
  std::vector<interp::Origin> take(interp::Interpreter& interpreter, graph::Shape& shape) const;
  interp::Origin origin_of(interp::Interpreter& interpreter, uint32_t sources) const;

 private:
  static constexpr uint32_t kMost = 31;  // bits behind kNameless
  std::array<interp::Origin, kMost> origins_;
  uint32_t count_ = 0;
  uint32_t numbers_ = 0;
};

}  // namespace vramlint::model
