// The log of a step cut where its parts begin, and two such cuts laid side by side.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "probes/meter/request_log.h"
#include "probes/steps/run.h"

namespace vramlint::probes {

/// What one part of the graph did: bytes relative to what was held when it began.
struct Stretch {
  size_t event = 0;
  const graph::Node* node = nullptr;  ///< of a backward
  int64_t held = 0;                   ///< when it began
  int64_t rise = 0;                   ///< the most held within, less `held`
  int64_t growth = 0;                 ///< held when it ended, less `held`
};

/// One step in memory: the second iteration of a log.
struct Profile {
  int64_t peak = 0;      ///< bytes that count, rounded, less what was held before the set-up
  int64_t reserved = 0;  ///< after a replay through the caching allocator
  std::vector<Stretch> stretches;
  size_t peak_stretch = 0;  ///< the one that the peak lies in
};

/// `begin`: where the set-up starts; `steady`: where the second iteration does.
Profile profile(const RequestLog& log, const std::vector<Reached>& places, size_t begin, size_t steady);

/// A part that took something else than was expected.
struct Parting {
  Stretch expected, measured;
};

/// The parts that differ, in the order in which they were measured. What autograd does for one node counts once,
/// however many functions LibTorch splits it into.
/// Differences of up to `slack` bytes are none.
std::vector<Parting> partings(const Profile& expected, const Profile& measured, int64_t slack);

/// "event 12, conv2d in 'backbone.conv1' (backward)".
std::string describe(const graph::Graph& graph, const Stretch& stretch);

}  // namespace vramlint::probes
