#include "kept_runs.h"

#include <algorithm>

namespace vramlint {

namespace {

bool same(const std::optional<DeviceBudget>& lhs, const std::optional<DeviceBudget>& rhs) {
  if (!lhs || !rhs) return lhs.has_value() == rhs.has_value();
  return lhs->memory == rhs->memory && lhs->budget == rhs->budget;
}

}  // namespace

std::optional<PhaseRun> KeptRuns::find(const std::shared_ptr<const graph::Graph>& graph, const Analysis& analysis) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) {
    return kept.graph.lock() == graph && same(kept.device, analysis.device) &&
           kept.device_facts == analysis.device_facts;
  });
  return found == kept_.end() ? std::nullopt : std::optional(found->run);
}

void KeptRuns::keep(const std::shared_ptr<const graph::Graph>& graph, const Analysis& analysis, const PhaseRun& run) {
  if (graph.use_count() == 1 || !run.trace->unknowns.empty()) return;
  const std::lock_guard lock(mutex_);
  std::erase_if(kept_, [](const Kept& kept) { return kept.graph.expired(); });
  kept_.push_back({graph, analysis.device, analysis.device_facts, run});
}

}  // namespace vramlint
