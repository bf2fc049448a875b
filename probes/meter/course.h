// A run in memory: what was held between its marks, and which part of the graph each mark begins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph/graph.h"
#include "memory/trace.h"
#include "probes/meter/tally.h"

namespace vramlint::probes {

/// The mark at which a part of the graph begins.
struct Reached {
  size_t at = 0;                      ///< the mark's number
  size_t event = 0;                   ///< of the graph
  const graph::Node* node = nullptr;  ///< of a backward: the node whose gradient is being computed
};

struct Course {
  std::vector<Moment> moments;  ///< one a mark, each up to the next; the last mark ends the run
  std::vector<Reached> places;
  size_t steady = 0;  ///< the mark that the second iteration begins with
};

/// A simulated trace, counted by `tally`. Library workspaces are taken part in or left out.
Course course_of(const memory::Trace& trace, Tally& tally, bool workspaces);

}  // namespace vramlint::probes
