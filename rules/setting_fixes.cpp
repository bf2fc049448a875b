#include "rules/setting_fixes.h"

#include <algorithm>

#include "graph/computation.h"
#include "rules/alternatives.h"
#include "rules/residents.h"

namespace vramlint::rules {
namespace {

/// Nothing that was known before is lost, and what is known fits.
bool helps(const Analysis& before, const Analysis& after) {
  const ConfigOutcome &old = before.outcome, &now = after.outcome;
  if (!after.built || !after.device || now.phases.size() < old.phases.size()) return false;
  if (after.failures.size() > before.failures.size() || now.unknowns.size() > old.unknowns.size()) return false;
  return now.fits.value_or(now.status == Status::partial && old.status == Status::partial &&
                           now.peak.process.point <= after.device->budget);
}

/// In what the config says of a step beside the model: an optimizer that works in another way on the same terms is the
/// same.
bool same_facts(const config::Experiment& left, const config::Experiment& right) {
  const auto terms = [](config::OptimizerFacts facts) {
    facts.foreach = facts.fused = facts.set_to_none = std::nullopt;
    facts.span = {};
    return facts;
  };
  const auto clips = [](const config::Experiment& facts) {
    return facts.clipping ? std::optional(facts.clipping->kind) : std::nullopt;
  };
  return terms(left.optimizer) == terms(right.optimizer) && clips(left) == clips(right) &&
         left.ema.has_value() == right.ema.has_value() && left.accumulation == right.accumulation;
}

bool same_facts(const Analysis& before, const Analysis& after) {
  const size_t stages = config::stage_count(*before.experiment);
  if (stages != config::stage_count(*after.experiment)) return false;
  for (size_t stage = 0; stage < stages; ++stage) {
    if (!same_facts(config::stage_at(*before.experiment, stage), config::stage_at(*after.experiment, stage)))
      return false;
  }
  return true;
}

/// Also in which weights get a gradient: a checkpoint whose input needs none gives none.
bool trains_the_same(const Analysis& before, const Analysis& after) {
  const std::vector<Residents> left = residents(before), right = residents(after);
  const auto same = [](const Resident& a, const Resident& b) {
    return a.path == b.path && a.bytes == b.bytes && a.reached == b.reached && a.optimized == b.optimized;
  };
  if (left.empty() || left.size() != right.size() || !same_facts(before, after) ||
      before.built->phases.size() != after.built->phases.size())
    return false;
  for (size_t i = 0; i < left.size(); ++i) {
    if (!std::equal(left[i].all.begin(), left[i].all.end(), right[i].all.begin(), right[i].all.end(), same))
      return false;
  }
  return std::equal(before.built->phases.begin(), before.built->phases.end(), after.built->phases.begin(),
                    graph::same_computation);
}

SettingFix fix_of(const Alternative& one, const Analysis& before, const Analysis& after) {
  const std::string setting = "`" + one.key + ": " + one.text + "`";
  const bool is_new = one.edit.span.begin == one.edit.span.end;
  std::string title = (is_new ? "Add " + setting : "Set `" + one.key + "` to " + one.text);
  if (!one.from.empty()) title += ", as `" + one.from + "` has it";
  const ConfigOutcome& outcome = after.outcome;
  return {setting,
          {.title = std::move(title),
           .safety = trains_the_same(before, after) ? Safety::safe : Safety::unsafe,
           .edits = {one.edit},
           .effect = FixEffect{outcome.peak.allocated, outcome.peak.process, outcome.fits, outcome.retries}}};
}

}  // namespace

std::optional<SettingFix> switch_fix(const Analysis& analysis, const Session& session) {
  std::optional<SettingFix> first;
  for (const Alternative& one : switches(analysis)) {
    const Analysis after = what_if(analysis, {one.edit}, session);
    if (!helps(analysis, after)) continue;
    SettingFix found = fix_of(one, analysis, after);
    if (found.fix.safety == Safety::safe) return found;
    if (!first) first = std::move(found);
  }
  return first;
}

std::optional<SettingFix> neighbour_fix(const Analysis& analysis, const Session& session) {
  for (const Alternative& one : neighbours_settings(analysis, session)) {
    const Analysis after = what_if(analysis, {one.edit}, session);
    if (helps(analysis, after)) return fix_of(one, analysis, after);
  }
  return std::nullopt;
}

}  // namespace vramlint::rules
