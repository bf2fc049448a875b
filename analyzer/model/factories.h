// Making tensors from Python data.
#pragma once

#include "model/tensor.h"

namespace vramlint::model {

/// torch.tensor(data): numbers, nested lists of numbers, or another tensor. On the host, with its elements.
interp::Value tensor_from(interp::Interpreter& interpreter, const std::shared_ptr<Builder>& builder,
                          const interp::Value& data, std::optional<graph::Dtype> dtype, Span span);

}  // namespace vramlint::model
