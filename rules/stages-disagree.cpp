#include <algorithm>
#include <map>

#include "rules/residents.h"

namespace vramlint::rules {
namespace {
namespace stages_disagree_rule {

constexpr size_t kLeastAlike = 4;  // parameters: fewer are called alike by chance

bool is_trained(const Resident& resident) { return resident.optimized && resident.trainable; }
bool is_fixed(const Resident& resident) { return !is_trained(resident) && !resident.buffer && !resident.made; }

using Shapes = std::map<std::string, graph::Shape>;

/// Of the parameters below a module, without its path.
Shapes shapes_below(const Analysis& analysis, const Residents& stage, const std::string& module) {
  Shapes shapes;
  const std::string prefix = module.empty() ? "" : module + ".";
  const graph::Graph& graph = analysis.built->phases[stage.phases.front()];
  for (const graph::Parameter& parameter : graph.parameters) {
    if (!parameter.buffer && parameter.name.starts_with(prefix))
      shapes.emplace(parameter.name.substr(prefix.size()), graph.tensors[parameter.tensor].type.shape);
  }
  return shapes;
}

bool same_names(const Shapes& left, const Shapes& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const auto& a, const auto& b) { return a.first == b.first; });
}

/// All that a stage trains below a module of it: what has the same names.
struct Trained {
  std::string module;
  Shapes shapes;
};

bool trains_all(const Residents& stage, const std::string& module) {
  const std::string prefix = module.empty() ? "" : module + ".";
  return std::all_of(stage.all.begin(), stage.all.end(), [&](const Resident& one) {
    return one.buffer || is_trained(one) || !one.path.starts_with(prefix);
  });
}

/// By where the first of the names occurs.
std::vector<Trained> trained_alike(const Analysis& analysis, const Residents& stage, const Shapes& fixed) {
  std::vector<Trained> found;
  const std::string& first = fixed.begin()->first;
  for (const graph::Parameter& parameter : analysis.built->phases[stage.phases.front()].parameters) {
    const bool is_whole = parameter.name == first;
    if (!is_whole && !parameter.name.ends_with("." + first)) continue;
    const std::string module = is_whole ? "" : parameter.name.substr(0, parameter.name.size() - first.size() - 1);
    Shapes shapes = shapes_below(analysis, stage, module);
    if (same_names(shapes, fixed) && trains_all(stage, module)) found.push_back({module, std::move(shapes)});
  }
  return found;
}

std::string name_of(const Analysis& analysis, const Residents& stage) {
  return "`" + config::stage_at(*analysis.experiment, stage.stage).stage + "`";
}

void compare(const Analysis& analysis, const Residents& earlier, const Residents& later, const ResidentGroup& group,
             Report& report) {
  const std::string module = group.name.text().substr(1, group.name.text().size() - 2);
  const Shapes fixed = shapes_below(analysis, later, module);
  if (fixed.size() < kLeastAlike) return;
  const std::vector<Trained> alike = trained_alike(analysis, earlier, fixed);
  if (alike.empty()) return;
  const auto fits = [&](const Trained& one) { return one.shapes == fixed; };
  if (std::any_of(alike.begin(), alike.end(), fits)) return;
  const Shapes& trained = alike.front().shapes;
  size_t different = 0;
  Words first;
  for (const auto& [name, shape] : fixed) {
    if (trained.at(name) == shape || different++ > 0) continue;
    first = "`{0}` is {1} there and {2} here"_words(name, to_string(trained.at(name)), to_string(shape));
  }
  report.add(group.made,
             "Stage {0} keeps {1} as it is, and stage {2} trains the same network in other sizes: {3} of its {4} "
             "parameters differ, {5}. A checkpoint of the one does not load into the other."_words(
                 name_of(analysis, later), group.name, name_of(analysis, earlier), different, fixed.size(), first));
}

void check(const Analysis& analysis, Report& report) {
  const std::vector<Residents> stages = residents(analysis);
  for (size_t later = 1; later < stages.size(); ++later) {
    for (const ResidentGroup& group : outermost(analysis, stages[later], is_fixed)) {
      if (group.name.text().front() != '`') continue;
      for (size_t earlier = 0; earlier < later; ++earlier)
        compare(analysis, stages[earlier], stages[later], group, report);
    }
  }
}

}  // namespace stages_disagree_rule
}  // namespace

extern const Rule stages_disagree = {
    .name = "stages-disagree",
    .code = "VL1119",
    .summary = "A stage keeps fixed what an earlier stage trains, in other sizes: the checkpoint does not load.",
    .severity = Severity::warning,
    .concern = Concern::run,
    .needs = Stage::build,
    .check = stages_disagree_rule::check,
};

}  // namespace vramlint::rules
