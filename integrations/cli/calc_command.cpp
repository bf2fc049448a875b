#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/printable.h"
#include "config/plain_yaml.h"
#include "integrations/cli/calculator.h"
#include "integrations/cli/calculator_file.h"
#include "integrations/cli/commands.h"
#include "integrations/cli/console.h"
#include "integrations/cli/workspace.h"
#include "report/verdict.h"

namespace vramlint::cli {
namespace {
namespace calc_command {

struct CalcOptions {
  ProjectOptions project;
  std::string config;
  int64_t batch = 0, height = 0, width = 0, hidden = 0,
          layers = 0;  ///< 0: not given, as the formula's own program has it
  std::optional<double> gpu;
};

/// A file that the formula cannot count with: exit code 1, as its own program has it.
struct FileTrouble : std::runtime_error {
  using std::runtime_error::runtime_error;
};

double memory_of(const CalcOptions& options, const config::Project* project) {
  if (options.gpu) return *options.gpu;
  const Options given = analysis_options(options.project);
  const auto in_gib = [](Bytes size) { return static_cast<double>(size.count) / static_cast<double>(kGiB.count); };
  if (given.memory) return in_gib(*given.memory);
  const std::optional<std::string> name = given.device ? given.device : project ? project->device : std::nullopt;
  const memory::Device* device = name ? memory::find_device(*name) : nullptr;
  if (!device) throw UsageError("calc: how much memory? Give --gpu_memory GIB, --memory SIZE or --device NAME");
  return in_gib(device->memory);
}

struct Place {
  const char* option;
  int64_t CalcOptions::*given;
  Setting CalculatorFile::*in_file;
  double CalculatorInput::*target;
};

constexpr std::array kPlaces = {
    Place{"--batch", &CalcOptions::batch, &CalculatorFile::batch, &CalculatorInput::batch},
    Place{"--height", &CalcOptions::height, &CalculatorFile::height, &CalculatorInput::height},
    Place{"--width", &CalcOptions::width, &CalculatorFile::width, &CalculatorInput::width},
    Place{"--hidden_dim", &CalcOptions::hidden, &CalculatorFile::hidden, &CalculatorInput::hidden},
    Place{"--num_layers", &CalcOptions::layers, &CalculatorFile::layers, &CalculatorInput::layers},
};

CalculatorInput input_without_file(const CalcOptions& options) {
  CalculatorInput input;
  std::vector<std::string> missing;
  for (const Place& place : kPlaces) {
    input.*place.target = static_cast<double>(options.*place.given);
    if (options.*place.given == 0) missing.emplace_back(place.option);
  }
  if (missing.empty()) return input;
  throw UsageError(
      fmt::format("calc: without --config these are needed, and more than 0: {}", fmt::join(missing, ", ")));
}

/// The number, where the file or its silence gives one; a default is said.
double taken(const Setting& setting, const Place& place, std::vector<std::string>& defaults) {
  if (const auto* trouble = std::get_if<std::string>(&setting)) throw FileTrouble(*trouble);
  if (const auto* value = std::get_if<double>(&setting)) return *value;
  const double value = std::get<Default>(setting).value;
  defaults.push_back(fmt::format("{} {:g}", place.option, value));
  return value;
}

CalculatorInput input_with_file(const CalcOptions& options, const Source& source) {
  Findings findings;
  const std::optional<config::Config> loaded = config::load_plain_yaml(source, findings);
  for (const Finding& finding : findings.sorted()) {
    const std::string text = fmt::format("{}:{}: {}", source.path(), finding.span.start().line, finding.message.text());
    if (!loaded) throw FileTrouble(text);
    say(text);
  }
  if (!loaded) throw FileTrouble(source.path() + ": not a mapping of settings");
  const CalculatorFile file = read_calculator_file(loaded->root);
  CalculatorInput input;
  std::vector<std::string> defaults;
  for (const Place& place : kPlaces) {
    const Setting setting = options.*place.given != 0 ? static_cast<double>(options.*place.given) : file.*place.in_file;
    input.*place.target = taken(setting, place, defaults);
  }
  if (!defaults.empty())
    say(fmt::format("calc: {} does not say all that the formula needs; taken by default: {}", source.path(),
                    fmt::join(defaults, ", ")));
  return input;
}

/// One line on what the whole analysis says of the file, if anybody claims it, and whether it fits by that.
std::pair<std::string, std::optional<bool>> full_analysis(Workspace& workspace, const Source& source,
                                                          const CalcOptions& options) {
  const std::string lead = "\nFull analysis: ";
  if (!workspace.claims(source))
    return {lead + "no recipe of vramlint.yaml and no framework's style claims this file\n", std::nullopt};
  Session session = workspace.session();
  if (options.gpu && !session.options.device && !session.options.memory) {
    session.options.memory = Bytes(std::llround(*options.gpu * static_cast<double>(kGiB.count)));
  }
  const Analysis analysis = analyze(source, session);
  std::string text = lead + report::verdict(analysis.outcome).text();
  if (analysis.failure) text += ": " + printable(abridged(analysis.failure->message));
  text += fmt::format("; `vramlint check {}` tells why\n", printable_name(options.config));
  return {text, analysis.outcome.fits};
}

int calc_with_file(const CalcOptions& options) {
  Workspace workspace(options.project, {options.config});
  const ReadResult read = workspace.files().read(absolute_path(options.config));
  if (!read) throw FileTrouble(fmt::format("{}: {}", options.config, to_string(read.error)));
  CalculatorInput input = input_with_file(options, *read.source);
  input.gpu = memory_of(options, workspace.project());
  const CalculatorResult result = calculate(input);
  put(shown(input, result));
  const auto [text, fits] = full_analysis(workspace, *read.source, options);
  put(text);
  return fits.value_or(result.safe) ? kClean : kFindings;
}

int calc_without_file(const CalcOptions& options) {
  CalculatorInput input = input_without_file(options);
  input.gpu = memory_of(options, nullptr);
  const CalculatorResult result = calculate(input);
  put(shown(input, result));
  return result.safe ? kClean : kFindings;
}

int calc(const CalcOptions& options) {
  try {
    return options.config.empty() ? calc_without_file(options) : calc_with_file(options);
  } catch (const FileTrouble& trouble) {
    say(std::string("calc: ") + trouble.what());
    return kFindings;
  }
}

}  // namespace calc_command
}  // namespace

void add_calc(Command program, int& exit_code) {
  Command command = program.subcommand("calc", "quick activation formula, without a model");
  const auto options = std::make_shared<calc_command::CalcOptions>();
  const auto number = [&](const char* names, int64_t& value, const char* text) {
    command.option(names, value, text).type("N").not_negative();
  };
  command.option("--config", options->config, "YAML to take the numbers from; options replace what it says")
      .type("FILE");
  number("--batch", options->batch, "samples in a batch (data.train_batchsize, 8)");
  number("--height", options->height, "height of a map (data.shape, 128)");
  number("--width", options->width, "width of a map (data.shape, 128)");
  number("--hidden_dim,--hidden-dim", options->hidden, "channels (model.width, else model.hidden_dim, 256)");
  number("--num_layers,--num-layers", options->layers,
         "layers (by model.name from n_layers, num_res_blocks or num_layers)");
  command.option("--gpu_memory,--gpu-memory", options->gpu, "memory of the GPU in GiB, instead of --device or --memory")
      .type("GIB")
      .above_zero(1e6);
  add_project_options(command, options->project);
  command.footer(
      "Counts batch x height x width x hidden x 4 bytes a layer and compares with 70 % of the GPU: no parameters,\n"
      "gradients, optimizer or real layers. With --config, a line says what the full analysis finds;\n"
      "where that says whether the config fits, it decides the exit code.\n"
      "Exit codes: 0 safe, 1 over or a file that cannot be counted with, 2 numbers missing or wrong usage.");
  command.callback([options, &exit_code] { exit_code = calc_command::calc(*options); });
}

}  // namespace vramlint::cli
