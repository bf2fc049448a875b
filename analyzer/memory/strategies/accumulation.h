// Gradient accumulation: the optimizer steps after every n-th backward only, and gradients stay in between.
#pragma once

#include "graph/graph.h"

namespace vramlint::memory {

/// One pass over the graph's events within a window of `accumulation` passes. Two passes stand for all: the first finds
/// no gradients, every later one finds them, and only the last one steps.
struct Pass {
  bool first = true;
  bool last = true;
};

class Accumulation {
 public:
  Accumulation(const graph::Graph& graph, int64_t count) : count_(count), backward_(first_backward(graph)) {}

  int passes() const { return count_ > 1 ? 2 : 1; }
  Pass pass(int number) const { return {number == 0, number + 1 == passes()}; }
  /// A zero_grad() before backward opens the window, one after it closes it.
  bool clears(size_t event, const Pass& pass) const { return event < backward_ ? pass.first : pass.last; }
  bool steps(const Pass& pass) const { return pass.last; }

 private:
  static size_t first_backward(const graph::Graph& graph) {
    size_t event = 0;
    while (event < graph.events.size() && !std::holds_alternative<graph::Backward>(graph.events[event])) ++event;
    return event;
  }

  int64_t count_;
  size_t backward_;
};

}  // namespace vramlint::memory
