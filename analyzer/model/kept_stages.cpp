#include "model/kept_stages.h"

#include <algorithm>

#include "config/plain_yaml.h"
#include "model/kept_places.h"

namespace vramlint::model {

struct KeptStages::Kept {
  config::Config config;
  config::Experiment experiment;
  std::string torch;
  size_t number;
  ConfigView view;
  BuildResult result;
  int64_t steps;

  std::optional<BuildResult> for_other(const Stage& stage) const {
    config::Counterpart counterpart;
    if (number != stage.number || torch != stage.torch) return {};
    if (!view.is_same(config.root, stage.config.root, counterpart)) return {};
    if (!counterpart.fit(experiment, stage.experiment)) return {};
    BuildResult theirs = result;
    return move_places(theirs, config, counterpart) ? std::optional(std::move(theirs)) : std::nullopt;
  }
};

bool KeptStages::can_keep(const Stage& stage) {
  const auto& [config, experiment, torch, number] = stage;
  const bool is_told = experiment.batch || !experiment.inputs.empty() || !experiment.targets.empty();
  const bool is_its_file = config.root.span.source == config.source && config.files.size() <= 1;
  const bool has_one_document = config.source->text().find("\n---") == std::string_view::npos;
  return !experiment.model && !experiment.programs.empty() && !is_told && config.overrides.empty() && is_its_file &&
         has_one_document && config::is_data(*config.source);
}

std::optional<BuildResult> KeptStages::find(const Stage& stage, int64_t& steps) const {
  for (const std::shared_ptr<const Kept>& kept : kept_) {
    std::optional<BuildResult> found = kept->for_other(stage);
    if (!found) continue;
    steps += kept->steps;
    return found;
  }
  return {};
}

void KeptStages::keep(const Stage& stage, ConfigView view, const BuildResult& result, int64_t steps) {
  const ConfigFiles files(stage.config);
  const auto is_it = [&](const std::shared_ptr<const Kept>& kept) { return kept->number == stage.number; };
  if (std::any_of(kept_.begin(), kept_.end(), is_it)) return;
  if (result.built) {
    const auto& graphs = result.built->phases;
    if (std::any_of(graphs.begin(), graphs.end(), [&](const auto& graph) { return files.hold_any_of(graph); })) return;
  }
  kept_.push_back(std::make_shared<const Kept>(
      Kept{stage.config, stage.experiment, stage.torch, stage.number, std::move(view), result, steps}));
}

}  // namespace vramlint::model
