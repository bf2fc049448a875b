#include "proposal/script_form.h"

#include <fmt/format.h>
#include <algorithm>
#include <optional>

#include "proposal/config_files.h"
#include "proposal/recipe_text.h"
#include "proposal/stated_torch.h"
#include "proposal/training.h"

namespace vramlint::proposal {
namespace {

constexpr const char* kConfig = "{config}";

std::string configs_line(const std::vector<std::string>& globs) {
  return "    configs: [" + joined_scalars(globs) + "]\n";
}

class Form {
 public:
  Form(const Source& script, Files& files, Said said)
      : script_(script), said_(said), program_(script, files), writer_(program_) {
    for (const TrainedStage& stage : read_training(program_, writer_))
      if (made_.batch.empty() && stage.batch.todo.empty()) made_.batch = stage.batch.text;
    program_.read_imports();
    facts_ = read_command_line(program_);
  }

  ScriptForm write(std::vector<std::string> arguments) {
    const bool given = !arguments.empty();
    if (given)
      put_config_in(arguments);
    else if (facts_.takes_config)
      arguments = facts_.config, arguments.emplace_back(kConfig);
    choose_configs(arguments);
    if (!given && !facts_.required.empty() && !is_launched()) {
      made_.open.push_back(
          fmt::format("the command line: the program asks for {}; say how you start it: vramlint init {} --write "
                      "--force -- ARGUMENTS",
                      fmt::join(facts_.required, ", "), script_.path()));
    }
    text(arguments);
    return std::move(made_);
  }

 private:
  bool takes_file(const std::vector<std::string>& arguments) const {
    return std::find(arguments.begin(), arguments.end(), kConfig) != arguments.end();
  }

  /// Its arguments stand in scripts.
  bool is_launched() const { return !made_.configs.empty() && made_.configs.front().ends_with(".sh"); }

  /// Where the path begins in an argument that is a file like a config, or in `--config=a.yaml`; none.
  std::optional<size_t> path_in(const std::string& argument) const {
    const size_t equals = argument.starts_with("--") ? argument.find('=') : std::string::npos;
    const size_t begin = equals == std::string::npos ? 0 : equals + 1;
    const std::filesystem::path path = argument.substr(begin), extension = path.extension();
    const bool like = extension == ".yaml" || extension == ".yml" || extension == ".json" || extension == ".toml" ||
                      extension == ".py";
    if (!like || !program_.files().is_file(program_.files().root() / path) || holds_a_list(path)) return {};
    return begin;
  }

  /// As data do: a config is a mapping.
  bool holds_a_list(const std::filesystem::path& path) const {
    if (path.extension() == ".py" || path.extension() == ".toml") return false;
    const ReadResult read = program_.files().read(program_.files().root() / path);
    const size_t begin = read ? read.source->text().find_first_not_of(" \t\r\n") : std::string_view::npos;
    return begin != std::string_view::npos && read.source->text()[begin] == '[';
  }

  bool sets_batch(const std::string& path) const {
    const ReadResult read = program_.files().read(program_.files().root() / path);
    return read && read.source->text().find("batch") != std::string::npos;
  }

  /// `--cfg a.yaml`, `--config=a.yaml`.
  bool is_called_config(const std::vector<std::string>& arguments, const std::string& one) const {
    const size_t begin = *path_in(one), at = static_cast<size_t>(&one - arguments.data());
    const std::string option = begin > 0 ? one.substr(0, begin) : at > 0 ? arguments[at - 1] : "";
    return option.starts_with('-') &&
           (option.find("cfg") != std::string::npos || option.find("conf") != std::string::npos);
  }

  /// Of several files, which go together: the only one that is called a config, the one that says the batch, or the
  /// first.
  std::string& chosen_of(const std::vector<std::string*>& like, const std::vector<std::string>& arguments) const {
    std::vector<std::string*> called;
    for (std::string* one : like)
      if (is_called_config(arguments, *one)) called.push_back(one);
    if (called.size() == 1) return *called.front();
    const auto said = std::find_if(like.begin(), like.end(),
                                   [&](const std::string* one) { return sets_batch(one->substr(*path_in(*one))); });
    return said == like.end() ? *like.front() : **said;
  }

  /// An argument that is a file like a config becomes {config}.
  void put_config_in(std::vector<std::string>& arguments) {
    put_config_behind_option(arguments);
    if (said_ == Said::by_example) put_config_in_placeholder(arguments);
    std::vector<std::string*> like;
    for (std::string& one : arguments)
      if (path_in(one)) like.push_back(&one);
    if (like.empty()) return;
    std::string& chosen = chosen_of(like, arguments);
    const size_t begin = *path_in(chosen);
    const std::string path = chosen.substr(begin);
    const bool is_that_one = said_ == Said::by_user || like.size() > 1;
    made_.configs = is_that_one ? std::vector<std::string>{path} : configs_around(program_, path);
    chosen = chosen.substr(0, begin) + kConfig;
  }

