#include "rules/residents.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>

#include "graph/computation.h"

namespace vramlint::rules {

namespace {

using graph::Graph;
using graph::TensorId;

/// Those of an optimizer that steps or clears gradients; one that only the experiment describes has all that trains.
std::vector<bool> tensors_optimized(const Graph& graph) {
  std::vector<bool> optimized(graph.tensors.size());
  for (const graph::Event& event : graph.events) {
    const std::vector<TensorId>* held = nullptr;
    if (const auto* step = std::get_if<graph::OptimizerStep>(&event)) {
      if (!step->optimizer) return std::vector<bool>(graph.tensors.size(), true);
      held = &graph.optimizers.at(*step->optimizer).parameters;
    } else if (const auto* zero = std::get_if<graph::ZeroGrad>(&event)) {
      if (zero->parameters.empty()) return std::vector<bool>(graph.tensors.size(), true);
      held = &zero->parameters;
    }
    if (!held) continue;
    for (const TensorId tensor : *held) optimized.at(tensor) = true;
  }
  return optimized;
}

std::string_view parent_of(std::string_view path) {
  const size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : path.substr(0, dot);
}

/// Adds what one phase does to what is known of the others.
class Gathering {
 public:
  Gathering(const Analysis& analysis, Residents& result) : analysis_(analysis), result_(result) {}

  void add(size_t phase) {
    const Graph& graph = analysis_.built->phases[phase];
    const std::vector<bool> read = graph::storages_read(graph), optimized = tensors_optimized(graph);
    std::vector<bool> reached(graph.tensors.size());
    for (const memory::Reached& one : analysis_.traces[phase].reached) reached[one.leaf] = true;
    if (!result_.phases.empty()) index();
    const auto& made = analysis_.built->facts[phase].made_in_step;
    const std::unordered_map<TensorId, Span> made_in_step(made.begin(), made.end());
    for (const graph::Parameter& parameter : graph.parameters) {
      const graph::Tensor& tensor = graph.tensors[parameter.tensor];
      const auto place = made_in_step.find(parameter.tensor);
      Resident& resident = of(parameter.name, place == made_in_step.end() ? Span() : place->second);
      resident.bytes = graph.storages[tensor.storage].bytes.point;
      resident.buffer |= parameter.buffer;
      resident.frozen |= parameter.frozen;
      resident.trainable |= tensor.requires_grad && !parameter.buffer;
      resident.read |= read[tensor.storage];
      resident.read_elsewhere |= analysis_.built->read_elsewhere.contains(parameter.name);
      resident.reached |= reached[parameter.tensor];
      resident.optimized |= optimized[parameter.tensor];
    }
    result_.phases.push_back(phase);
  }

 private:
  /// Only several phases need to find each other's.
  void index() {
    for (; indexed_ < result_.all.size(); ++indexed_) {
      if (!result_.all[indexed_].made) places_.emplace(result_.all[indexed_].path, indexed_);
    }
  }

  Resident& of(std::string_view path, const Span& made) {
    const auto known = made ? places_.end() : places_.find(path);
    if (known != places_.end()) return result_.all[known->second];
    return result_.all.emplace_back(Resident{.path = path, .made = made, .bytes = {}});
  }

