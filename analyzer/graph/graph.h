// One training step as a straight-line program of operator calls, drops, and the step's own events.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/span.h"
#include "base/unknown.h"
#include "graph/op.h"
#include "graph/optimizer.h"

namespace vramlint::graph {

/// A state is kept by an optimizer of the program's own: what makes it runs in the first iteration alone.
enum class StorageKind : uint8_t { parameter, buffer, input, intermediate, state };

struct Storage {
  Interval bytes;
  StorageKind kind = StorageKind::intermediate;
};

struct Tensor {
  TensorType type;
  StorageId storage = 0;
  bool requires_grad = false;
  bool leaf = true;
  TensorId detached = 0;  ///< the result of `detach` that it is or is a view of, whose history is another; 0: none
};

struct Parameter {
  std::string name;  ///< "backbone.conv1.weight"
  TensorId tensor = 0;
  bool buffer = false;
  bool frozen = false;  ///< a module's weight that nothing trains, which counts as a buffer
};

using ProgramId = uint32_t;
using SegmentId = uint32_t;

/// Parameters, buffers and inputs exist before the step; what `events` makes are intermediates.
struct Node {
  Call call;
  std::vector<Output> outputs;
  std::vector<TensorId> inputs;   ///< one per call.operands
  std::vector<TensorId> results;  ///< one per outputs; an in-place result is a new TensorId on the old storage
  ModuleId module = 0;
  Span span;                          ///< the line of model source that made the call
  bool recorded = false;              ///< autograd records it: grad mode was on and an operand requires grad
  std::optional<ProgramId> backward;  ///< its backward is this program instead of the operator's own
  std::optional<SegmentId> segment;   ///< what it would save is made again by the segment's program
};
struct Input {
  TensorId tensor;
};  ///< the batch's tensor arrives on the device
struct Drop {
  TensorId tensor;
};  ///< the last Python reference to the tensor goes
struct Backward {
  std::vector<TensorId> roots;
  std::vector<std::optional<TensorId>> gradients;  ///< one per root; none: ones
  std::vector<TensorId> wanted;   ///< torch.autograd.grad: only these, not the leaves' .grad; empty for backward()
  std::vector<TensorId> results;  ///< one per wanted
  bool retain_graph = false;
};
struct ZeroGrad {
  std::vector<TensorId> parameters;  ///< empty: all
  std::optional<bool> set_to_none;   ///< none: as the version's default
};
struct ReadGradient {
  TensorId leaf;
  TensorId result;  ///< the tensor that leaf.grad is
};
struct SetGradient {
  TensorId leaf;
  TensorId value;  ///< the tensor that the program makes leaf.grad
};
struct ClipGradients {
  enum class Kind : uint8_t { norm, value } kind = Kind::norm;
  std::vector<TensorId> parameters;  ///< empty: all
};
struct OptimizerStep {
  std::optional<uint32_t> optimizer;  ///< into Graph::optimizers; none: the experiment's own
};

struct EmptyCache {};  ///< torch.cuda.empty_cache()

using Event = std::variant<Node, Input, Drop, Backward, ZeroGrad, ReadGradient, ClipGradients, OptimizerStep,
                           EmptyCache, SetGradient>;

/// A piece of the step that runs inside of a backward: the backward of a torch.autograd.Function, or a checkpointed
/// part made again. Its own tensors have the numbers from `first_tensor` to before `end_tensor`, those of programs
/// within included.
struct Program {
  std::vector<TensorId> inputs;  ///< what it is given: one gradient per output of its node
  std::vector<Event> events;
  std::vector<std::optional<TensorId>> outputs;  ///< one gradient per operand of its node
  std::vector<TensorId> captured;                ///< tensors from outside that it uses: kept until it has run
  TensorId first_tensor = 0, end_tensor = 0;
};

/// A part of the forward whose nodes save nothing: at the first of their backwards `again` runs, and the n-th node that
/// it records saves what the n-th node of the segment asks for (torch/utils/checkpoint.py, use_reentrant=False).
struct Segment {
  ProgramId again = 0;
  std::vector<TensorId> arguments;  ///< kept until all of its nodes are done
};

/// A tensor still referenced when the iteration ends (outputs, loss, the batch). The next iteration drops it just
/// before its event number `dropped_at`, where the Python variable is bound anew.
struct Carried {
  TensorId tensor;
  size_t dropped_at;
  std::optional<TensorId> found_as = {};  ///< a buffer that the iteration drops, and the next one finds it in place of
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
  std::vector<Program> programs;
  std::vector<Segment> segments;
  std::vector<Optimizer> optimizers;
  Leftovers leftovers;
  std::vector<Unknown> unknowns;  ///< what is missing from the graph: the estimate is then a lower bound
  std::vector<Assumption> assumptions;

  int64_t parameter_count(bool trainable_only) const;
  bool makes_state(const Node& node) const;
  Interval parameter_bytes() const;
};

}  // namespace vramlint::graph
