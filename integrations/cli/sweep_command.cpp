#include "integrations/cli/sweep_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>

#include "integrations/cli/commands.h"
#include "integrations/cli/config_paths.h"
#include "integrations/cli/console.h"
#include "integrations/cli/probe_process.h"
#include "integrations/cli/process.h"
#include "integrations/cli/progress.h"
#include "integrations/cli/slurm.h"
#include "integrations/cli/sweep.h"
#include "integrations/cli/sweep_gather.h"

namespace vramlint::cli {
namespace {

namespace fs = std::filesystem;
using Numbers = std::vector<Sweep::Number>;

constexpr const char* kWork = ".vramlint/sweep";

bool is_place(const std::string& device) { return device == "cpu" || device == "cuda" || device.starts_with("cuda:"); }

/// What the project was named with, for a process that stands in another folder.
std::vector<std::string> arguments_of(const ProjectOptions& options, const fs::path& root) {
  std::vector<std::string> arguments = {"--root", root.string()};
  const auto pass = [&](const char* name, const std::string& value) {
    if (!value.empty()) arguments.insert(arguments.end(), {name, value});
  };
  if (!options.recipe.empty()) pass("--recipe", absolute_path(options.recipe).string());
  for (const std::string& folder : options.python_path) pass("--python-path", absolute_path(folder).string());
  for (const std::string& folder : options.site_packages) pass("--site-packages", absolute_path(folder).string());
  if (!is_place(options.device)) pass("--device", options.device);
  pass("--memory", options.memory);
  pass("--torch", options.torch);
  if (options.gpus > 0) pass("--gpus", std::to_string(options.gpus));
  pass("--evaluation-budget", std::to_string(options.evaluation_budget));
  for (const std::string& text : options.set) pass("--set", text);
  return arguments;
}

Sweep new_sweep(const SweepOptions& options) {
  ProjectOptions project = options.project;
  if (is_place(project.device)) project.device.clear();
  const std::vector<std::string> paths = options.paths.empty() ? default_paths(project.root) : options.paths;
  Workspace workspace(project, paths);
  const ConfigPaths found = find_configs(workspace, paths, false);
  if (!found.unreadable.empty()) throw UsageError(found.unreadable.front());
  if (found.sources.empty()) throw UsageError("no config was found; CONFIG may be a config or a folder with configs");
  SweepPlan plan{.root = workspace.files().root(), .configs = {}, .arguments = {}, .probe_arguments = {}};
  for (const Source* source : found.sources) plan.configs.push_back(source->path());
  plan.arguments = arguments_of(options.project, plan.root);
  if (is_place(options.project.device)) plan.probe_arguments = {"--device", options.project.device};
  const fs::path folder = options.work.empty() ? plan.root / kWork : absolute_path(options.work);
  return Sweep(folder, std::move(plan));
}

Sweep old_sweep(const SweepOptions& options) {
  if (!options.paths.empty()) throw UsageError("--resume goes on with the sweep's own configs; leave CONFIG out");
  if (!options.work.empty()) return Sweep(absolute_path(options.work));
  return Sweep(Workspace(options.project, default_paths(options.project.root)).files().root() / kWork);
}

/// Every job that may still have one of the tasks.
std::set<std::string> jobs_of(const Sweep& sweep) {
  std::set<std::string> jobs;
  for (const Sweep::Batch& batch : sweep.batches())
    if (!batch.job.empty()) jobs.insert(batch.job);
  for (const auto& [number, owner] : sweep.owners()) jobs.insert(owner.substr(0, owner.find('_')));
  return jobs;
}

struct Waiting {
  std::set<Sweep::Number> queued;
  size_t held = 0;
};

/// What Slurm still has of the tasks without a result. Empty: it does not answer.
std::optional<Waiting> waiting(const Sweep& sweep, const Slurm& slurm) {
  Waiting result;
  std::set<std::string> alive;  // "12_17", as owners are called
  std::vector<Sweep::Batch> batches = sweep.batches();
  for (const std::string& job : jobs_of(sweep)) {
    const auto tasks = slurm.queued(job);
    if (!tasks) return std::nullopt;
    const auto batch = std::find_if(batches.begin(), batches.end(), [&](const auto& one) { return one.job == job; });
    for (const QueuedTask& task : *tasks) {
      alive.insert(fmt::format("{}_{}", job, task.index));
      result.held += task.held;
      if (batch != batches.end() && task.index >= 1 && task.index <= batch->tasks.size())
        result.queued.insert(batch->tasks[task.index - 1]);
    }
  }
  for (const auto& [number, owner] : sweep.owners())
    if (alive.contains(owner)) result.queued.insert(number);
  return result;
}

void submit(const Sweep& sweep, const Slurm& slurm, const Numbers& numbers, const SweepOptions& options) {
  sweep.release(numbers);
  for (size_t first = 0; first < numbers.size(); first += Slurm::kLargestArray) {
    const auto begin = numbers.begin() + static_cast<std::ptrdiff_t>(first);
    const size_t count = std::min(numbers.size() - first, Slurm::kLargestArray);
    const Sweep::Batch batch = sweep.add_batch(Numbers(begin, begin + static_cast<std::ptrdiff_t>(count)));
    const fs::path script = batch.folder / "script.sh";
    put_file(script, fmt::format("#!/bin/sh\nexec {} probe task {} {}\n", quoted(own_program()),
                                 quoted(sweep.folder().string()), batch.folder.filename().string()));
    const std::string job =
        slurm.submit({.script = script,
                      .folder = sweep.folder(),
                      .count = count,
                      .at_once = options.at_once > 0 ? std::optional(options.at_once) : std::nullopt,
                      .options = options.sbatch});
    put_file(batch.folder / "job", job + "\n");
    say(fmt::format("job {}: {} of {} configs", job, count, sweep.plan().configs.size()));
  }
}

/// Until Slurm has none of the tasks that have no result. A controller that is away comes back.
void wait_for(const Sweep& sweep, const Slurm& slurm) {
  using std::chrono::milliseconds;
  constexpr milliseconds kShortest{500}, kLongest{15000};
  milliseconds pause = kShortest;
  bool told_away = false, told_held = false;
  size_t missing = sweep.missing().size();
  Progress progress(missing);
  for (int gone = 0; gone < 2;) {  // twice: a result may take a moment to be seen from here
    for (const size_t now = sweep.missing().size(); missing > now; --missing) progress.step();
    if (missing == 0) return;
    const std::optional<Waiting> left = waiting(sweep, slurm);
    if (!left && !told_away) say("squeue does not answer; waiting");
    told_away = !left;
    if (left && left->held > 0 && !told_held) {
      say(fmt::format("{} tasks are held: `squeue` says why, `scontrol release JOB` lets them begin", left->held));
      told_held = true;
    }
    gone = left && left->queued.empty() ? gone + 1 : 0;
    std::this_thread::sleep_for(pause);
    pause = gone > 0 ? kShortest : std::min(kLongest, pause * 3 / 2);
  }
}

int gather(const Sweep& sweep, const SweepOptions& options) {
  const auto place = [&](const std::string& asked, const char* name) {
    return asked.empty() ? (sweep.folder() / name).string() : absolute_path(asked).string();
  };
  const std::string ledger = place(options.ledger, "ledger.jsonl"), sarif = place(options.sarif, "sweep.sarif");
  const SweepCounts counts = write_ledger(sweep, ledger);
  const std::string trouble = write_sweep_sarif(sweep, sarif);
  put(fmt::format("{} configs: {} as expected, {} differ, {} not measured, {} failed\n{}{}\n{}\n",
                  sweep.plan().configs.size(), counts.as_expected, counts.differs, counts.not_measured, counts.failed,
                  counts.failures, ledger, trouble.empty() ? sarif : "no SARIF: " + trouble));
  if (counts.failed > 0) put("`vramlint probe --engine slurm --resume` submits those that failed.\n");
  const bool is_clean = counts.as_expected == sweep.plan().configs.size() && trouble.empty();
  return is_clean ? kClean : kFindings;
}

}  // namespace

int run_sweep(const SweepOptions& options) {
  if (!find_probe()) throw probe_missing();
  const Slurm slurm;
  const Sweep sweep = options.resume ? old_sweep(options) : new_sweep(options);
  if (options.resume) sweep.discard_broken();
  Numbers numbers = sweep.missing();
  if (options.resume && !numbers.empty()) {
    const std::optional<Waiting> left = waiting(sweep, slurm);
    if (!left)
      throw UsageError("squeue does not answer, so what is still in the queue is not known; nothing was submitted");
    std::erase_if(numbers, [&](Sweep::Number number) { return left->queued.contains(number); });
    say(fmt::format("{} of {} configs have a result, {} are in the queue",
                    sweep.plan().configs.size() - sweep.missing().size(), sweep.plan().configs.size(),
                    left->queued.size()));
  }
  submit(sweep, slurm, numbers, options);
  wait_for(sweep, slurm);
  return gather(sweep, options);
}

}  // namespace vramlint::cli
