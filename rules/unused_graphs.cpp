#include "rules/unused_graphs.h"

#include <algorithm>

#include "graph/computation.h"
#include "rules/checkpoint_calls.h"

namespace vramlint::rules {
namespace {

constexpr double kWorthTelling = 0.05;  // of the process's peak

const graph::Node* first_recorded(const graph::Graph& graph, size_t from) {
  for (size_t event = from; event < graph.events.size(); ++event) {
    const auto* node = std::get_if<graph::Node>(&graph.events[event]);
    if (node && node->recorded && node->call.op->saves) return node;
  }
  return nullptr;
}

/// What each backward begins at is made before it: what stands behind the last one is no training.
bool trains_in_order(const graph::Graph& graph) {
  std::vector<bool> made(graph.tensors.size());
  for (const graph::Event& event : graph.events) {
    if (const auto* node = std::get_if<graph::Node>(&event))
      for (const graph::TensorId result : node->results) made[result] = true;
    const auto* backward = std::get_if<graph::Backward>(&event);
    if (backward && !std::ranges::all_of(backward->roots, [&](graph::TensorId root) { return made[root]; }))
      return false;
  }
  return true;
}

/// The allocated peak of the phase comes when its training is done.
bool peaks_later(const Analysis& analysis, size_t phase) {
  const graph::Graph& graph = analysis.built->phases[phase];
  const std::optional<size_t> peak = event_at_peak(analysis, phase);
  return peak && trains_in_order(graph) && *peak >= graph::end_of_training(graph);
}

}  // namespace

std::optional<UnusedGraph> unused_graph(const Analysis& analysis) {
  if (!analysis.built || analysis.built->phases.size() != analysis.outcome.phases.size()) return std::nullopt;
  const std::vector<PhasePeak>& phases = analysis.outcome.phases;
  const auto is_highest = [&](const PhasePeak& phase) { return phase.name == analysis.outcome.peak_phase; };
  const auto highest = std::find_if(phases.begin(), phases.end(), is_highest);
  if (highest == phases.end()) return std::nullopt;
  const auto phase = static_cast<size_t>(highest - phases.begin());
  if (!peaks_later(analysis, phase)) return std::nullopt;
  const graph::Graph& graph = analysis.built->phases[phase];
  const graph::Node* made = first_recorded(graph, graph::end_of_training(graph));
  if (!made) return std::nullopt;
  const Analysis without = what_if_nothing_recorded_behind_training(analysis);
  const double before = static_cast<double>(analysis.outcome.peak.process.point.count);
  const double saved = before - static_cast<double>(without.outcome.peak.process.point.count);
  if (saved < kWorthTelling * before) return std::nullopt;
  return UnusedGraph{made->span, *highest, without.outcome.peak, without.outcome.fits};
}

}  // namespace vramlint::rules
