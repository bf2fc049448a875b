// The operators' samples with one operand changed: what PyTorch refuses we must refuse, and nothing else.
#pragma once

#include <vector>

#include "graph/op.h"

namespace vramlint::ops {

/// Each operand of each of the first two samples in turn: its last dimension one larger, its first dimension gone.
std::vector<graph::Call> varied(const graph::Op& op);

}  // namespace vramlint::ops
