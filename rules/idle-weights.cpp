#include <algorithm>

#include "rules/residents.h"

namespace vramlint::rules {
namespace {
namespace idle_weights_rule {

// What is not larger shares its segment with other small tensors, so that taking it away may give nothing back:
// kSmallSize of c10/cuda/CUDACachingAllocator.cpp [1.13.1], [2.4].
constexpr Bytes kWorthTelling = kMiB;

bool is_idle(const Resident& resident) { return !resident.read && !resident.read_elsewhere && !resident.made; }

struct Idle {
  Span made;
  std::vector<Words> what;
  Words steps;
  Bytes bytes;
};

/// Several stages may make the same module, and one place of the source many, as a stack of blocks does.
void add(std::vector<Idle>& found, const ResidentGroup& group, const Words& steps) {
  const Words what = "{0} ({1})"_words(group.name, group.bytes);
  for (Idle& known : found) {
    if (known.made != group.made) continue;
    const bool is_known = std::find(known.what.begin(), known.what.end(), what) != known.what.end();
    if (is_known && known.steps != steps)
      known.steps = "{0} or {1}"_words(known.steps, steps);
    else if (!is_known && known.steps == steps)
      known.what.push_back(what), known.bytes += group.bytes;
    else
      continue;
    return;
  }
  found.push_back({group.made, {what}, steps, group.bytes});
}

/// A tensor that a variable of the program holds: nothing tells where it was made, and it is no weight.
bool is_left_over(const Analysis& analysis, const Residents& all, const ResidentGroup& group) {
  const config::Experiment& stage = config::stage_at(*analysis.experiment, all.stage);
  return !stage.model && group.made == stage.programs.front().span;
}

std::vector<Idle> idle_weights_of(const Analysis& analysis) {
  std::vector<Idle> found;
  for (const Residents& all : residents(analysis)) {
    Bytes idle;
    for (const Resident& resident : all.all) idle += is_idle(resident) ? resident.bytes : Bytes();
    if (idle <= kWorthTelling) continue;  // counters of batches always are
    const Words steps = describe_steps(analysis, all);
    for (const ResidentGroup& group : outermost(analysis, all, is_idle))
      if (group.bytes > kWorthTelling && !is_left_over(analysis, all, group)) add(found, group, steps);
  }
  return found;
}

Words said(const Idle& idle) {
  if (idle.what.size() == 1)
    return "{0} stays on the GPU, and no operator of {1} reads it. Delete it if nothing uses it any more, or keep it on the CPU until it is needed."_words(
        idle.what.front(), idle.steps);
  return "{0} stay on the GPU, {1} in all, and no operator of {2} reads them. Delete them if nothing uses them any more, or keep them on the CPU until they are needed."_words(
      first_of(idle.what), idle.bytes, idle.steps);
}

void check(const Analysis& analysis, Report& report) {
  if (!analysis.built || analysis.built->followed_in_part) return;  // what is not known there may read them
  for (const Idle& idle : idle_weights_of(analysis)) report.add(idle.made, said(idle));
}

}  // namespace idle_weights_rule
}  // namespace

extern const Rule idle_weights = {
    .name = "idle-weights",
    .code = "VL1005",
    .summary = "Weights stay on the GPU during the training, and no operator of its steps reads them.",
    .severity = Severity::note,
    .concern = Concern::memory,
    .needs = Stage::build,
    .check = idle_weights_rule::check,
    .manual = {}};

}  // namespace vramlint::rules
