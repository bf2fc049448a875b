// The steady-state training step as labelled allocations and frees.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/outcome.h"
#include "base/unknown.h"
#include "config/experiment.h"
#include "graph/graph.h"
#include "memory/devices.h"
#include "memory/scenario.h"

namespace vramlint::memory {

/// Who an allocation belongs to.
struct Label {
  Category category = Category::unattributed;
  graph::ModuleId module = 0;
  std::string_view op;  ///< schema name, or what an Extra is called
  Span span;
};

struct TraceEvent {
  enum class Kind : uint8_t { allocate, free, mark, empty_cache } kind;
  uint32_t id = 0;        ///< allocation number; an id is allocated once and freed at most once
  Bytes bytes;            ///< of an allocation
  uint32_t label = 0;     ///< of an allocation, into Trace::labels
  bool may_fail = false;  ///< of an allocation: the program goes on without it
  std::string_view what;  ///< of a mark: "forward", "backward", "optimizer step", "second iteration"
};

/// A place in the graph that the play reached.
struct Place {
  size_t at = 0;                      ///< the first of Trace::events that belongs to it
  size_t event = 0;                   ///< of the graph: the one that plays
  const graph::Node* node = nullptr;  ///< of a backward: the node whose gradient is being computed
};

/// A backward led to a leaf, whether or not it brought it a gradient.
struct Reached {
  size_t event = 0;  ///< of the graph: the backward
  graph::TensorId leaf = 0;
};

struct Trace {
  std::string phase;
  std::vector<TraceEvent> events;  ///< set-up, first iteration, second iteration
  size_t steady = 0;               ///< first event of the second iteration
  std::vector<Label> labels;
  Bytes saved_for_backward;  ///< unique storages autograd holds at the end of forward, less parameters, buffers, inputs
  std::vector<Unknown> unknowns;  ///< what the step's own parts left open
  std::vector<Place> places;      ///< in the order of `events`
  std::vector<Reached> reached;   ///< in the last iteration, in the order of events
};

/// `profile` as of the experiment's torch; sizes of bounded dims as of the scenario. `device` decides library
/// workspaces; without one, they are those of a card before Hopper.
Trace trace(const graph::Graph& graph, const config::Experiment& experiment, const graph::TorchProfile& profile,
            Scenario scenario, const Device* device = nullptr);

/// The same of all scenarios, in their order.
std::array<Trace, 3> traces(const graph::Graph& graph, const config::Experiment& experiment,
                            const graph::TorchProfile& profile, const Device* device = nullptr);

}  // namespace vramlint::memory
