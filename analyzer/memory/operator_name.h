// How an operator is called in labels.
#pragma once

#include <string_view>

#include "graph/op.h"

namespace vramlint::memory {

/// "add" of "add.Tensor(Tensor self, …) -> Tensor".
inline std::string_view operator_name(const graph::Op& op) {
  return op.schema.substr(0, op.schema.find_first_of(".("));
}

}  // namespace vramlint::memory
