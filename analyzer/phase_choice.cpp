#include "phase_choice.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "config/data_hint.h"
#include "graph/computation.h"
#include "model/bounded_sizes.h"

namespace vramlint {
namespace {

using model::PhaseKind;
using PeakOf = std::function<PeakPoint(size_t phase)>;

/// What an arm of a branch comes to. Other steps take the other arm, and the states that the optimizer has from then on
/// stay: `later`, beside its own.
struct Arm {
  size_t phase;
  PeakPoint peak;
  Bytes later;
  bool operator<(const Arm& other) const {
    return std::tie(peak.process, peak.allocated) < std::tie(other.peak.process, other.peak.allocated);
  }
};

void add_states_of_others(std::vector<Arm>& arms) {
  Bytes most;
  for (const Arm& arm : arms) most = std::max(most, arm.peak.states);
  for (Arm& arm : arms) {
    arm.later = most - arm.peak.states;
    arm.peak.process = arm.peak.process + arm.later;
    arm.peak.allocated = arm.peak.allocated + arm.later;
  }
}

/// Those of a config that are told so far.
class Told {
 public:
  Told(model::Built& built, const PeakOf& peak_of, std::optional<Bytes> budget)
      : built_(built), peak_of_(peak_of), budget_(budget) {}

  /// A phase with its alternatives.
  void add_highest(size_t first, size_t end) {
    std::vector<Arm> arms;
    for (size_t i = first; end - first > 1 && i < end; ++i) arms.push_back({i, peak_of_(i), {}});
    add_states_of_others(arms);
    const auto best = std::max_element(arms.begin(), arms.end());
    const size_t chosen = arms.empty() ? first : best->phase;
    for (const Arm& arm : arms)
      if (arm.phase != chosen)
        for (const Unknown& unknown : built_.phases[arm.phase].unknowns)
          if (std::find(told_.missing.begin(), told_.missing.end(), unknown) == told_.missing.end())
            told_.missing.push_back(unknown);
    add(chosen, arms.empty() ? Bytes() : best->later);
    if (!arms.empty() && best->later == Bytes()) note_lower(arms, built_.facts[chosen].other_arms);
  }

  /// Those that need not be followed again, where a setting is tried.
  void note_lower(const std::vector<Arm>& arms, const std::vector<Span>& chosen) {
    for (const Arm& arm : arms) {
      const std::vector<Span>& turned = built_.facts[arm.phase].other_arms;
      const bool leads_there =
          turned.size() <= chosen.size() && std::equal(turned.begin(), turned.end(), chosen.begin());
      if (!leads_there) told_.lower.push_back(turned);
    }
  }

  /// A later round, where it needs more than what was told of its loop, and as much is known of it, or what is not is
  /// how much of it stays, or it alone does not fit.
  void add_if_higher(size_t later) {
    constexpr Bytes kTold{1 << 20};
    const PeakPoint before = peak_of_(told_phase_), peak = peak_of_(later);
    const bool is_higher = peak.process > before.process + kTold || peak.allocated > before.allocated + kTold;
    const std::vector<Unknown>& unknowns = built_.phases[later].unknowns;
    const bool decides = budget_ && before.process <= *budget_ && peak.process > *budget_;
    const bool is_known = unknowns.size() <= built_.phases[told_phase_].unknowns.size();
    const bool is_bound = std::ranges::all_of(unknowns, [&](const Unknown& unknown) {
      const std::vector<Unknown>& known = built_.phases[told_phase_].unknowns;
      return unknown.is_of_turns || std::ranges::find(known, unknown) != known.end();
    });
    if (is_higher && (decides || is_known || is_bound)) return add(later, {});
    if (is_known) return;
    built_.followed_in_part = true;
    const auto open = std::ranges::find_if(
        unknowns, [](const Unknown& one) { return model::says_open(std::string_view(one.reason)); });
    if (open != unknowns.end()) return note_open(built_.phases[later].phase, *open);
    const Unknown& why = unknowns.back();
    const std::string needs = is_higher
                                  ? "needs " + to_string(peak.process) + " by what is known of it, and is not counted"
                                  : "is followed in part, and what is not known of it is not counted";
    told_.left_out.push_back({"phase `" + built_.phases[later].phase + "`, which comes later, " + needs + ": " +
                                  why.reason + (why.remedy.empty() ? "" : ". ") + why.remedy,
                              why.span});
  }