  /// `configs/<name>.yaml` of an example: those of the folder.
  void put_config_in_placeholder(std::vector<std::string>& arguments) {
    for (std::string& one : arguments) {
      const std::filesystem::path path = one, folder = path.parent_path();
      const std::string name = path.filename().string();
      if (!name.starts_with('<') || name.find('>') == std::string::npos || !path.has_extension()) continue;
      for (const std::string& file : program_.files().list(program_.files().root() / folder)) {
        if (std::filesystem::path(file).extension() != path.extension()) continue;
        made_.configs = configs_around(program_, (folder / file).generic_string());
        one = kConfig;
        return;
      }
    }
  }

  /// `--cfg <your config>` of an example.
  void put_config_behind_option(std::vector<std::string>& arguments) const {
    if (said_ == Said::by_user || facts_.config.empty()) return;
    const auto option = std::find(arguments.begin(), arguments.end(), facts_.config.front());
    if (option == arguments.end() || option + 1 == arguments.end()) return;
    if (!program_.files().is_file(program_.files().root() / option[1])) option[1] = kConfig;
  }

  void choose_configs(std::vector<std::string>& arguments) {
    if (!made_.configs.empty()) return;
    if (arguments.empty() && facts_.is_parsed) made_.configs = launch_scripts(script_, program_.files());
    if (!made_.configs.empty()) return;
    if (takes_file(arguments) && !facts_.config_folder.empty())
      made_.configs = configs_below(program_.files(), facts_.config_folder);
    else if (takes_file(arguments))
      made_.configs = configs_beside(program_, facts_.config_default);
    if (made_.configs.empty()) made_.configs = named_configs(program_);
    if (made_.configs.empty() && takes_file(arguments)) made_.configs = likely_configs(program_.files());
    if (made_.configs.empty() && takes_file(arguments)) leave_config(arguments);
    leave_to_others();
    const bool is_its_own = made_.configs.empty() || (facts_.is_parsed && !takes_file(arguments));
    if (is_its_own) made_.configs = {script_.path()};
  }

  /// Configs below a folder that has a program of the same name are of that one.
  void leave_to_others() {
    const std::filesystem::path own = std::filesystem::path(script_.path()).parent_path();
    const std::string name = std::filesystem::path(script_.path()).filename().string();
    std::vector<std::string> kept = made_.configs;
    std::erase_if(kept, [&](const std::string& glob) {
      for (std::filesystem::path folder = std::filesystem::path(glob).parent_path(); folder.has_relative_path();
           folder = folder.parent_path())
        if (folder != own && program_.files().is_file(program_.files().root() / folder / name)) return true;
      return false;
    });
    if (!kept.empty()) made_.configs = std::move(kept);
  }

  /// There is no config: the program goes without, or it is to be said.
  void leave_config(std::vector<std::string>& arguments) {
    const auto at = std::find(arguments.begin(), arguments.end(), kConfig);
    const bool follows_option = at != arguments.begin() && !facts_.config.empty() && at[-1] == facts_.config.front();
    if (facts_.needs_config || !follows_option)
      made_.open.emplace_back("which files are its configs: a glob from the root");
    if (follows_option) arguments.erase(at - 1, at + 1);
  }

  void text(const std::vector<std::string>& arguments) {
    std::string& text = made_.recipe;
    text =
        "# Proposed by `vramlint init " + one_line(script_.path()) + "`: the program is followed as it is started.\n";
    if (const std::optional<StatedTorch> torch = stated_torch(program_.files())) text += torch_line(*torch);
    if (!program_.python_path().empty()) text += "python_path: [" + joined_scalars(program_.python_path()) + "]\n";
    const std::string name = std::filesystem::path(script_.path()).stem().string();
    text += "recipes:\n  - name: " + scalar(name) + "\n" + configs_line(made_.configs);
    text += arguments.empty()
                ? "    script: " + scalar(script_.path()) + "\n"
                : "    script: {path: " + scalar(script_.path()) + ", args: [" + joined_scalars(arguments) + "]}\n";
    for (const std::string& one : made_.open) made_.add_comment("TODO: " + one);
  }

  const Source& script_;
  const Said said_;
  Program program_;
  ExpressionWriter writer_;
  CommandLineFacts facts_;
  ScriptForm made_;
};

}  // namespace

void ScriptForm::keep_configs(std::vector<std::string> globs) {
  const std::string line = configs_line(configs);
  if (const size_t at = recipe.find(line); at != std::string::npos)
    recipe.replace(at, line.size(), configs_line(globs));
  configs = std::move(globs);
}

void ScriptForm::add_comment(const std::string& line) { recipe += "    # " + one_line(line) + "\n"; }

void ScriptForm::add_line(const std::string& line) { recipe += "    " + one_line(line) + "\n"; }

void ScriptForm::set_processes(int count) {
  add_line("environment: {RANK: '0', LOCAL_RANK: '0', WORLD_SIZE: '" + std::to_string(count) + "'}");
}

void ScriptForm::set_torch(const std::string& release, const std::string& reason) {
  const size_t first_line = recipe.find('\n') + 1;
  recipe.insert(first_line, "torch: '" + release + "'  # " + one_line(reason) + "\n");
}

void ScriptForm::set_evaluation_budget(int64_t times) {
  recipe.insert(recipe.find('\n') + 1, "evaluation_budget: " + std::to_string(times) + "\n");
}

ScriptForm script_form(const Source& script, Files& files, const std::vector<std::string>& arguments, Said said) {
  return Form(script, files, said).write(arguments);
}

}  // namespace vramlint::proposal
