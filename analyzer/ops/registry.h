// The operators, generated from the list in ops/CMakeLists.txt.
#pragma once

#include <span>
#include <string_view>

#include "graph/op.h"

namespace vramlint::ops {

/// In the order of the list.
std::span<const graph::Op* const> operators();

/// By a Python name ("torch.nn.functional.relu", "Tensor.relu"). Several overloads may share a name: all of them, in
/// the order of the list; the first whose schema fits the arguments is the one called.
std::span<const graph::Op* const> find(std::string_view python_name);

/// Of a module: "torch.relu" of "torch". In the order of the list, once an overload.
std::span<const std::string_view> names_in(std::string_view module);

/// By schema name with overload: "add.Tensor"; nullptr if there is none.
const graph::Op* find_schema(std::string_view name);

}  // namespace vramlint::ops
