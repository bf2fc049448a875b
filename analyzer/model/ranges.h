// Between which numbers all elements of a tensor are: corners of boxes lie in their picture, the places that argmax
// finds below the number of columns. So what a program reads of one of them is a number between bounds, and a size or
// the turns of a loop that it computes of that are bounded as well.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "interp/bounded.h"
#include "model/bind.h"

namespace vramlint::model {

using Range = std::optional<interp::Bounds>;

/// Nothing where none is known. Of a single element it has the number's name.
Range range_of(const Tensor& tensor);
Range united(const Range& a, const Range& b);

/// The single element as a number between bounds; nothing where none is known.
std::optional<interp::Value> number_between(interp::Interpreter& interpreter, const Tensor& tensor);

/// What a call makes of the ranges of its operands: asked before it is done, told to its results afterwards.
class Ranges {
 public:
  Ranges(interp::Interpreter& interpreter, const Bound& bound);
  void tell(const std::vector<interp::Value>& results) const;

 private:
  interp::Interpreter& interpreter_;
  Range first_, others_;                                          ///< of the first result, and of any other
  bool splits_ = false;                                           ///< all results are parts of the operand
  std::vector<std::pair<interp::Value, interp::Bounds>> beside_;  ///< tensors of the storage that is written to
};

void set_range(Tensor& tensor, const Range& range);

/// The smaller or the larger of a single element and a number or another one, where only the data tells which it is:
/// a view of the element, with what is known of either. None where nothing is.
interp::Value either(interp::Interpreter& interpreter, Tensor& self, const interp::Value& other, bool largest,
                     Span span);

/// Of a comparison of two single elements, or of one and a number: the condition that its truth is.
void note_condition(interp::Interpreter& interpreter, syntax::CompareOp op, const interp::Value& left,
                    const interp::Value& right, const interp::Value& result);

}  // namespace vramlint::model
