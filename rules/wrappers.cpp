#include "rules/wrappers.h"

#include "rules/crowded.h"

namespace vramlint::rules {
namespace {

const memory::Timeline* timeline_at_peak(const Analysis& analysis) {
  const size_t phase = peak_phase(analysis);
  return phase < analysis.timelines.size() ? &analysis.timelines[phase] : nullptr;
}

}  // namespace

const config::DistributedFacts* wrapper_at_peak(const Analysis& analysis) {
  if (!analysis.built || !analysis.experiment) return nullptr;
  const config::Experiment& stage = config::stage_at(*analysis.experiment, analysis.built->stage);
  if (stage.distributed) return stage.distributed->assumed ? nullptr : &*stage.distributed;
  const auto& by_program = analysis.built->distributed;
  return by_program && !stage.one_process ? &*by_program : nullptr;
}

std::optional<ConfigOutcome> wrapped_otherwise(const Analysis& analysis, const config::DistributedFacts& other) {
  if (!analysis.built || analysis.outcome.status != Status::estimated) return std::nullopt;
  // Optimizer states of an arm that other steps take are known only where the arms are compared.
  const auto& now = config::stage_at(*analysis.experiment, analysis.built->stage).distributed;
  if (what_if(analysis, now).outcome.peak.process != analysis.outcome.peak.process) return std::nullopt;
  return what_if(analysis, other).outcome;
}

Bytes held_as(const Analysis& analysis, std::string_view what) {
  Bytes held;
  if (const memory::Timeline* timeline = timeline_at_peak(analysis)) {
    for (const Contributor& one : timeline->top) held += one.op == what ? one.bytes : Bytes(0);
  }
  return held;
}

Bytes held_as(const Analysis& analysis, Category category) {
  const memory::Timeline* timeline = timeline_at_peak(analysis);
  return timeline ? timeline->breakdown[static_cast<size_t>(category)] : Bytes(0);
}

}  // namespace vramlint::rules
