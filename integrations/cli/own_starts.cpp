#include "integrations/cli/own_starts.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>

#include "proposal/stated_commands.h"

namespace vramlint::cli {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostOwn = 8, kMostFiles = 40;

/// Files that the globs name, from the root; these have no other wildcard than in "folder/*.yaml".
std::vector<std::string> files_of(const std::vector<std::string>& globs, Files& files) {
  std::vector<std::string> found;
  for (const std::string& glob : globs) {
    const fs::path path(glob);
    if (glob.find('*') == std::string::npos) {
      found.push_back(glob);
      continue;
    }
    for (const std::string& name : files.list(files.root() / path.parent_path()))
      if (fs::path(name).extension() == path.extension()) found.push_back((path.parent_path() / name).generic_string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// From where recipes begin: each has a line `  - name: …`.
std::string recipes_of(const std::string& text) {
  constexpr std::string_view kHead = "recipes:\n";
  const size_t at = text.find(kHead);
  return at == std::string::npos ? "" : text.substr(at + kHead.size());
}

std::string script_line(const std::string& text) {
  const size_t at = text.find("    script: ");
  return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
}

/// `cfgs/finetune.yaml` as `finetune`; where another has that name, too, as `cfgs_finetune`.
std::string name_of(const std::string& config, const std::map<std::string, std::string>& all) {
  const fs::path path(config);
  const auto is_called_alike = [&](const auto& one) {
    return one.first != config && fs::path(one.first).stem() == path.stem();
  };
  std::string name = path.stem().string();
  if (std::any_of(all.begin(), all.end(), is_called_alike)) name = path.parent_path().filename().string() + "_" + name;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

/// `- name: train` of the recipe as `- name: train_finetune`.
std::string renamed(std::string recipe, const std::string& name) {
  const size_t begin = recipe.find("- name: ");
  if (begin != std::string::npos) recipe.insert(recipe.find('\n', begin), "_" + name);
  return recipe;
}

/// By the config; of several starts of one the first counts.
std::map<std::string, std::string> own_recipes(const Source& script, Files& files, const proposal::ScriptForm& form,
                                               const std::vector<std::string>& configs) {
  std::map<std::string, std::string> found;
  for (const proposal::StatedCommand& command : proposal::commands_with_configs(script, files)) {
    proposal::ScriptForm own = proposal::script_form(script, files, command.arguments);
    if (own.configs.size() != 1 || !own.open.empty() || found.contains(own.configs.front())) continue;
    const std::string config = own.configs.front();
    if (std::find(configs.begin(), configs.end(), config) == configs.end()) continue;
    own.add_comment("as " + command.file + " starts it");
    if (command.processes > 0) own.set_processes(command.processes);
    found.emplace(config, script_line(own.recipe) == script_line(form.recipe) ? "" : recipes_of(own.recipe));
  }
  std::erase_if(found, [](const auto& one) { return one.second.empty(); });
  return found;
}

}  // namespace

bool add_own_starts(const Source& script, Files& files, proposal::ScriptForm& form) {
  std::vector<std::string> configs = files_of(form.configs, files);
  if (configs.empty() || configs.size() > kMostFiles) return false;
  const std::map<std::string, std::string> own = own_recipes(script, files, form, configs);
  if (own.empty() || own.size() > kMostOwn) return false;
  std::erase_if(configs, [&](const std::string& config) { return own.contains(config); });
  if (configs.empty())
    form.recipe.resize(form.recipe.size() - recipes_of(form.recipe).size());
  else
    form.keep_configs(configs);
  for (const auto& [config, recipe] : own) {
    form.recipe += renamed(recipe, name_of(config, own));
    configs.push_back(config);
  }
  form.configs = configs;
  return true;
}

}  // namespace vramlint::cli
