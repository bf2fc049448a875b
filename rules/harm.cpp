#include "rules/harm.h"

#include <algorithm>
#include <set>

#include "graph/computation.h"
#include "graph/layer_sizes.h"
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

template <typename Same>
bool every_phase(const Analysis& before, const Analysis& after, const Same& same) {
  return std::equal(before.built->phases.begin(), before.built->phases.end(), after.built->phases.begin(),
                    after.built->phases.end(), same);
}

std::set<graph::Dtype> number_formats(const Analysis& analysis) {
  std::set<graph::Dtype> formats;
  for (const graph::Graph& graph : analysis.built->phases) {
    for (const graph::Tensor& tensor : graph.tensors) {
      if (graph::is_differentiable(tensor.type.dtype)) formats.insert(tensor.type.dtype);
    }
  }
  return formats;
}

}  // namespace

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
  if (!every_phase(before, after, same_weights)) return Harm::model;
  const auto same_samples = [](const graph::Graph& a, const graph::Graph& b) { return same_inputs(a, b, 1); };
  const auto same_batches = [](const graph::Graph& a, const graph::Graph& b) { return same_inputs(a, b, 0); };
  if (!every_phase(before, after, same_samples)) return Harm::data;
  if (number_formats(before) != number_formats(after)) return Harm::precision;
  if (!every_phase(before, after, same_batches)) return Harm::batch;
  return every_phase(before, after, same_layers) ? Harm::step : Harm::model;
}

bool still_trains(const Analysis& before, const Analysis& after) {
  return after.built && gets_as_far(standing_of(before), standing_of(after));
}

bool fits_as_known(const Analysis& before, const Analysis& after) {
  const ConfigOutcome &old = before.outcome, &now = after.outcome;
  if (!after.device || !still_trains(before, after)) return false;
  return now.fits.value_or(now.status == Status::partial && old.status == Status::partial &&
                           now.peak.process.point <= after.device->budget);
}

}  // namespace vramlint::rules
