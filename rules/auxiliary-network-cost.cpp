#include <algorithm>
#include <map>

#include "rules/checkpoint_calls.h"
#include "rules/crowded.h"
#include "rules/effect.h"
#include "rules/harm.h"
#include "rules/leaf_overrides.h"
#include "rules/name_steps.h"
#include "rules/peak_story.h"
#include "rules/residents.h"

namespace vramlint::rules {
namespace {
namespace auxiliary_network_cost_rule {

constexpr double kLeastShare = 0.25;  // of the allocated peak
constexpr Bytes kWorthTelling{int64_t{256} << 20};

bool is_not_trained(const Resident& resident) { return !resident.optimized && !resident.reached && !resident.made; }

/// What the module and those below it hold at the peak. A workspace is nobody's: whoever runs next takes another.
std::map<Category, Bytes> held_by(const memory::Timeline& timeline, const std::string& module) {
  std::map<Category, Bytes> held;
  for (const Contributor& one : timeline.top) {
    const bool is_its_own = one.module == module || one.module.starts_with(module + ".");
    if (is_its_own && one.category != Category::workspace) held[one.category] += one.bytes;
  }
  return held;
}

/// What the module and those below it hold at the peak, in all.
Bytes held_in(const Analysis& analysis, const std::string& module) {
  Bytes sum;
  const size_t phase = peak_phase(analysis);
  if (phase >= analysis.timelines.size()) return sum;
  for (const auto& [category, bytes] : held_by(analysis.timelines[phase], module)) sum += bytes;
  return sum;
}

/// Autograd records what it computes. Else what it holds at the peak is gone a moment later.
bool is_recorded(const graph::Graph& graph, const std::string& module) {
  return std::any_of(graph.events.begin(), graph.events.end(), [&](const graph::Event& event) {
    const auto* node = std::get_if<graph::Node>(&event);
    if (!node || !node->recorded) return false;
    const std::string& path = graph.modules[node->module];
    return path == module || path.starts_with(module + ".");
  });
}

struct Switch {
  Step step;
  Fix fix;
};

/// A weight that, at 0, leaves the network without most of what it holds.
std::optional<Switch> switch_of(const Analysis& analysis, const std::string& module, const Session& session) {
  const Bytes held = held_in(analysis, module);
  for (Step& step : switch_steps(analysis, session)) {
    std::vector<Edit> edits = own_edits(analysis, step.key, step.span, step.to);
    if (edits.empty()) continue;
    const Analysis without = what_if(analysis, edits, session);
    if (!still_trains(analysis, without) || held_in(without, module).count > held.count / 2) continue;
    const FixEffect effect = effect_of(without.outcome);
    if (effect.process.point >= analysis.outcome.peak.process.point) continue;
    Fix fix{.title = "Set `{0}` to {1}: train without this term"_words(step.key, step.to),
            .safety = Safety::unsafe,
            .edits = std::move(edits),
            .effect = effect};
    return Switch{std::move(step), std::move(fix)};
  }
  return std::nullopt;
}

void add_if_large(const Analysis& analysis, const ResidentGroup& group, Report& report) {
  const auto weights = std::count_if(group.members.begin(), group.members.end(), [](const Resident* resident) {
    return resident->read && (!resident->buffer || resident->frozen);
  });
  if (weights < 2 || group.name.text().size() < 3 || group.name.text().front() != '`') return;
  const std::string module = group.name.text().substr(1, group.name.text().size() - 2);
  const size_t phase = peak_phase(analysis);
  if (phase >= analysis.timelines.size() || !trains(analysis.built->phases[phase])) return;
  std::map<Category, Bytes> held = held_by(analysis.timelines[phase], module);
  if (!is_recorded(analysis.built->phases[phase], module))
    std::erase_if(held,
                  [](const auto& one) { return one.first != Category::parameter && one.first != Category::buffer; });
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
  std::vector<Words> said = {
      "{0} is not trained, and holds {1} of the peak ({2} allocated): {3} are its weights, {4} activations."_words(
          group.name, sum, peak, own, kept),
      advice};
  std::optional<Switch> off = switch_of(analysis, module, report.session());
  if (!off) return report.add(group.made, sentences(std::move(said)));
  said.push_back(
      "Only `{0}` puts it into the step: with 0 the peak is {1}."_words(off->step.key, off->fix.effect->process.point));
  report.add(off->step.span, sentences(std::move(said)), {{group.made, "made here"_words}}, {std::move(off->fix)});
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
