// Schemas as they are bound, parsed once.
#pragma once

#include <vector>

#include "graph/op.h"
#include "graph/schema.h"

namespace vramlint::model {

struct KnownSchema {
  graph::Schema schema;
  std::vector<int> list_sizes;  // of `int[2] stride`: a single int stands for two; 0: any length
};

const KnownSchema& known_schema(const graph::Op& op);

}  // namespace vramlint::model
