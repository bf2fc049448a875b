#include "fixture.h"

namespace vramlint::model {

Recipe::Recipe() { config.root.value = config::Mapping{}; }

config::Expression Recipe::expression(const std::string& text) {
  sources_.push_back(std::make_unique<Source>("vramlint.yaml", text));
  const Source* source = sources_.back().get();
  sources_.push_back(std::make_unique<Source>("vramlint.yaml", text + "  # in the file"));
  return {source, {sources_.back().get(), 0, static_cast<uint32_t>(text.size())}};
}

void Recipe::set(const std::string& key, int64_t value) {
  config::Entry entry;
  entry.key = key;
  std::string text = key + ": " + std::to_string(value);
  sources_.push_back(std::make_unique<Source>("config.yaml", text));
  entry.value.value = value;
  entry.value.span = {sources_.back().get(), static_cast<uint32_t>(key.size() + 2), static_cast<uint32_t>(text.size())};
  config.root.mapping()->entries.push_back(std::move(entry));
}

BuildResult Recipe::build() {
  disk_ = std::make_unique<DiskFiles>(root);
  overlay_ = std::make_unique<OverlayFiles>(*disk_);
  for (const auto& [path, text] : files) overlay_->put(path, text);
  config::Experiment experiment;
  experiment.model = expression(model);
  for (const std::string& input : inputs) experiment.inputs.push_back(expression(input));
  for (const std::string& target : targets) experiment.targets.push_back(expression(target));
  if (!loss.empty()) experiment.loss = expression(loss);
  for (const std::string& input : validation) experiment.validation_inputs.push_back(expression(input));
  experiment.validates = !validation.empty();
  if (!setup.empty()) experiment.setup = expression(setup);
  if (!step.empty()) experiment.phases.push_back({"train", expression(step)});
  experiment.packages = packages;
  experiment.precision = precision;
  experiment.import_paths = {disk_->root()};
  experiment.working_directory = disk_->root();
  BuildContext context{*overlay_, *parsed_, torch};
  return model::build(config, experiment, context);
}

}  // namespace vramlint::model
