#include "rules/checkpoint_calls.h"

#include <algorithm>

namespace vramlint::rules {

bool trains(const graph::Graph& graph) {
  return std::any_of(graph.events.begin(), graph.events.end(),
                     [](const graph::Event& event) { return std::holds_alternative<graph::Backward>(event); });
}

std::optional<size_t> event_at_peak(const Analysis& analysis, size_t phase) {
  if (phase >= analysis.traces.size() || phase >= analysis.timelines.size()) return std::nullopt;
  const std::vector<memory::Place>& places = analysis.traces[phase].places;
  const auto behind = std::upper_bound(places.begin(), places.end(), analysis.timelines[phase].peak_event,
                                       [](size_t at, const memory::Place& place) { return at < place.at; });
  return behind == places.begin() ? std::nullopt : std::optional<size_t>(std::prev(behind)->event);
}

bool peaks_behind_training(const Analysis& analysis, size_t phase) {
  const graph::Graph& graph = analysis.built->phases[phase];
  if (!trains(graph)) return true;
  const std::optional<size_t> peak = event_at_peak(analysis, phase);
  if (!peak) return false;
  const auto first = graph.events.begin() + static_cast<std::ptrdiff_t>(*peak);
  const auto is_training = [](const graph::Event& event) {
    return std::holds_alternative<graph::Backward>(event) || std::holds_alternative<graph::OptimizerStep>(event);
  };
  return std::none_of(first, graph.events.end(), is_training) &&
         std::any_of(first, graph.events.end(), [](const graph::Event& event) {
           const auto* node = std::get_if<graph::Node>(&event);
           return node && !node->recorded;
         });
}

std::vector<CheckpointPlace> checkpoint_places(const Analysis& analysis) {
  std::vector<CheckpointPlace> places;
  if (!analysis.built) return places;
  for (size_t phase = 0; phase < analysis.built->phases.size(); ++phase) {
    if (!trains(analysis.built->phases[phase])) continue;
    for (const model::CheckpointCall& call : analysis.built->facts[phase].checkpoints) {
      auto place = std::find_if(places.begin(), places.end(), [&](const auto& one) { return one.span == call.span; });
      if (place == places.end()) place = places.insert(places.end(), CheckpointPlace{.span = call.span, .within = {}});
      ++place->calls;
      if (!call.records || (!call.input_needs && !call.part_needs)) ++place->idle;
      if (call.records && call.reentrant && !call.input_needs && call.part_needs) ++place->cut;
      if (call.within) place->within = call.within;
    }
  }
  return places;
}

}  // namespace vramlint::rules
