#include "model/kept_places.h"

#include <algorithm>

namespace vramlint::model {

namespace {

/// Every place in what a build yields that may be one of the config's; `visit` may exchange it.
template <typename Visit>
void each_place(PhaseFacts& facts, const Visit& visit) {
  if (facts.batch) visit(facts.batch->span);
  for (KeyFact& key : facts.shape_keys) visit(key.span);
  for (KeyFact& key : facts.size_keys) visit(key.span);
  for (KeyFact& key : facts.file_keys) visit(key.span);
  if (facts.precision_key) visit(facts.precision_key->span);
  for (Span& span : facts.made) visit(span);
  for (auto& [tensor, span] : facts.made_in_step) visit(span);
  for (Span& span : facts.unsaid_checkpoints) visit(span);
  if (facts.distributed) visit(facts.distributed->span);
  for (CheckpointCall& call : facts.checkpoints) {
    visit(call.span);
    if (call.within) visit(*call.within);
  }
}

template <typename Visit>
void each_place(BuildFailure& failure, const Visit& visit) {
  visit(failure.span);
  for (interp::OriginAtom& key : failure.keys) visit(key.span);
  for (Span& call : failure.calls) visit(call);
}

template <typename Visit>
void each_place(BuildResult& result, const Visit& visit) {
  for (BuildFailure& failure : result.failures) each_place(failure, visit);
  if (result.failure) each_place(*result.failure, visit);
  for (Unknown& unknown : result.unknowns) visit(unknown.span);
  for (Assumption& assumption : result.assumptions) visit(assumption.span);
  if (!result.built) return;
  each_place(static_cast<PhaseFacts&>(*result.built), visit);
  for (PhaseFacts& facts : result.built->facts) each_place(facts, visit);
}

}  // namespace

bool ConfigFiles::hold_any_of(const graph::Graph& graph) const {
  const auto here = [this](const auto& item) { return hold(item.span); };
  const auto is_here = [this](const graph::Event& event) {
    const auto* node = std::get_if<graph::Node>(&event);
    return node && hold(node->span);
  };
  const auto holds = [&](const std::vector<graph::Event>& events) {
    return std::any_of(events.begin(), events.end(), is_here);
  };
  return holds(graph.events) || std::any_of(graph.optimizers.begin(), graph.optimizers.end(), here) ||
         std::any_of(graph.unknowns.begin(), graph.unknowns.end(), here) ||
         std::any_of(graph.assumptions.begin(), graph.assumptions.end(), here) ||
         std::any_of(graph.programs.begin(), graph.programs.end(),
                     [&](const graph::Program& program) { return holds(program.events); });
}

size_t events_of(const BuildResult& result) {
  size_t count = 0;
  if (!result.built) return count;
  for (const graph::Graph& graph : result.built->phases) {
    count += graph.events.size();
    for (const graph::Program& program : graph.programs) count += program.events.size();
  }
  return count;
}

/// Places in the config become their counterparts in the other one; whether all have one.
bool move_places(BuildResult& result, const config::Config& config, const config::Counterpart& counterpart) {
  const ConfigFiles files(config);
  bool fits = true;
  each_place(result, [&](Span& span) {
    if (!files.hold(span)) return;
    const std::optional<Span> there = counterpart.of(span);
    fits = fits && there;
    span = there.value_or(Span{});
  });
  return fits;
}

}  // namespace vramlint::model
