// Python arguments → the arguments of an operator's schema.
#pragma once

#include <optional>
#include <vector>

#include "graph/op.h"
#include "graph/operator_name.h"
#include "interp/bounded.h"
#include "model/size_sources.h"
#include "model/tensor.h"

namespace vramlint::model {

struct Bound {
  graph::Call call;
  std::vector<interp::Value> tensors;  ///< one per call.operands; a number where a Python number stands for a tensor
  interp::Origin origin = 0;           ///< of the arguments that are not tensors
  SizeSources sources;
  std::vector<std::pair<size_t, graph::Dim>> bounded;  ///< sizes of a new tensor that only the data tells, by dimension
  std::vector<std::pair<size_t, interp::Bounds>> numbers;  ///< of arguments that are a number between bounds
  bool guessed = false;  ///< a number that decides no size is not known: what is made has no elements that are known
  std::string error;     ///< what PyTorch raises for one of the arguments
  std::optional<interp::Value> unknown;   ///< an argument that decides the result is not known
  std::optional<graph::Dim> filled;       ///< so many tensors may a list have that a loop filled: one stands for them
  std::optional<interp::Value> open;      ///< a size of a new tensor that nothing bounds
  bool asks_for_tensor = false;           ///< it stands where a tensor is asked for
  std::optional<interp::Value> left_out;  ///< a tensor that may be None, of which nothing is known: None stands for it
};

/// Empty where the schema does not fit. `wrap_numbers`: a number may stand where a tensor is asked for.
std::optional<Bound> bind(interp::Interpreter& interpreter, const graph::Op& op, const interp::Arguments& arguments,
                          bool wrap_numbers);

}  // namespace vramlint::model
