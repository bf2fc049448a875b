// tensor[...]: integers, slices, None, Ellipsis, index tensors and masks.
#pragma once

#include "model/tensor.h"

namespace vramlint::model {

/// torch/csrc/autograd/python_variable_indexing.cpp (1.13): basic indices become select, slice and unsqueeze in order,
/// the rest one `index`.
interp::Value tensor_get_item(interp::Interpreter& interpreter, Tensor& self, const interp::Value& index, Span span);

/// A write: `copy_` into the view that the basic indices give, or `index_put_`.
void tensor_set_item(interp::Interpreter& interpreter, Tensor& self, const interp::Value& index, interp::Value value,
                     Span span);

}  // namespace vramlint::model
