// The calls of torch.utils.checkpoint that a step makes, and whether there is anything for them to save.
#pragma once

#include <optional>
#include <vector>

#include "base/span.h"
#include "graph/graph.h"

namespace vramlint::model {

/// One call of torch.utils.checkpoint in a step.
struct CheckpointCall {
  Span span;
  bool reentrant = false;
  bool records = false;        ///< gradients were being recorded
  bool input_needs = false;    ///< one of its tensors requires a gradient
  bool part_needs = false;     ///< its part reads a tensor from outside that does: a parameter, an input, …
  std::optional<Span> within;  ///< the call around it
};

/// Of one build: those that have ended, and those that are being made, one within the other.
struct Checkpoints {
  struct Open {
    CheckpointCall call;
    size_t first_event = 0;
    graph::TensorId first_tensor = 0;
  };
  std::vector<CheckpointCall> ended;
  std::vector<Open> open;

  /// Ends the innermost: `events` are those that the calls of the same level are written to.
  void end(const std::vector<graph::Event>& events, const graph::Graph& graph);
};

}  // namespace vramlint::model
