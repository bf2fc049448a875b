// Tensors whose elements are all the same number, whatever their size: a mask of ones has nothing left out.
#pragma once

#include <optional>

namespace vramlint::model {

struct Bound;
struct Tensor;

/// The number that all elements of the tensor are; empty where that is not known.
std::optional<double> uniform_element(const Tensor& tensor);

/// The number that all elements of the call's result are, by those of its operands.
std::optional<double> uniform_result(const Bound& bound, const Tensor& result);

/// States it of a tensor, or takes it back with an empty one.
void set_uniform(Tensor& tensor, std::optional<double> element);

/// Something was written to the tensor's storage.
void forget_uniform(Tensor& tensor);

}  // namespace vramlint::model
