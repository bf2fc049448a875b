#include "rules/harm.h"

#include <algorithm>
#include <deque>
#include <set>

#include "graph/computation.h"
#include "graph/layer_sizes.h"
#include "rules/checkpoint_calls.h"
#include "rules/residents.h"
#include "standing.h"

namespace vramlint::rules {
namespace {

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

bool same_weights(const graph::Graph& a, const graph::Graph& b) {
  const auto same = [&](const graph::Parameter& x, const graph::Parameter& y) {
    return x.name == y.name && a.tensors[x.tensor].type.shape == b.tensors[y.tensor].type.shape;
  };
  return std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(), b.parameters.end(), same);
}

bool same_layers(const graph::Graph& a, const graph::Graph& b) {
  return graph::layer_sizes(a) == graph::layer_sizes(b);
}

bool same_inputs(const graph::Graph& a, const graph::Graph& b, size_t from) {
  const auto same = [&](graph::TensorId x, graph::TensorId y) {
    const graph::Shape &left = a.tensors[x].type.shape, &right = b.tensors[y].type.shape;
    if (left.size() != right.size()) return false;
    const size_t start = std::min(from, left.size());
    return std::equal(left.begin() + static_cast<std::ptrdiff_t>(start), left.end(),
                      right.begin() + static_cast<std::ptrdiff_t>(start));
  };
  return std::equal(a.inputs.begin(), a.inputs.end(), b.inputs.begin(), b.inputs.end(), same);
}

bool validates(const graph::Graph& phase) { return phase.phase.ends_with("validation"); }

/// What is done with the step when training is: its last events that train nothing are left out, and what they draw.
graph::Graph training_part(const graph::Graph& whole, size_t end) {
  graph::Graph part = whole;
  part.events.resize(end);
  graph::TensorId last = 0;
  for (const graph::Event& event : part.events) {
    if (const auto* node = std::get_if<graph::Node>(&event))
      for (const graph::TensorId result : node->results) last = std::max(last, result);
  }
  std::erase_if(part.inputs, [&](graph::TensorId input) { return input > last; });
  return part;
}

/// The phases that both have, by their names: one that needs no more than another is not told. Of each the part that
/// trains, of one that validates; those that train nothing only where none does.
class CommonPhases {
 public:
  CommonPhases(const Analysis& before, const Analysis& after) {
    for (const graph::Graph& left : before.built->phases) {
      for (const graph::Graph& right : after.built->phases)
        if (left.phase == right.phase) pairs_.emplace_back(part_of(left), part_of(right));
    }
    const auto trains_nothing = [](const auto& pair) { return !trains(*pair.first) && !trains(*pair.second); };
    if (!std::all_of(pairs_.begin(), pairs_.end(), trains_nothing)) std::erase_if(pairs_, trains_nothing);
  }

  template <typename Same>
  bool are(const Same& same) const {
    const auto same_pair = [&](const auto& pair) { return same(*pair.first, *pair.second); };
    return !pairs_.empty() && std::all_of(pairs_.begin(), pairs_.end(), same_pair);
  }

 private:
  /// Elsewhere what comes behind the last step may be a part of training, as a mean of the weights.
  const graph::Graph* part_of(const graph::Graph& graph) {
    if (!validates(graph)) return &graph;
    return &parts_.emplace_back(training_part(graph, graph::end_of_training(graph)));
  }

  std::deque<graph::Graph> parts_;
  std::vector<std::pair<const graph::Graph*, const graph::Graph*>> pairs_;
};

std::set<graph::Dtype> number_formats(const graph::Graph& graph) {
  std::set<graph::Dtype> formats;
  const auto add = [&](graph::TensorId tensor) {
    const graph::Dtype format = graph.tensors[tensor].type.dtype;
    if (graph::is_differentiable(format)) formats.insert(format);
  };
  for (const graph::Parameter& parameter : graph.parameters) add(parameter.tensor);
  for (const graph::TensorId input : graph.inputs) add(input);
  for (const graph::Event& event : graph.events) {
    if (const auto* node = std::get_if<graph::Node>(&event))
      for (const graph::TensorId result : node->results) add(result);
  }
  return formats;
}

bool same_residents(const Analysis& before, const Analysis& after) {
  const std::vector<Residents> left = residents(before), right = residents(after);
  const auto same = [](const Resident& a, const Resident& b) {
    return a.path == b.path && a.bytes == b.bytes && a.reached == b.reached && a.optimized == b.optimized;
  };
  const auto all_same = [&](const Residents& a, const Residents& b) {
    return std::equal(a.all.begin(), a.all.end(), b.all.begin(), b.all.end(), same);
  };
  return !left.empty() && std::equal(left.begin(), left.end(), right.begin(), right.end(), all_same);
}

/// Phases that train are there in both: one that only validates, and needs no more than training, is not told.
bool same_trainings(const Analysis& before, const Analysis& after) {
  const auto has = [](const Analysis& analysis, const graph::Graph& phase) {
    const auto is_it = [&](const graph::Graph& other) { return other.phase == phase.phase; };
    return std::any_of(analysis.built->phases.begin(), analysis.built->phases.end(), is_it);
  };
  const auto all_in = [&](const Analysis& these, const Analysis& those) {
    return std::all_of(these.built->phases.begin(), these.built->phases.end(),
                       [&](const graph::Graph& phase) { return validates(phase) || has(those, phase); });
  };
  return all_in(before, after) && all_in(after, before);
}

}  // namespace

bool trains_the_same(const Analysis& before, const Analysis& after) {
  return same_facts(before, after) && same_residents(before, after) && same_trainings(before, after) &&
         CommonPhases(before, after).are(graph::same_computation);
}

Words describe(Harm harm) {
  switch (harm) {
    case Harm::none:
      return "training stays the same"_words;
    case Harm::passes:
      return "the same samples a step, in more passes"_words;
    case Harm::batch:
      return "fewer samples a step"_words;
    case Harm::precision:
      return "other number formats"_words;
    case Harm::step:
      return "the same weights are trained in another way"_words;
    case Harm::data:
      return "other inputs"_words;
    case Harm::model:
      return "another model"_words;
  }
  return {};
}

Harm harm_between(const Analysis& before, const Analysis& after) {
  if (trains_the_same(before, after)) return Harm::none;
  const CommonPhases phases(before, after);
  const auto same_samples = [](const graph::Graph& a, const graph::Graph& b) { return same_inputs(a, b, 1); };
  const auto same_batches = [](const graph::Graph& a, const graph::Graph& b) { return same_inputs(a, b, 0); };
  const auto same_formats = [](const graph::Graph& a, const graph::Graph& b) {
    return number_formats(a) == number_formats(b);
  };
  if (!phases.are(same_weights)) return Harm::model;
  if (!phases.are(same_samples)) return Harm::data;
  if (!phases.are(same_formats)) return Harm::precision;
  if (!phases.are(same_batches)) return Harm::batch;
  return phases.are(same_layers) ? Harm::step : Harm::model;
}

bool still_trains(const Analysis& before, const Analysis& after) {
  return after.built && gets_as_far(standing_of(before), standing_of(after));
}

bool fits_as_known(const Analysis& before, const Analysis& after) {
  const ConfigOutcome &old = before.outcome, &now = after.outcome;
  if (!after.device || !still_trains(before, after)) return false;
  const bool is_in_part = old.status == Status::partial || !before.failures.empty();
  return now.fits.value_or(now.status == Status::partial && is_in_part &&
                           now.peak.process.point <= after.device->budget);
}

}  // namespace vramlint::rules
