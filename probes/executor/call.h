// One call of an operator through the ATen dispatcher, found by its schema.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <ATen/core/Tensor.h>

#include "graph/op.h"

namespace vramlint::probes {

/// What torch said, or that it has no such operator. One line.
struct CallError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// "conv2d.padding" of "conv2d.padding(Tensor input, …) -> Tensor".
std::string_view schema_name(const graph::Op& op);

/// Whether this LibTorch has the operator.
bool exists(const graph::Op& op);

/// Calls it. One operand per `call.operands`, on the device they lie on. Lists and tuples among the results are
/// flattened; what is no tensor is left out. Throws CallError.
std::vector<at::Tensor> run_call(const graph::Call& call, const std::vector<at::Tensor>& operands);

/// The first line of what an exception of LibTorch says.
std::string first_line(const std::string& text);

}  // namespace vramlint::probes
