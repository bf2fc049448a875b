// Arguments of a call as the values that the dispatcher's stack takes.
#pragma once

#include <ATen/core/function_schema.h>
#include <ATen/core/stack.h>

#include "graph/op.h"

namespace vramlint::probes {

/// The stack for the operator's schema: arguments by name, those we do not have by its defaults. Throws CallError for a
/// value that the schema does not take.
torch::jit::Stack arguments(const c10::FunctionSchema& schema, const graph::Call& call,
                            const std::vector<at::Tensor>& operands);

}  // namespace vramlint::probes
