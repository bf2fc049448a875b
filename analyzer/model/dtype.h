// torch.float32 and its kin as Python values, and the tensor specs of recipes: float32[2, 3, 224, 224].
#pragma once

#include <vector>

#include "graph/dtype.h"
#include "interp/interpreter.h"

namespace vramlint::model {

struct DtypeValue : interp::Native {
  explicit DtypeValue(graph::Dtype d) : dtype(d) {}
  graph::Dtype dtype;

  std::string_view type_name() const override { return "dtype"; }
  const interp::Class* type(interp::Interpreter&) override;  ///< torch.dtype
  bool is_constant() const override { return true; }
  std::optional<interp::Value> get_attribute(interp::Interpreter&, std::string_view name, Span span) override;
  std::optional<interp::Value> get_item(interp::Interpreter&, const interp::Value& index, Span span) override;
  std::optional<std::string> repr(interp::Interpreter&) override;
};

struct TensorSpec : interp::Native {
  graph::Dtype dtype = graph::Dtype::float32;
  std::vector<interp::Value> dims;
  Span span;
  std::string_view type_name() const override { return "tensor spec"; }
};

/// The one Python object of that dtype (torch dtypes are compared with `is`).
interp::Value dtype_value(graph::Dtype dtype);

/// The dtype in a value: a dtype object, or one of the Python types float, int, bool. Empty if it is neither.
std::optional<graph::Dtype> dtype_of(interp::Interpreter& interpreter, const interp::Value& value);

/// c10/core/MemoryFormat.h (1.13 to 2.7).
std::optional<int64_t> memory_format(const interp::Value& value);

}  // namespace vramlint::model
