// Making tensors from Python data.
#pragma once

#include "model/tensor.h"

namespace vramlint::model {

/// An array of numpy's as a tensor; any other value as it is.
interp::Value array_as_tensor(interp::Interpreter& interpreter, const interp::Value& value, Span span);

/// torch.tensor(data): numbers, nested lists of numbers, or another tensor. On the host, with its elements.
interp::Value tensor_from(interp::Interpreter& interpreter, const std::shared_ptr<Builder>& builder,
                          const interp::Value& data, std::optional<graph::Dtype> dtype, Span span);

}  // namespace vramlint::model
