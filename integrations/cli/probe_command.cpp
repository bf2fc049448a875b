#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "dump.h"
#include "integrations/cli/commands.h"
#include "integrations/cli/probe_process.h"
#include "integrations/cli/sweep_command.h"
#include "integrations/cli/workspace.h"
#include "measured.h"

namespace vramlint::cli {
namespace {
namespace probe_command {

using Json = nlohmann::ordered_json;

std::string probe_program() {
  const auto found = find_probe();
  if (!found) throw probe_missing();
  return *found;
}

struct StepOptions {
  ProjectOptions project;
  std::string file, run_on, output, tolerance, partings;
  bool json = false;
};

Json choice(const std::optional<bool>& value) { return value ? Json(*value) : Json(nullptr); }

/// What surrounds the graph, as the probe reads it.
Json experiment_json(const config::Experiment& experiment) {
  const config::OptimizerFacts& facts = experiment.optimizer;
  Json optimizer = {{"name", facts.name},
                    {"momentum", facts.momentum},
                    {"nesterov", facts.nesterov},
                    {"amsgrad", facts.amsgrad},
                    {"centered", facts.centered},
                    {"weight_decay", facts.weight_decay},
                    {"maximize", facts.maximize},
                    {"capturable", facts.capturable},
                    {"foreach", choice(facts.foreach)},
                    {"fused", choice(facts.fused)},
                    {"set_to_none", choice(facts.set_to_none)}};
  return {{"optimizer", optimizer},
          {"accumulation", experiment.accumulation},
          {"ema", experiment.ema ? Json{{"buffers", experiment.ema->buffers}} : Json(nullptr)},
          {"settings", probe_settings(experiment)}};
}

/// The probe runs one process on one device.
void refuse_what_is_not_run(const Analysis& analysis, const std::string& file) {
  if (analysis.experiment->distributed) {
    throw UsageError(file + ": the probe runs a single process; take `distributed` out of the recipe to measure one");
  }
}

/// A config becomes its graphs; a dumped graph is handed on as it is.
std::string step_input(const StepOptions& options, std::string& folder) {
  Workspace workspace(options.project, {options.file});
  const ReadResult read = workspace.files().read(absolute_path(options.file));
  if (!read) throw UsageError(fmt::format("{}: {}", options.file, to_string(read.error)));
  if (Json::accept(read.source->text()) && Json::parse(read.source->text()).contains("phases")) {
    return read.source->text();
  }
  const Analysis analysis = analyze(*read.source, workspace.session());
  const std::string text = *dump("graph", analysis, true);
  Json input = Json::parse(text);
  if (!has_stage("graph", analysis)) throw UsageError(input.value("reason", "there is no graph"));
  refuse_what_is_not_run(analysis, options.file);
  input["experiment"] = experiment_json(*analysis.experiment);
  if (folder.empty()) folder = (workspace.files().root() / kMeasuredFolder).string();
  return input.dump();
}

/// `--device cuda:1` says where LibTorch runs the step; any other name is the device that the config is analysed for.
StepOptions with_place(StepOptions options) {
  const std::string& device = options.project.device;
  if (device == "cpu" || device == "cuda" || device.rfind("cuda:", 0) == 0) {
    options.run_on = std::exchange(options.project.device, "");
  }
  return options;
}

int probe_step(const StepOptions& options) {
  const std::string program = probe_program();
  std::string folder = options.output;
  const std::string input = step_input(options, folder);
  std::vector<std::string> arguments = {"step", "-"};
  const auto pass = [&](const char* name, const std::string& value) {
    if (!value.empty()) arguments.insert(arguments.end(), {name, value});
  };
  pass("--device", options.run_on);
  pass("--output", folder);
  pass("--tolerance", options.tolerance);
  pass("--partings", options.partings);
  if (options.json) arguments.emplace_back("--json");
  return run_probe(program, arguments, input);
}

void add_step(Command probe, int& exit_code) {
  Command command = probe.subcommand("step", "run two steps in LibTorch and compare with the simulation");
  const auto options = std::make_shared<StepOptions>();
  command.option("FILE", options->file, "a config, or what `dump graph --format json` wrote").required();
  command.option("--output", options->output, "folder of the record; .vramlint/measured under the root for a config")
      .type("FOLDER");
  command.option("--tolerance", options->tolerance, "share by which the peaks may differ").type("SHARE");
  command.option("--partings", options->partings, "how many differing parts to name").type("N");
  command.flag("--json", options->json, "print the record");
  add_project_options(command, options->project);
  command.callback([options, &exit_code] { exit_code = probe_step(with_place(*options)); });
}

/// Everything after the name goes to the probe as it stands.
void add_passed_on(Command probe, int& exit_code, const std::string& name, const std::string& what) {
  Command command = probe.subcommand(name, what);
  command.take_rest();
  command.callback([command, name, &exit_code] {
    std::vector<std::string> arguments = {name};
    for (const std::string& argument : command.rest()) arguments.push_back(argument);
    exit_code = run_probe(probe_program(), arguments, "");
  });
}

void add_task(Command probe, int& exit_code) {
  Command command = probe.subcommand("task", "one task of a sweep, as the script of its job array calls it");
  const auto words = std::make_shared<std::pair<std::string, std::string>>();
  command.option("WORK", words->first, "the sweep's work folder").required();
  command.option("BATCH", words->second, "a number below its batches; the task is SLURM_ARRAY_TASK_ID").required();
  command.callback([words, &exit_code] { exit_code = run_sweep_task(words->first, words->second); });
}

/// `probe CONFIG` is `probe step CONFIG`.
int probe_one(const SweepOptions& options) {
  if (options.paths.empty())
    throw UsageError("probe: step, op, replay or module says what to measure, --engine how to measure many configs");
  if (options.paths.size() > 1 || std::filesystem::is_directory(options.paths.front()))
    throw UsageError("probe: one config at a time, or with --engine many");
  StepOptions step;
  step.project = options.project;
  step.file = options.paths.front();
  return probe_step(with_place(step));
}

/// Many configs, each a task of an engine's; beside the sub-commands.
void add_sweep(Command probe, int& exit_code) {
  const auto options = std::make_shared<SweepOptions>();
  probe.option("CONFIG", options->paths,
               "the config to measure; with --engine: configs, or folders to search for them (default: .)");
  probe.option("--engine", options->engine, "measure every config in a task of its own: slurm")
      .type("ENGINE")
      .one_of({"slurm"});
  probe
      .option("--work", options->work,
              "folder of the sweep, which all nodes see (default: .vramlint/sweep under the root)")
      .type("FOLDER");
  probe.flag("--resume", options->resume, "go on with the sweep of the work folder: submit what has no result");
  probe.option("--at-once", options->at_once, "tasks at a time (default: as many as Slurm lets)").type("N").positive();
  probe.option("--sbatch", options->sbatch, "an option of sbatch: --sbatch=--gres=gpu:1").type("OPTION").repeated();
  probe.option("--ledger", options->ledger, "a JSON line for each config (default: ledger.jsonl in the work folder)")
      .type("FILE");
  probe.option("--sarif", options->sarif, "findings with what was measured (default: sweep.sarif in the work folder)")
      .type("FILE");
  add_project_options(probe, options->project);
  probe.callback([options, probe, &exit_code] {
    if (probe.has_run_subcommand()) return;
    exit_code = options->engine.empty() ? probe_one(*options) : run_sweep(*options);
  });
}

}  // namespace probe_command
}  // namespace

void add_probe(Command program, int& exit_code) {
  Command command = program.subcommand("probe", "measure with LibTorch, through the program vramlint-probe");
  probe_command::add_sweep(command, exit_code);
  probe_command::add_task(command, exit_code);
  probe_command::add_step(command, exit_code);
  probe_command::add_passed_on(
      command, exit_code, "op",
      "run the operators' samples: [NAME…] [--device cuda] [--output FOLDER] [--against FILE]");
  probe_command::add_passed_on(command, exit_code, "replay",
                               "replay a dumped trace on the CUDA caching allocator: TRACE.json");
  probe_command::add_passed_on(command, exit_code, "module",
                               "run a TorchScript module: FILE.pt --input float32[2,3,64,64] … [--device cuda]");
  command.footer(
      "step, op and module run on the CPU; with --device cuda or cuda:1 on a GPU of this machine.\n"
      "Exit codes: 0 the measurement is as expected, 1 it is not, 2 the input cannot be measured.");
}

}  // namespace vramlint::cli
