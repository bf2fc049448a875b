// One training step as a straight-line program of operator calls, drops, and the step's own events.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/span.h"
#include "base/unknown.h"
#include "graph/op.h"

namespace vramlint::graph {

using TensorId = uint32_t;
using StorageId = uint32_t;
using ModuleId = uint32_t;  ///< 0: outside of any module

enum class StorageKind : uint8_t { parameter, buffer, input, intermediate };

struct Storage {
  Interval bytes;
  StorageKind kind = StorageKind::intermediate;
};

struct Tensor {
  TensorType type;
  StorageId storage = 0;
  bool requires_grad = false;
  bool leaf = true;
};

struct Parameter {
  std::string name;  ///< "backbone.conv1.weight"
  TensorId tensor = 0;
  bool buffer = false;
};

/// Parameters, buffers and inputs exist before the step; what `events` makes are intermediates.
struct Node {
  Call call;
  std::vector<Output> outputs;
  std::vector<TensorId> inputs;   ///< one per call.operands
  std::vector<TensorId> results;  ///< one per outputs; an in-place result is a new TensorId on the old storage
  ModuleId module = 0;
  Span span;              ///< the line of model source that made the call
  bool recorded = false;  ///< autograd records it: grad mode was on and an operand requires grad
};
struct Input {
  TensorId tensor;
};  ///< the batch's tensor arrives on the device
struct Drop {
  TensorId tensor;
};  ///< the last Python reference to the tensor goes
struct Backward {
  TensorId loss;
};
struct ZeroGrad {
  bool set_to_none = true;
};
struct OptimizerStep {};

using Event = std::variant<Node, Input, Drop, Backward, ZeroGrad, OptimizerStep>;

/// A tensor still referenced when the iteration ends (outputs, loss, the batch). The next iteration drops it just
/// before its event number `dropped_at`, where the Python variable is bound anew.
struct Carried {
  TensorId tensor;
  size_t dropped_at;
};

struct Graph {
  std::string phase = "train";
  std::vector<Tensor> tensors;
  std::vector<Storage> storages;
  std::vector<std::string> modules;   ///< dotted path by ModuleId; [0] is ""
  std::vector<Parameter> parameters;  ///< distinct tensors: a shared parameter stands once
  std::vector<TensorId> inputs;
  std::vector<Event> events;  ///< one iteration
  std::vector<Carried> carried;
  std::vector<Unknown> unknowns;  ///< what is missing from the graph: the estimate is then a lower bound
  std::vector<Assumption> assumptions;

  int64_t parameter_count(bool trainable_only) const;
  Interval parameter_bytes() const;
};

}  // namespace vramlint::graph
