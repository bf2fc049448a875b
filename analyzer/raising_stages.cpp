#include "raising_stages.h"

#include <algorithm>

#include "interp/branches.h"

namespace vramlint {
namespace {

/// The failure is of a stage of several, and nothing of that was built.
bool is_of_own_stage(const Analysis& analysis, const model::BuildFailure& failure) {
  for (size_t stage = 0; stage < config::stage_count(*analysis.experiment); ++stage) {
    if (config::stage_at(*analysis.experiment, stage).stage != failure.phase) continue;
    const auto is_built = [&](const model::PhaseFacts& facts) { return facts.stage == stage; };
    return std::none_of(analysis.built->facts.begin(), analysis.built->facts.end(), is_built);
  }
  return false;
}

bool is_whole(const Analysis& analysis) {
  const model::Built& built = *analysis.built;
  for (size_t phase = 0; phase < built.phases.size(); ++phase) {
    const bool is_there = phase < analysis.traces.size() && phase < analysis.timelines.size();
    if (!is_there || !built.phases[phase].unknowns.empty() || !analysis.traces[phase].unknowns.empty() ||
        analysis.timelines[phase].out_of_memory)
      return false;
  }
  return !built.phases.empty();
}

}  // namespace

bool raises_by_itself(const Analysis& analysis, const model::BuildFailure& failure) {
  return failure.kind == model::BuildFailure::Kind::raised && is_of_own_stage(analysis, failure);
}

Assumption left_out_stage(const model::BuildFailure& failure) {
  return {"stage `" + failure.phase + "` raises, and is not counted", failure.span, {}, failure.message};
}

bool stands_on_guess(const Analysis& analysis) {
  return std::ranges::any_of(analysis.outcome.assumptions, interp::is_chosen_arm);
}

void settle_raising_stages(Analysis& analysis) {
  if (!analysis.built || !analysis.usage || !analysis.experiment) return;
  ConfigOutcome& outcome = analysis.outcome;
  std::vector<std::string> told;
  for (model::BuildFailure& failure : analysis.failures) {
    const auto stop = std::ranges::find_if(analysis.usage->stops, [&](const usage::Stop& one) {
      return failure.message.find(one.error) != std::string::npos;
    });
    if (failure.ends || stop == analysis.usage->stops.end() || !is_of_own_stage(analysis, failure)) continue;
    failure.ends = true;
    told.push_back(stop->error);
    outcome.assumptions.push_back(left_out_stage(failure));
  }
  const auto is_settled = [&](const auto& failure) { return failure.ends || raises_by_itself(analysis, failure); };
  if (outcome.status != Status::partial || analysis.failures.empty() || !is_whole(analysis) ||
      !std::all_of(analysis.failures.begin(), analysis.failures.end(), is_settled))
    return;
  outcome.status = Status::estimated;
  std::erase_if(outcome.unknowns, [&](const Unknown& unknown) {
    return std::ranges::any_of(told,
                               [&](const auto& error) { return unknown.reason.find(error) != std::string::npos; });
  });
  if (!analysis.device || outcome.fits) return;
  outcome.fits = std::all_of(outcome.phases.begin(), outcome.phases.end(), [&](const PhasePeak& phase) {
    return phase.peak.process.point <= analysis.device->budget;
  });
}

}  // namespace vramlint
