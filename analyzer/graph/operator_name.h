// How an operator is called, whichever of its forms it is.
#pragma once

#include <string_view>

#include "graph/op.h"

namespace vramlint::graph {

/// "add" of "add.Tensor(Tensor self, …) -> Tensor".
inline std::string_view operator_name(const Op& op) {
  size_t end = 0;  // asked for at every node by every library: find_first_of takes ten times as long
  while (end < op.schema.size() && op.schema[end] != '.' && op.schema[end] != '(') ++end;
  return op.schema.substr(0, end);
}

}  // namespace vramlint::graph
