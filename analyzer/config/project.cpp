#include "config/project.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "config/plain_yaml.h"
#include "config/policy_fields.h"
#include "config/recipe_fields.h"
#include "config/recipe_parts.h"

namespace vramlint::config {

namespace {

/// "95%" as 0.95; empty if it is none, or not between 0 and 100.
std::optional<double> parse_percentage(std::string_view text) {
  if (!text.ends_with('%')) return std::nullopt;
  text.remove_suffix(1);
  double number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number > 0 && number <= 100 ? std::optional(number / 100) : std::nullopt;
}

void read_max_peak(FieldReader& reader, const Entry& entry, Project& project) {
  if (tells_missing_unit(reader, entry)) return;
  const auto* text = std::get_if<std::string>(&entry.value.value);
  project.budget_fraction = text ? parse_percentage(*text) : std::nullopt;
  if (project.budget_fraction) return;
  project.budget = text ? parse_bytes(*text) : std::nullopt;
  if (project.budget && project.budget->count > 0) return;
  project.budget.reset();
  reader.wrong_type(entry, "a share of the device's memory, such as 95%, or a size, such as 20GiB"_words);
}

constexpr Field<Project> kMaxPeakFields[] = {{"max_peak", read_max_peak}};

/// `2` is 2.0.
void read_torch(FieldReader& reader, const Entry& entry, Project& project) {
  project.torch = reader.text(entry);
  if (project.torch && project.torch->find_first_not_of("0123456789") == std::string::npos) *project.torch += ".0";
}

void read_budget(FieldReader& reader, const Entry& entry, Project& project) {
  if (const Mapping* mapping = entry.value.mapping()) {
    read_fields<Project>(reader, *mapping, kMaxPeakFields, "a budget"_words, project);
  } else {
    reader.wrong_type(entry, "a mapping, such as {max_peak: 95%}"_words);
  }
}

void read_recipes(FieldReader& reader, const Entry& entry, Project& project) {
  const Sequence* list = entry.value.sequence();
  if (!list) return reader.wrong_type(entry, "a list of recipes"_words);
  for (const Node& item : list->items) {
    Recipe recipe = read_recipe(reader, item);
    if (recipe.name.empty()) recipe.name = "recipe " + std::to_string(project.recipes.size() + 1);
    recipe.facts.recipe = recipe.name;
    project.recipes.push_back(std::move(recipe));
  }
}

/// A project file may be anybody's: it asks for so much and no more.
void read_evaluation_budget(FieldReader& reader, const Entry& entry, Project& project) {
  constexpr int64_t kMost = 10;
  const std::optional<int64_t> times = whole_number(reader, entry, 1);
  if (times && *times > kMost) return reader.wrong_type(entry, "a whole number of at most 10"_words);
  project.evaluation_budget = times.value_or(1);
}

constexpr Field<Project> kProjectFields[] = {
    {"evaluation_budget", read_evaluation_budget},
    {"device", [](FieldReader& r, const Entry& e, Project& project) { project.device = r.text(e); }},
    {"torch", read_torch},
    {"budget", read_budget},
    {"python_path", [](FieldReader& r, const Entry& e, Project& project) { project.python_path = r.texts(e); }},
    {"allocator", [](FieldReader& r, const Entry& e, Project& project) { read_allocator(r, e, project.runtime); }},
    {"packages", [](FieldReader& r, const Entry& e, Project& project) { read_packages(r, e, project.packages); }},
    {"data", [](FieldReader& r, const Entry& e, Project& project) { read_data(r, e, project.data); }},
    {"models", [](FieldReader& r, const Entry& e, Project& project) { read_models(r, e, project.models); }},
    {"environment", [](FieldReader& r, const Entry& e,
                       Project& project) { read_environment(r, e, project.runtime, project.environment); }},
    {"gpus", [](FieldReader& r, const Entry& e, Project& project) { project.gpus = whole_number(r, e, 1); }},
    {"cuda", [](FieldReader& r, const Entry& e, Project& project) { read_cuda(r, e, project.runtime); }},
    {"recipes", read_recipes},
    {"select", read_select},
    {"ignore", read_ignore},
    {"severity", read_levels},
    {"exclude", read_exclude},
    {"max_peak", read_max_peaks},
    {"max_increase", read_max_increases},
    {"baseline", read_baseline},
};

/// As many as the machine is said to have, less what the environment hides. More may be there than train.
std::optional<int64_t> gpus_of(const Experiment& facts, const Project& project) {
  const std::optional<int64_t> visible = visible_gpus(facts.environment);
  return visible ? std::min(*visible, project.gpus.value_or(*visible)) : project.gpus;
}

/// What every recipe shares, once all keys are known.
void complete(Recipe& recipe, const Project& project, const Files& files) {
  Experiment& facts = recipe.facts;
  std::vector<std::filesystem::path> paths = {files.root()};
  if (!facts.script.empty()) {
    std::filesystem::path folder = (files.root() / facts.script).parent_path().lexically_normal();
    if (folder != files.root()) paths.insert(paths.begin(), folder);
  }
  paths.insert(paths.end(), facts.import_paths.begin(), facts.import_paths.end());
  for (const std::string& path : project.python_path) paths.push_back(files.root() / path);
  paths.insert(paths.end(), files.search_paths().begin(), files.search_paths().end());
  facts.import_paths = std::move(paths);
  facts.working_directory = files.root();
  facts.runtime.complete_from(project.runtime);
  complete_packages(facts.packages, project.packages);
  facts.data.insert(facts.data.end(), project.data.begin(), project.data.end());
  complete_variables(facts.environment, project.environment);
  complete_variables(facts.models, project.models);
  facts.gpus = gpus_of(facts, project);
  facts.device = project.device;
  facts.torch = project.torch;
  facts.budget = project.budget;
  facts.budget_fraction = project.budget_fraction.value_or(1.0);
  for (Recipe& stage : recipe.stages) complete(stage, project, files);
}

}  // namespace

std::unique_ptr<Project> load_project(const Source& source, Files& files, Findings& findings) {
  auto project = std::make_unique<Project>();
  project->source = &source;
  Findings found;
  std::optional<Config> config = load_plain_yaml(source, found);
  for (Finding finding : found.items()) {
    if (finding.rule == "invalid-config") finding.rule = "invalid-recipe";
    findings.add(std::move(finding));
  }
  if (!config) return project;
  FieldReader reader{.project = *project, .files = files, .findings = findings};
  read_fields<Project>(reader, *config->root.mapping(), kProjectFields, "a project"_words, *project);
  for (Recipe& recipe : project->recipes) complete(recipe, *project, files);
  return project;
}

}  // namespace vramlint::config
