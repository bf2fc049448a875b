#include <algorithm>
#include <map>

#include "rules/checkpoint_calls.h"
#include "rules/crowded.h"
#include "rules/peak_story.h"
#include "rules/residents.h"

namespace vramlint::rules {
namespace {
namespace auxiliary_network_cost_rule {

constexpr double kLeastShare = 0.25;  // of the allocated peak
constexpr Bytes kWorthTelling{int64_t{256} << 20};

bool is_not_trained(const Resident& resident) { return !resident.optimized && !resident.reached && !resident.made; }

/// What the module and those below it hold at the peak.
std::map<Category, Bytes> held_by(const memory::Timeline& timeline, const std::string& module) {
  std::map<Category, Bytes> held;
  for (const Contributor& one : timeline.top) {
    if (one.module == module || one.module.starts_with(module + ".")) held[one.category] += one.bytes;
  }
  return held;
}

void add_if_large(const Analysis& analysis, const ResidentGroup& group, Report& report) {
  const auto weights = std::count_if(group.members.begin(), group.members.end(),
                                     [](const Resident* resident) { return resident->read && !resident->buffer; });
  if (weights < 2 || group.name.text().size() < 3 || group.name.text().front() != '`') return;
  const std::string module = group.name.text().substr(1, group.name.text().size() - 2);
  const size_t phase = peak_phase(analysis);
  if (phase >= analysis.timelines.size() || !trains(analysis.built->phases[phase])) return;
  std::map<Category, Bytes> held = held_by(analysis.timelines[phase], module);
  Bytes sum;
  for (const auto& [category, bytes] : held) sum += bytes;
  const Bytes peak = analysis.timelines[phase].peak_allocated;
  if (sum < kWorthTelling || static_cast<double>(sum.count) < kLeastShare * static_cast<double>(peak.count)) return;
  const Bytes kept = held[Category::activation], own = held[Category::parameter] + held[Category::buffer];
  const Words advice =
      kept > own
          ? "The loss goes backward through it, so that it keeps activations like a network that trains: compute "
            "its result under `torch.no_grad()` where no gradient is needed, else checkpoint it, also in "
            "evaluation mode, or run it on fewer samples."_words
          : "Its weights can be kept in 16 bit, or its results computed beforehand."_words;
  report.add(group.made,
             sentences({"{0} is not trained, and holds {1} of the peak ({2} allocated): {3} are its weights, {4} "
                        "activations."_words(group.name, sum, peak, own, kept),
                        advice}));
}

void check(const Analysis& analysis, Report& report) {
  for (const Residents& all : residents(analysis)) {
    const bool trains_some =
        std::any_of(all.all.begin(), all.all.end(), [](const Resident& resident) { return resident.optimized; });
    const size_t phase = peak_phase(analysis);
    if (!trains_some || std::find(all.phases.begin(), all.phases.end(), phase) == all.phases.end()) continue;
    for (const ResidentGroup& group : outermost(analysis, all, is_not_trained)) add_if_large(analysis, group, report);
  }
}

}  // namespace auxiliary_network_cost_rule
}  // namespace

extern const Rule auxiliary_network_cost = {
    .name = "auxiliary-network-cost",
    .code = "VL1027",
    .summary = "A network that is not trained, such as a frozen decoder or a teacher, holds a large part of the peak.",
    .severity = Severity::note,
    .concern = Concern::memory,
    .needs = Stage::build,
    .check = auxiliary_network_cost_rule::check,
};

}  // namespace vramlint::rules