  const Analysis& analysis_;
  Residents& result_;
  std::unordered_map<std::string_view, size_t> places_;
  size_t indexed_ = 0;
};

bool is_whole(const Analysis& analysis, size_t stage) {
  const std::string& name = config::stage_at(*analysis.experiment, stage).stage;
  for (const model::BuildFailure& failure : analysis.failures) {
    if (name.empty() || failure.phase == name || failure.phase.starts_with(name + "/")) return false;
  }
  for (size_t phase = 0; phase < analysis.built->phases.size(); ++phase) {
    if (analysis.built->facts[phase].stage == stage && !analysis.built->phases[phase].unknowns.empty()) return false;
  }
  return true;
}

template <typename Visit>
void each_module_above(std::string_view path, Visit visit) {
  for (size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.', dot + 1)) {
    if (!visit(path.substr(0, dot))) return;
  }
}

/// Where a config describes the module itself, by a dict with its type.
Span described_at(const Analysis& analysis, std::string_view path) {
  const config::Node* node = analysis.config->root.find_path("model." + std::string(path));
  return node && node->find("type") ? node->span : Span();
}

Span place_of(const Analysis& analysis, const Residents& residents, std::string_view path) {
  if (const Span described = described_at(analysis, path)) return described;
  for (; !path.empty(); path = parent_of(path)) {
    for (const size_t phase : residents.phases) {
      const Graph& graph = analysis.built->phases[phase];
      const auto at = std::find(graph.modules.begin(), graph.modules.end(), path);
      if (at == graph.modules.end()) continue;
      const Span made = analysis.built->facts[phase].made[static_cast<size_t>(at - graph.modules.begin())];
      if (made) return made;
    }
  }
  const config::Experiment& stage = config::stage_at(*analysis.experiment, residents.stage);
  return stage.model ? stage.model->span : stage.programs.front().span;
}

}  // namespace

std::vector<Residents> residents(const Analysis& analysis) {
  std::vector<Residents> result;
  if (!analysis.built || analysis.traces.size() != analysis.built->phases.size()) return result;
  for (size_t stage = 0; stage < config::stage_count(*analysis.experiment); ++stage) {
    if (!is_whole(analysis, stage)) continue;
    Residents found{.stage = stage, .phases = {}, .all = {}};
    Gathering gathering(analysis, found);
    for (size_t phase = 0; phase < analysis.built->phases.size(); ++phase) {
      if (analysis.built->facts[phase].stage == stage) gathering.add(phase);
    }
    if (!found.phases.empty()) result.push_back(std::move(found));
  }
  return result;
}

std::vector<ResidentGroup> outermost(const Analysis& analysis, const Residents& residents,
                                     bool (*chosen)(const Resident&)) {
  std::vector<ResidentGroup> groups;
  if (std::none_of(residents.all.begin(), residents.all.end(), chosen)) return groups;
  std::set<std::string_view> modules;
  for (const size_t phase : residents.phases) {
    const std::vector<std::string>& paths = analysis.built->phases[phase].modules;
    modules.insert(paths.begin(), paths.end());
  }
  const auto held = [&](const Resident& resident) { return modules.contains(parent_of(resident.path)); };
  std::unordered_map<std::string_view, size_t> others;
  for (const Resident& resident : residents.all) {
    if (chosen(resident) || !held(resident)) continue;
    each_module_above(resident.path, [&](std::string_view module) { return ++others[module] > 0; });
  }
  std::map<std::pair<std::string_view, uint32_t>, size_t> places;
  for (const Resident& resident : residents.all) {
    if (!chosen(resident) || !held(resident)) continue;
    std::string_view at = resident.path;
    each_module_above(resident.path, [&](std::string_view path) {
      if (others.contains(path) || !modules.contains(path)) return true;
      at = path;
      return false;
    });
    if (resident.made) at = resident.made.source->path();
    const auto [place, added] = places.try_emplace({at, resident.made.begin}, groups.size());
    if (added) {
      groups.push_back(
          {.name = resident.made ? "what the first step makes here"_words : Words("`" + std::string(at) + "`"),
           .members = {},
           .bytes = {},
           .made = resident.made ? resident.made : place_of(analysis, residents, at)});
    }
    groups[place->second].members.push_back(&resident);
    groups[place->second].bytes += resident.bytes;
  }
  return groups;
}

Words first_of(const std::vector<Words>& names) {
  constexpr size_t kMost = 3;
  if (names.size() <= kMost) return listed(names);
  return "{0} and {1} more"_words(listed({names.begin(), names.begin() + kMost}), names.size() - kMost);
}

Words describe_steps(const Analysis& analysis, const Residents& residents) {
  std::vector<Words> names;
  for (const size_t phase : residents.phases) names.push_back(analysis.built->phases[phase].phase);
  if (names.size() > 1) return "the simulated steps ({0})"_words(listed(names));
  const bool is_plain = analysis.built->phases[residents.phases[0]].phase == "train";
  return is_plain ? "the simulated step"_words : "the simulated step ({0})"_words(names[0]);
}

}  // namespace vramlint::rules
