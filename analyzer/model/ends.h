// Tensors of a few numbers that only the data tells, between bounds: sizes that a program puts into a tensor, computes
// with and takes out again. An operator whose results never fall is asked with the ends of its operands.
#pragma once

#include "model/bind.h"
#include "model/fold.h"
#include "model/tensor.h"

namespace vramlint::model {

/// nullptr where nothing is known of the elements, or each of them is.
const ElementEnds* ends_of(const Tensor& tensor);

/// Three of each: the elements themselves where they are all the same.
void set_ends(Tensor& tensor, ElementEnds ends);

/// What one element is.
std::optional<interp::Value> element_between(interp::Interpreter& interpreter, const Tensor& tensor, size_t index);

/// Of the `index`-th result of a call whose elements are not known.
void fold_ends(const Bound& bound, Tensor& result, size_t index);

/// What is known of the elements that a view shows.
void show_elements(Tensor& base, Tensor& view);

/// Of the same elements, as the other's type holds them.
void copy_ends(const Tensor& from, Tensor& to);

}  // namespace vramlint::model