  ToldPhases finish() {
    for (size_t phase = 0; phase < built_.phases.size(); ++phase)
      if (!is_told_.contains(phase)) add_read(built_.phases[phase]);
    built_.phases = std::move(phases_);
    built_.facts = std::move(facts_);
    return std::move(told_);
  }

 private:
  void add(size_t phase, Bytes later) {
    phases_.share(built_.phases.shared(phase));
    facts_.push_back(built_.facts[phase]);
    told_.later.push_back(later);
    told_phase_ = phase;
    is_told_.insert(phase);
  }

  /// Any amount may be needed there: that is no assumption.
  void note_open(const std::string& phase, const Unknown& open) {
    Unknown missing = open;
    missing.reason = "phase `" + phase + "`, which comes later, is followed in part: " + open.reason;
    const std::optional<config::DataHint> hint = config::data_hint(open.reason);
    if (missing.remedy.empty() && hint) missing.remedy = "`" + hint->line + "` in vramlint.yaml says what files hold";
    told_.missing.push_back(std::move(missing));
  }

  void add_read(const graph::Graph& graph) {
    const std::vector<bool> read = graph::storages_read(graph);
    for (const graph::Parameter& parameter : graph.parameters)
      if (read[graph.tensors[parameter.tensor].storage]) built_.read_elsewhere.insert(parameter.name);
  }

  model::Built& built_;
  const PeakOf& peak_of_;
  const std::optional<Bytes> budget_;
  SharedList<graph::Graph> phases_;
  std::vector<model::PhaseFacts> facts_;
  ToldPhases told_;
  size_t told_phase_ = 0;  ///< the last one
  std::set<size_t> is_told_;
};

bool has(const std::vector<model::KeyFact>& keys, const model::KeyFact& key) {
  return std::any_of(keys.begin(), keys.end(), [&](const model::KeyFact& each) { return each.key == key.key; });
}

/// Whether the largest of what is made behind the training is of so many samples.
bool sets_batch(const graph::Graph& graph, const model::KeyFact& key) {
  const graph::Tensor* largest = nullptr;
  for (size_t at = graph::end_of_training(graph); at < graph.events.size(); ++at) {
    const auto* node = std::get_if<graph::Node>(&graph.events[at]);
    for (const graph::TensorId result : node ? node->results : std::vector<graph::TensorId>()) {
      const graph::Tensor& tensor = graph.tensors[result];
      if (!largest || tensor.type.bytes().point > largest->type.bytes().point) largest = &tensor;
    }
  }
  return largest && !largest->type.shape.empty() && largest->type.shape[0].point == key.value;
}

/// Before any phase is left out. What sizes a later round alone, as what validates, is not the key of the batch that
/// training draws.
void note_followed(model::Built& built) {
  const model::PhaseFacts* first = nullptr;
  const auto add_batch = [&](const model::KeyFact& key) {
    if (!has(built.batches, key)) built.batches.push_back(key);
  };
  for (size_t phase = 0; phase < built.facts.size(); ++phase) {
    model::PhaseFacts& facts = built.facts[phase];
    if (facts.kind != PhaseKind::alternative) built.followed.push_back(built.phases[phase].phase);
    if (facts.batch) add_batch(*facts.batch);
    if (facts.kind == PhaseKind::own) first = &facts;
    if (facts.kind != PhaseKind::later || !first) continue;
    for (const model::KeyFact& key : facts.size_keys)
      if (!has(first->size_keys, key)) facts.own_keys.push_back(key);
    if (!facts.own_keys.empty() && sets_batch(built.phases[phase], facts.own_keys.front()))
      add_batch(facts.own_keys.front());
  }
}

}  // namespace

ToldPhases leave_highest(model::Built& built, const PeakOf& peak_of, std::optional<Bytes> budget) {
  if (built.followed.empty()) note_followed(built);
  Told told(built, peak_of, budget);
  for (size_t first = 0, end = 0; first < built.phases.size(); first = end) {
    end = first + 1;
    if (built.facts[first].kind == PhaseKind::later) {
      told.add_if_higher(first);
      continue;
    }
    while (end < built.facts.size() && built.facts[end].kind == PhaseKind::alternative) ++end;
    told.add_highest(first, end);
  }
  return told.finish();
}

}  // namespace vramlint
