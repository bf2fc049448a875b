// Calls operators: binds, infers, and writes the node down.
#pragma once

#include <string_view>
#include <vector>

#include "model/bind.h"
#include "model/device.h"

namespace vramlint::model {

/// Calls the operator of that Python name ("torch.relu", "Tensor.add"). Raises what PyTorch raises; throws Unsupported
/// where no operator has the name or none takes these arguments.
interp::Value apply(interp::Interpreter& interpreter, std::string_view python_name,
                    std::vector<interp::Value> positional, Span span);
interp::Value apply(interp::Interpreter& interpreter, std::string_view python_name, interp::Arguments& arguments);

/// Likewise by schema name ("slice.Tensor").
interp::Value apply_schema(interp::Interpreter& interpreter, std::string_view schema_name,
                           std::vector<interp::Value> positional, Span span);

bool has_operator(std::string_view python_name);

/// The builder of the running build.
std::shared_ptr<Builder> builder_of(interp::Interpreter& interpreter);
void set_builder(interp::Interpreter& interpreter, std::shared_ptr<Builder> builder);

}  // namespace vramlint::model
