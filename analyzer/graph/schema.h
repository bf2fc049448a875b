// An operator's schema, taken apart.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/op.h"

namespace vramlint::graph {

/// One argument of a parsed schema.
struct SchemaArgument {
  enum class Type : uint8_t {
    tensor,
    tensor_list,
    integer,
    integer_list,
    real,
    boolean,
    string,
    dtype,
    scalar,
    other
  } type;
  std::string name;
  bool optional = false;  ///< `?`
  bool keyword_only = false;
  bool has_default = false;
  Arg default_value;
  bool writes = false;  ///< `(a!)`
  int list_size = 0;    ///< int[2]: a plain int stands for that many; 0: any length, or no list
};

struct Schema {
  std::string name;      ///< "relu"
  std::string overload;  ///< "" or "Tensor"
  std::vector<SchemaArgument> arguments;
  int results = 1;
};

/// Schemas are ours and well-formed: a malformed one is a CHECK.
Schema parse_schema(std::string_view text);

}  // namespace vramlint::graph
