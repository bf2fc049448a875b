#pragma once

#include <gtest/gtest.h>

#include <string_view>

#include "graph/graph.h"
#include "graph/operator_name.h"
#include "ops/registry.h"

namespace vramlint::memory::test {

/// The `sample`-th call that the operator's own tests make.
inline graph::Node node_of(std::string_view name, size_t sample) {
  for (const graph::Op* op : ops::operators()) {
    if (operator_name(*op) != name) continue;
    graph::Node node;
    node.call = op->samples().at(sample);
    node.outputs = op->infer(node.call).outputs;
    return node;
  }
  ADD_FAILURE() << "no operator " << name;
  return {};
}

}  // namespace vramlint::memory::test
