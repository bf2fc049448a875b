#include "integrations/cli/project_options.h"

#include <fmt/format.h>

#include <sstream>

#include "integrations/cli/commands.h"
#include "integrations/cli/own_device.h"
#include "rules/list.h"

namespace vramlint::cli {
namespace {

std::string checked_device(const std::string& name) {
  if (const memory::Device* device = memory::find_device(name)) return std::string(device->name);
  const auto nearest = memory::suggest_devices(name);
  throw UsageError(
      fmt::format("--device: no GPU is known as '{}'{}; `vramlint devices` lists them, and --memory gives a size", name,
                  nearest.empty() ? "" : fmt::format(" (did you mean {}?)", fmt::join(nearest, ", "))));
}

Bytes checked_memory(const std::string& text) {
  const bool is_bare = !text.empty() && text.find_first_not_of("0123456789.") == std::string::npos;
  if (is_bare) throw UsageError(fmt::format("--memory: '{0}' has no unit; write {0}GiB for that many gibibytes", text));
  const std::optional<Bytes> size = parse_bytes(text);
  if (!size || size->count <= 0) throw UsageError(fmt::format("--memory: '{}' is not a size like 24GiB", text));
  return *size;
}

std::string checked_torch(const std::string& version) {
  if (graph::torch_profile(version)) return version;
  if (graph::torch_profile(version + ".0")) return version + ".0";
  throw UsageError(fmt::format("--torch: '{}' is not a release of PyTorch from 1.5 on, such as 2.4", version));
}

std::pair<std::string, std::string> assignment(const std::string& text) {
  const size_t sign = text.find('=');
  if (sign == std::string::npos || sign == 0) throw UsageError(fmt::format("--set: '{}' is not key=value", text));
  const std::string key = text.substr(0, sign);
  if (("." + key + ".").find("..") != std::string::npos)
    throw UsageError(fmt::format("--set: '{}' has an empty part between its dots", key));
  return {key, text.substr(sign + 1)};
}

void check_globs(const std::vector<std::string>& globs) {
  for (const std::string& glob : globs) {
    if (glob.empty()) throw UsageError("--exclude: an empty glob matches nothing");
    if (glob.find_first_of("[]{}") != std::string::npos)
      throw UsageError(fmt::format("--exclude: '{}': globs have *, ** and ?; a bracket in a name is ?", glob));
  }
}

}  // namespace

void add_project_options(Command command, ProjectOptions& options, std::vector<std::string>* devices) {
  const auto alone = [&](const char* name, std::string& value, const char* type, const char* text) {
    command.option(name, value, text).type(type);
  };
  const char* device = "GPU to check for: rtx3090, a100-80gb, … (see `vramlint devices`), or auto: this machine's";
  if (devices)
    command.option("--device", *devices, std::string(device) + ";\nmay be given several times")
        .type("NAME")
        .repeated()
        .suggests(kDeviceNames);
  else
    command.option("--device", options.device, device).type("NAME").suggests(kDeviceNames);
  alone("--memory", options.memory, "SIZE", "memory to check for: 24GiB; with --device, what of that GPU's is free");
  command.option("--gpus", options.gpus, "GPUs of the machine, for programs that ask how many there are")
      .type("N")
      .in_range(int64_t{1}, int64_t{1} << 20);
  alone("--torch", options.torch, "VERSION", "release of PyTorch that trains: 2.4");
  alone("--root", options.root, "DIR",
        "project folder: nothing outside is read, paths are shown relative to it\n"
        "(default: the nearest folder above the first PATH with vramlint.yaml, else with .git,\npyproject.toml or "
        "setup.py)");
  alone("--recipe", options.recipe, "FILE",
        "project file, also from outside the root (default: vramlint.yaml in the root)");
  command.option("--python-path", options.python_path, "folder to import packages from, besides the root")
      .type("DIR")
      .repeated();
  command
      .option("--site-packages", options.site_packages,
              "folder of installed packages, for what neither the root nor vramlint has")
      .type("DIR")
      .repeated();
  command
      .option("--evaluation-budget", options.evaluation_budget,
              "times the 20 million steps and 256 MiB that the evaluation of a model may take")
      .type("N")
      .in_range(int64_t{1}, int64_t{1000});
  command.option("--set", options.set, "change a key of the configs: train.batch_size=8").type("KEY=VALUE").repeated();
}

void add_choice_options(Command command, ProjectOptions& options) {
  command
      .option("--select", options.select,
              "report these rules only, whatever vramlint.yaml says: names, codes or starts of codes (VL11),\n"
              "with commas between")
      .type("RULES")
      .repeated();
  command.option("--ignore", options.ignore, "do not report these rules, besides those of vramlint.yaml")
      .type("RULES")
      .repeated();
  command
      .option("--exclude", options.exclude,
              "pass over files that match, besides those of vramlint.yaml: \"configs/old/**\", from the root")
      .type("GLOB")
      .repeated();
}

Asked asked_rules(const ProjectOptions& options) {
  const auto names = [](const std::string& option, const std::vector<std::string>& texts) {
    std::vector<std::string> found;
    for (const std::string& text : texts) {
      std::istringstream words(text + ",");
      for (std::string word; std::getline(words, word, ',');) {
        if (rules_called(word, rules::all()).empty()) {
          const std::string nearest = nearest_rule(word, rules::all());
          throw UsageError(fmt::format("{}: no rule is called '{}'{}; `vramlint rules` lists them", option, word,
                                       nearest.empty() ? "" : ", did you mean `" + nearest + "`"));
        }
        found.push_back(word);
      }
    }
    return found;
  };
  return {names("--select", options.select), names("--ignore", options.ignore)};
}

Options analysis_options(const ProjectOptions& options) {
  Options result;
  check_globs(options.exclude);
  if (options.device == "auto")
    result.own_device = detected_device();
  else if (!options.device.empty())
    result.device = checked_device(options.device);
  if (!options.memory.empty()) result.memory = checked_memory(options.memory);
  if (options.gpus > 0) result.gpus = options.gpus;
  if (!options.torch.empty()) result.torch = checked_torch(options.torch);
  result.limits.steps *= options.evaluation_budget;
  result.limits.bytes *= options.evaluation_budget;
  for (const std::string& text : options.set) result.overrides.push_back(assignment(text));
  return result;
}

}  // namespace vramlint::cli
