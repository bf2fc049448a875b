// Elements of small constant tensors: linspace(0, 0.1, 12)[3].item() is a drop-path rate that constructors read.
#pragma once

#include "model/bind.h"

namespace vramlint::model {

/// Gives `result`, the `index`-th host tensor just made by the call, its elements where they are cheap to know.
void fold(const Bound& bound, Tensor& result, size_t index = 0);

/// The few whole numbers that an operator which writes to `self` (`|=`, `+=`) leaves in it; asked before it does.
std::optional<std::vector<double>> values_written(const Bound& bound, const Tensor& self);

/// Whether the elements of any operand are.
bool has_known_operand(const Bound& bound);

/// Likewise of a result on the device, of which a few whole numbers are known: a program may keep sizes there. `alone`:
/// the call has no other result.
void fold_on_device(const Bound& bound, const graph::Output& output, bool alone, Tensor& result);

/// The number that a call fills a new tensor with.
std::optional<double> filling(const Bound& bound);

/// How many different elements there are; empty where they are not known.
std::optional<int64_t> distinct_count(const Tensor& tensor);

/// Numbers rounded to what the dtype can hold.
std::vector<double> as_held_by(graph::Dtype dtype, std::vector<double> values);

/// The elements of the `index`-th result, where those of the operands make them known.
std::optional<std::vector<double>> known_values(const Bound& bound, const Tensor& result, size_t index);

/// Gives a view of a contiguous `base` the elements that it shows of it.
void fold_view(const Tensor& base, Tensor& view);

}  // namespace vramlint::model
