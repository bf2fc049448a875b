// What simulating a phase gave, for other configs whose phase is the very same graph.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>

#include "analyze.h"
#include "memory/timeline.h"

namespace vramlint {

/// The three scenarios of one phase.
struct PhaseRun {
  std::shared_ptr<const memory::Trace> trace;  ///< of the point
  std::shared_ptr<const memory::Timeline> point;
  std::array<Bytes, 3> saved_for_backward;
  std::array<memory::Peaks, 3> peaks;
  bool fits = false;  ///< the point's, on the device
};

/// Thread-safe. Of one project's files.
class KeptRuns {
 public:
  std::optional<PhaseRun> find(const std::shared_ptr<const graph::Graph>& graph, const Analysis& analysis);
  /// Only where somebody else has the graph as well.
  void keep(const std::shared_ptr<const graph::Graph>& graph, const Analysis& analysis, const PhaseRun& run);

 private:
  struct Kept {
    std::weak_ptr<const graph::Graph> graph;
    std::optional<DeviceBudget> device;
    const memory::Device* device_facts;
    PhaseRun run;
  };

  std::mutex mutex_;
  std::deque<Kept> kept_;
};

}  // namespace vramlint
