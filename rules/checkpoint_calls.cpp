#include "rules/checkpoint_calls.h"

#include <algorithm>

namespace vramlint::rules {

bool trains(const graph::Graph& graph) {
  return std::any_of(graph.events.begin(), graph.events.end(),
                     [](const graph::Event& event) { return std::holds_alternative<graph::Backward>(event); });
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
