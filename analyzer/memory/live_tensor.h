// A tensor that Python references.
#pragma once

#include "memory/autograd_graph.h"
#include "memory/storage_table.h"

namespace vramlint::memory {

struct LiveTensor {
  StorageRef storage;
  Edge made_by;                     ///< the node that made it and its output number; none for a leaf
  NodeIndex accumulates = kNoNode;  ///< of a leaf that Python lets go of: its AccumulateGrad
  StorageRef gradient;              ///< likewise: its .grad
};

}  // namespace vramlint::memory
