// `packages: {mmcv: "1.7.2", mmengine: null}`: what the program finds installed; `models: {name: folder}`: what lies
// elsewhere.
#include <algorithm>

#include "config/recipe_parts.h"

namespace vramlint::config {

void complete_packages(std::vector<Package>& packages, const std::vector<Package>& base) {
  for (const Package& package : base) {
    const auto same = [&](const Package& one) { return one.name == package.name; };
    if (std::none_of(packages.begin(), packages.end(), same)) packages.push_back(package);
  }
}

void read_packages(FieldReader& reader, const Entry& entry, std::vector<Package>& packages) {
  const Mapping* mapping = entry.value.mapping();
  if (!mapping)
    return reader.wrong_type(entry, "versions by name, such as {mmcv: \"1.7.2\"}; null: not installed"_words);
  for (const Entry& package : mapping->entries) {
    if (std::holds_alternative<std::monostate>(package.value.value)) {
      packages.push_back({package.key, std::nullopt});
    } else if (std::optional<std::string> version = reader.text(package)) {
      packages.push_back({package.key, *version});
    }
  }
}

std::vector<std::pair<std::string, std::filesystem::path>> folders_of_models(const Experiment& experiment) {
  std::vector<std::pair<std::string, std::filesystem::path>> folders;
  for (const auto& [name, folder] : experiment.models)
    folders.emplace_back(name, (experiment.working_directory / folder).lexically_normal());
  return folders;
}

void read_models(FieldReader& reader, const Entry& entry, Variables& models) {
  const Mapping* mapping = entry.value.mapping();
  if (!mapping)
    return reader.wrong_type(
        entry, "folders by the names of models, such as {\"meta-llama/Llama-3.2-1B\": configs/llama-1b}"_words);
  for (const Entry& model : mapping->entries)
    if (std::optional<std::string> folder = reader.text(model)) models.emplace_back(model.key, *folder);
}

}  // namespace vramlint::config
