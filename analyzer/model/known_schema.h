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
  bool counts = false;          ///< arange: its numbers decide the size
  bool takes_sizes = false;     ///< as takes_sizes()
  bool takes_tensors = false;   ///< so that a number is one that is read from the host
  bool takes_none = false;      ///< None may stand among a list's tensors
};

/// Of an argument. NumPy's spellings torch accepts everywhere (torch/csrc/utils/python_arg_parser.cpp, 1.13).
bool same_name(std::string_view given, std::string_view schema);

const KnownSchema& known_schema(const graph::Op& op);

}  // namespace vramlint::model
