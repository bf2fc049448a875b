#include "proposal/script_form.h"

#include <fmt/format.h>
#include <algorithm>

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
          fmt::format("the command line: the program asks for {}; say how you start it: vramlint init {} -- ARGUMENTS",
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

  /// The first of the arguments that is a file like a config becomes {config}.
  void put_config_in(std::vector<std::string>& arguments) {
    put_config_behind_option(arguments);
    for (std::string& one : arguments) {
      const size_t equals = one.starts_with("--") ? one.find('=') : std::string::npos;
      const std::string path = equals == std::string::npos ? one : one.substr(equals + 1);
      const std::filesystem::path extension = std::filesystem::path(path).extension();
      const bool like = extension == ".yaml" || extension == ".yml" || extension == ".json" || extension == ".py";
      if (!like || !program_.files().is_file(program_.files().root() / path)) continue;
      made_.configs = said_ == Said::by_user ? std::vector<std::string>{path} : configs_around(program_, path);
      one = equals == std::string::npos ? kConfig : one.substr(0, equals + 1) + kConfig;
      return;
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
    const bool is_its_own = made_.configs.empty() || (facts_.is_parsed && !takes_file(arguments));
    if (is_its_own) made_.configs = {script_.path()};
  }

  /// There is no config: the program goes without, or it is to be said.
  void leave_config(std::vector<std::string>& arguments) {
    const auto at = std::find(arguments.begin(), arguments.end(), kConfig);
    const bool follows_option = at != arguments.begin() && !facts_.config.empty() && at[-1] == facts_.config.front();
    if (facts_.needs_config || !follows_option)
      made_.open.emplace_back("which files are its configs: a glob from the root");
    else
      arguments.erase(at - 1, at + 1);
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

ScriptForm script_form(const Source& script, Files& files, const std::vector<std::string>& arguments, Said said) {
  return Form(script, files, said).write(arguments);
}

}  // namespace vramlint::proposal
