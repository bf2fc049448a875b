// Calls that take another way on the CPU than on CUDA: the one list of exceptions of the executor.
#pragma once

#include "graph/graph.h"

namespace vramlint::probes {

/// The call that stands for the node's; mostly its own.
graph::Call substituted(const graph::Node& node);

}  // namespace vramlint::probes
