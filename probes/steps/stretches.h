// Two profiles of a step laid side by side.
#pragma once

#include <string>
#include <vector>

#include "graph/graph.h"
#include "probes/meter/profile.h"

namespace vramlint::probes {

/// A part that took something else than was expected.
struct Parting {
  Stretch expected, measured;
};

/// The parts that differ, in the order in which they were measured. What autograd does for one node counts once,
/// however many functions LibTorch splits it into. Differences of up to `slack` bytes are none.
std::vector<Parting> partings(const Profile& expected, const Profile& measured, int64_t slack);

/// "event 12, conv2d in 'backbone.conv1' (backward)".
std::string describe(const graph::Graph& graph, const Stretch& stretch);

}  // namespace vramlint::probes
