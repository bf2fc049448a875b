// Automatic mixed precision: what autocast is set to, and the casts it puts before an operator.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "graph/graph.h"
#include "interp/interpreter.h"

namespace vramlint::model {

class Builder;
struct Bound;

struct AutocastMode {
  bool enabled = false;
  graph::Dtype dtype = graph::Dtype::float16;
  bool cache_enabled = true;
  bool excluded = false;  ///< inside of a composite that autocast has cast for: what it is made of is left alone
  int nesting = 0;
  bool operator==(const AutocastMode&) const = default;
};

/// Autocast of the GPU while the model runs (aten/src/ATen/autocast_mode.cpp, 1.13 to 2.7).
struct Autocast {
  AutocastMode mode;
  interp::Origin origin = 0;  ///< of what has turned it on so far: keys to blame for operands of two types
  /// Casts of float32 leaves that require grad, by the leaf; kept until the outermost autocast ends.
  std::map<graph::TensorId, interp::Value> kept;

  void enter() { ++mode.nesting; }
  void leave();
  /// A branch that was tried is undone: what it kept goes.
  void forget_from(graph::TensorId first);
};

/// Before an operator runs on the device: casts its operands as the operator's policy says, by nodes of their own.
/// Returns whether its results are float32 whatever the operands are. Raises where autocast refuses the operator.
bool cast_operands(interp::Interpreter& interpreter, Builder& builder, Bound& bound);

/// The same for a composite of the prelude, by name: the tensors it is to work on.
std::vector<interp::Value> cast_tensors(interp::Interpreter& interpreter, Builder& builder, std::string_view name,
                                        std::vector<interp::Value> tensors);

/// The functions of `_vramlint` that torch.autocast is written with.
void add_autocast_natives(interp::Interpreter& interpreter, interp::Dict& names);

}  // namespace vramlint::model
