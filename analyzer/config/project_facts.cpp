#include "config/project_facts.h"

#include "config/project.h"

namespace vramlint::config {

void begin_in_project(Experiment& facts, const LoadContext& context) {
  facts.working_directory = context.files.root();
  facts.import_paths = {context.files.root()};
  if (const Project* project = context.project) {
    for (const std::string& path : project->python_path) facts.import_paths.push_back(context.files.root() / path);
    facts.device = project->device;
    if (project->torch) facts.torch = project->torch;
    facts.budget = project->budget;
    facts.budget_fraction = project->budget_fraction.value_or(1.0);
  }
  const auto& searched = context.files.search_paths();
  facts.import_paths.insert(facts.import_paths.end(), searched.begin(), searched.end());
}

}  // namespace vramlint::config
