// Calls that take another way on the CPU than on CUDA: the one list of exceptions of the executor.
#pragma once

#include "graph/op.h"

namespace vramlint::probes {

/// The call that stands for `call`; mostly the same.
graph::Call substituted(const graph::Call& call);

}  // namespace vramlint::probes
