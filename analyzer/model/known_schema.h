// Schemas as they are bound, parsed once.
#pragma once

#include <string_view>
#include <vector>

#include "graph/op.h"
#include "graph/schema.h"

namespace vramlint::model {

struct KnownSchema {
  graph::Schema schema;
  std::vector<int> list_sizes;  // of `int[2] stride`: a single int stands for two; 0: any length
};

/// Of an argument. NumPy's spellings torch accepts everywhere (torch/csrc/utils/python_arg_parser.cpp, 1.13).
bool same_name(std::string_view given, std::string_view schema);

const KnownSchema& known_schema(const graph::Op& op);

}  // namespace vramlint::model
