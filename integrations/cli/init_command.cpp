#include <fmt/format.h>

#include "base/printable.h"
#include "base/write_file.h"
#include "integrations/cli/commands.h"
#include "integrations/cli/console.h"
#include "integrations/cli/first_recipe.h"
#include "integrations/cli/workspace.h"
#include "proposal/proposal.h"

namespace vramlint::cli {
namespace {
namespace init_command {

namespace fs = std::filesystem;

constexpr const char* kProjectFile = "vramlint.yaml";

struct InitOptions {
  std::string script, root;
  std::vector<std::string> arguments, python_path, site_packages;
  bool write = false, force = false;
};

fs::path root_of(const InitOptions& options) {
  std::error_code error;
  if (!options.root.empty()) {
    const fs::path root = absolute_path(options.root);
    if (!fs::is_directory(root, error)) throw UsageError("--root: no such folder: " + options.root);
    return root;
  }
  const fs::path start = options.script.empty() ? absolute_path(".") : absolute_path(options.script).parent_path();
  return project_folder(start);
}

/// The script named, or the only one there is.
const Source& script_of(const InitOptions& options, Files& files) {
  if (!options.script.empty()) {
    const ReadResult read = files.read(absolute_path(options.script));
    if (!read) throw UsageError(fmt::format("{}: {}", options.script, to_string(read.error)));
    return *read.source;
  }
  const std::vector<const Source*> found = proposal::find_training_scripts(files);
  if (found.size() == 1) return *found.front();
  if (found.empty()) throw UsageError("init: no training script is found here; name one: vramlint init train.py");
  std::vector<std::string> all;
  for (const Source* source : found) all.push_back("  " + source->path());
  throw UsageError("init: several files look like training scripts; name one of them:", all);
}

/// A config in the style of a framework whose loop is known, and no program itself.
bool needs_no_recipe(const InitOptions& options) {
  const std::string kind = fs::path(options.script).extension().string();
  if (kind != ".yaml" && kind != ".yml" && kind != ".json") return false;
  ProjectOptions project;
  project.root = root_of(options).string();
  Workspace workspace(project, {options.script});
  const ReadResult read = workspace.files().read(absolute_path(options.script));
  return read && workspace.claims(*read.source);
}

int init(const InitOptions& options) {
  if (!options.write && needs_no_recipe(options)) {
    say(options.script + " is a config that needs no recipe: vramlint check " + options.script);
    return kClean;
  }
  DiskFiles files(root_of(options));
  const Source& script = script_of(options, files);
  const fs::path target = files.root() / kProjectFile;
  std::error_code error;
  if (options.write && !options.force && fs::exists(target, error))
    throw UsageError(fmt::format("init: {} is already there; --force replaces it", target.string()));
  ProjectOptions project;
  project.python_path = options.python_path;
  project.site_packages = options.site_packages;
  const FirstRecipe made = first_recipe(script, files, options.arguments, project);
  if (options.write) {
    const std::string trouble = write_file(target, made.text);
    if (!trouble.empty()) throw UsageError(trouble);
    say(target.string() + " is written");
  } else {
    put(printable_lines(made.text));
  }
  if (!made.said.empty()) say(made.said);
  std::vector<std::string> open;
  for (const std::string& one : made.open) open.push_back("  - " + one);
  if (!open.empty()) say("you need to fill in, at the TODO comments:", open);
  return kClean;
}

}  // namespace init_command
}  // namespace

void add_init(Command program, int& exit_code) {
  Command command = program.subcommand("init", "read a training script and propose a vramlint.yaml for it");
  const auto options = std::make_shared<init_command::InitOptions>();
  command.option("SCRIPT", options->script, "the training program (default: the only one that is found)");
  command.option("ARGUMENT", options->arguments,
                 "after `--`: what the program is started with, a config's path among it");
  command
      .option("--root", options->root,
              "the project's folder (default: the nearest with vramlint.yaml, else .git, pyproject.toml or setup.py)")
      .type("DIR");
  command.option("--python-path", options->python_path, "folder to import packages from, besides the root")
      .type("DIR")
      .repeated();
  command.option("--site-packages", options->site_packages, "folder of installed packages").type("DIR").repeated();
  command.flag("--write", options->write, "make the file instead of printing it");
  command.flag("--force", options->force, "with --write: replace a file that is there");
  command.footer(
      "The program is followed with one of its configs, and what came out is said on standard error, with what the\n"
      "source does not say, which is a TODO comment in the file. Nothing of the script is run.\n"
      "\n"
      "Examples:\n"
      "  vramlint init train.py\n"
      "  vramlint init train.py --write -- --config configs/base.yaml --epochs 10");
  command.callback([options, &exit_code] { exit_code = init_command::init(*options); });
}

}  // namespace vramlint::cli
